"""Finds an opponent among strangers."""

from __future__ import annotations

from typing import Literal

from .. import _http, models, operations
from ..settings import Clock, Options
from .game import AsyncGame
from .transport import AsyncTransport

WAIT = 30.0


class AsyncSeek:
    """A search for an opponent. It ends 15 s after the last `wait`."""

    def __init__(self, transport: AsyncTransport, state: models.CreatedSeek) -> None:
        self._transport = transport
        self.state = state

    @property
    def id(self) -> str:
        return self.state.id

    async def wait(self, timeout: float = WAIT) -> AsyncGame | None:
        """Waits for an opponent, a minute at most, and returns the game, to play for the seeker's side. None if nobody has come."""
        call = operations.await_game(self.id, prefer=_http.wait(timeout))
        found = await self._transport.send(call, token=self.state.secret)
        if found.game is None:
            return None
        response = await self._transport.respond(operations.get_game(found.game), token=found.token)
        return AsyncGame.of(self._transport, response, token=found.token, side=found.side)

    async def withdraw(self) -> None:
        """Stops looking."""
        await self._transport.send(operations.withdraw_seek(self.id), token=self.state.secret)


class AsyncSeeks:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        ruleset: models.Ruleset = "xiangqi",
        *,
        options: Options | None = None,
        clock: Clock | None = None,
        side: models.Side | Literal["random"] | None = None,
        name: str | None = None,
        engine_after_ms: int | None = None,
        level: int | None = None,
    ) -> AsyncSeek:
        """Looks for somebody who wants to play the same. After `engine_after_ms` an engine takes the opponent's place."""
        body = _http.given(
            ruleset=ruleset,
            options=options,
            clock=clock,
            side=side,
            name=name,
            engine_after_ms=engine_after_ms,
            level=level,
        )
        return AsyncSeek(self._transport, await self._transport.send(operations.create_seek(body)))

    async def list(self) -> list[models.Seek]:
        """Who looks for an opponent. To play with one of them, create a seek with the same terms."""
        return (await self._transport.send(operations.list_seeks())).seeks
