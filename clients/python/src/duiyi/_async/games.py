"""Creates, finds and joins games."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from .. import _http, models, operations
from ..settings import Clock, Options, Player, new_game
from .game import AsyncGame
from .transport import AsyncTransport


class AsyncGames:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        ruleset: models.Ruleset | None = "xiangqi",
        *,
        red: Player | None = None,
        black: Player | None = None,
        white: Player | None = None,
        options: Options | None = None,
        fen: str | None = None,
        moves: Sequence[str] | None = None,
        record: str | bytes | None = None,
        seats: bool | Literal["invite", "invite_both"] | None = None,
        side: models.Side | Literal["random"] | None = None,
        clock: Clock | None = None,
        hints: bool | None = None,
        private: bool | None = None,
        ready_check: bool | None = None,
        run: bool | None = None,
        reference: str | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> AsyncGame:
        """Creates a game. A side without a player is for people."""
        body = new_game(
            ruleset,
            red=red,
            black=black,
            white=white,
            options=options,
            fen=fen,
            moves=moves,
            record=record,
            seats=seats,
            side=side,
            clock=clock,
            hints=hints,
            private=private,
            ready_check=ready_check,
            run=run,
            reference=reference,
            metadata=metadata,
        )
        return AsyncGame.of(self._transport, await self._transport.respond(operations.create_game(body)))

    async def create_many(self, games: Sequence[models.NewGame | Mapping[str, Any]]) -> list[AsyncGame]:
        """Creates up to 500 games, all or none. `duiyi.new_game` makes each from the arguments of `create`."""
        created = await self._transport.send(operations.create_games({"games": list(games)}))
        return [AsyncGame(self._transport, game) for game in created.games]

    async def get(self, id: str, *, token: str | None = None, side: models.Side | None = None) -> AsyncGame:
        """A game by its id; with the token of a side, to play for it."""
        response = await self._transport.respond(operations.get_game(id), token=token)
        return AsyncGame.of(self._transport, response, token=token, side=side)

    async def join(self, id: str, invitation: str, *, name: str | None = None) -> AsyncGame:
        """Takes the open seat of a game, and plays for its side."""
        body = _http.given(invitation=invitation, name=name)
        response = await self._transport.respond(operations.join(id, body))
        return AsyncGame.of(self._transport, response)

    async def list(
        self,
        *,
        user: str | None = None,
        reference: str | None = None,
        status: models.GameStatus | None = None,
        ruleset: models.Ruleset | None = None,
        updated_after: datetime | None = None,
    ) -> AsyncIterator[models.ListedGame]:
        """The games of the API key, the last changed first."""
        wanted = _http.given(
            user=user, reference=reference, status=status, ruleset=ruleset, updated_after=updated_after
        )
        cursor: str | None = None
        while True:
            page = await self._transport.send(operations.list_games(**wanted, limit=200, cursor=cursor))
            for game in page.games:  # noqa: UP028
                yield game
            cursor = page.next_cursor
            if cursor is None:
                return
