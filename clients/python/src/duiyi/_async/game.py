"""A game on the server, as one of its players or watchers sees it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Literal, TypeVar

import httpx

from .. import _http, models, operations
from .._call import Call
from ..picture import board_svg
from ..settings import search
from .transport import AsyncTransport

T = TypeVar("T")

GameEvent = (
    models.GameEvent
    | models.PresenceEvent
    | models.OfferEvent
    | models.ArbiterEvent
    | models.PhraseEvent
    | models.WatchersEvent
    | models.ThinkingEvent
    | models.EndEvent
)
ReviewEvent = models.PlyEvent | models.ResultEvent | models.ProblemEvent | models.EndEvent
WAIT = 50.0


class AsyncGame:
    """A game. `state` is what the server last said about it, and every method that changes the game renews it."""

    def __init__(
        self,
        transport: AsyncTransport,
        state: models.Game,
        *,
        token: str | None = None,
        side: models.Side | None = None,
        etag: str | None = None,
    ) -> None:
        self._transport = transport
        self.state = state
        self.token = token
        """The secret of the side for which this object plays, in a game with `seats`."""
        self.side: models.Side | None = side
        self.tokens: dict[models.Side, str] = _sides(state.tokens)
        """The secrets of the sides, as far as this client has got them."""
        self.invitation = state.invitation
        """The secret that lets another person join."""
        self.invitations = _sides(state.invitations)
        self._etag = etag
        if token is None and len(self.tokens) == 1:
            self.side, self.token = next(iter(self.tokens.items()))

    @classmethod
    def of(
        cls,
        transport: AsyncTransport,
        response: httpx.Response,
        *,
        token: str | None = None,
        side: models.Side | None = None,
    ) -> AsyncGame:
        state = models.Game.model_validate_json(response.content)
        return cls(transport, state, token=token, side=side, etag=response.headers.get("etag"))

    def as_side(self, side: models.Side) -> AsyncGame:
        """The same game for the player of a side. Its token is in `tokens`, if the game has `seats`."""
        return AsyncGame(self._transport, self.state, token=self.tokens.get(side), side=side, etag=self._etag)

    @property
    def id(self) -> str:
        return self.state.id

    @property
    def fen(self) -> str:
        return self.state.fen

    @property
    def turn(self) -> models.Side:
        return self.state.turn

    @property
    def status(self) -> models.GameStatus:
        return self.state.status

    @property
    def is_over(self) -> bool:
        return self.state.status not in ("playing", "waiting")

    @property
    def winner(self) -> models.Side | None:
        return self.state.winner

    @property
    def reason(self) -> models.GameEndReason | None:
        return self.state.reason

    @property
    def moves(self) -> list[str]:
        return [it.move for it in self.state.moves]

    @property
    def legal_moves(self) -> list[str]:
        return [it if isinstance(it, str) else it.move for it in self.state.legal_moves]

    # Reading

    async def refresh(self) -> AsyncGame:
        """Reads the game again, if it has changed."""
        self._note(await self._respond(operations.get_game(self.id, if_none_match=self._etag)))
        return self

    async def wait_for_change(self, timeout: float = WAIT) -> bool:
        """Waits until the game has another state, and says whether it has."""
        if self._etag is None:
            await self.refresh()
        wanted = _http.next_state(self._etag or "", timeout)
        response = await self._respond(operations.get_game(self.id, **wanted))
        self._note(response)
        return response.status_code == 200

    async def wait_for_turn(self, side: models.Side | None = None) -> bool:
        """Waits until it is the turn of `side`, and says whether the game goes on: false if it is over.

        Without `side` it is the side for which this object plays, or any that is not an engine's.
        """
        wanted = side or self.side
        await self.refresh()
        while not self.is_over and (self.status == "waiting" or not self._is_turn_of(wanted)):
            await self.wait_for_change()
        return not self.is_over

    def _is_turn_of(self, side: models.Side | None) -> bool:
        if side is not None:
            return self.turn == side
        player: models.GamePlayer | None = getattr(self.state.players, self.turn)
        return player is None or player.kind == "human"

    async def events(self) -> AsyncIterator[GameEvent]:
        """What happens, up to the end of the game. The first event is the game as it is; `state` follows."""
        async for line in self._transport.follow(operations.events(self.id), token=self.token):
            kind = _http.EVENTS.get(line["event"])
            if kind is None:
                continue
            event: Any = kind.model_validate(line)
            if isinstance(event, models.GameEvent):
                self.state, self._etag = event.data, None
            yield event

    async def record(
        self,
        format: Literal["pgn", "text", "svg", "dhtmlxq", "sgf", "psq", "text_board"] = "pgn",
        *,
        notation: Literal["iccs", "chinese", "wxf"] | None = None,
    ) -> str:
        """The record of the game, or a picture of the position."""
        call = operations.record(self.id, format=format, notation=notation)
        return (await self._respond(call, accept="*/*")).text

    async def png(self) -> bytes:
        """A picture of the position."""
        return (await self._respond(operations.record(self.id, format="png"), accept="*/*")).content

    async def review(self, *, time_ms: int | None = None, **settings: Any) -> models.ReviewDocument:
        """Rates every move, once all are searched."""
        call = operations.review(self.id, search(time_ms, **settings))
        return models.ReviewDocument.model_validate_json((await self._respond(call)).content)

    async def review_events(self, *, time_ms: int | None = None, **settings: Any) -> AsyncIterator[ReviewEvent]:
        """Rates every move, one by one."""
        call = operations.review(self.id, search(time_ms, **settings))
        async for line in self._transport.follow(call, token=self.token):
            event: Any = _http.EVENTS[line["event"]].model_validate(line)
            yield event

    # Playing

    async def move(self, move: str, *, reply: bool | None = None) -> models.Reply | None:
        """Plays a move in any notation, and returns the reply of an engine.

        Once the server has accepted it, it is played exactly once, also if the connection breaks.
        """
        body = _http.given(move=move, reply=reply)
        return self._played(await self._respond(operations.play_move(self.id, body)))

    async def hint(self, *, time_ms: int | None = None, **settings: Any) -> models.Search:
        """What the engine would play."""
        answer = await self._send(operations.best_move(self.id, search(time_ms, **settings)))
        assert isinstance(answer, models.Search)
        return answer

    async def let_engine_move(self, *, time_ms: int | None = None, **settings: Any) -> models.Reply | None:
        """Has an engine make the next move."""
        body = search(time_ms, play=True, **settings)
        return self._played(await self._respond(operations.best_move(self.id, body)))

    async def undo(self, plies: int | None = None) -> None:
        """Takes moves back. Between two people, offer it with `takeback`."""
        self._note(await self._respond(operations.undo(self.id, _http.given(plies=plies))))

    async def resign(self, side: models.Side | None = None) -> None:
        self._note(await self._respond(operations.resign(self.id, {"side": self._acting(side)})))

    async def draw(self, action: models.OfferAction = "offer", side: models.Side | None = None) -> None:
        """Offers a draw, or answers an offer. An engine decides by its score."""
        self._note(await self._respond(operations.draw(self.id, {"side": self._acting(side), "action": action})))

    async def takeback(
        self,
        action: models.OfferAction = "offer",
        side: models.Side | None = None,
        *,
        plies: int | None = None,
    ) -> None:
        """Offers to take moves back, or answers an offer."""
        body = _http.given(side=self._acting(side), action=action, plies=plies)
        self._note(await self._respond(operations.takeback(self.id, body)))

    async def rematch(self, action: models.OfferAction = "offer", side: models.Side | None = None) -> AsyncGame | None:
        """Offers another game, or answers an offer; returns the game once both sides agree."""
        body = {"side": self._acting(side), "action": action}
        self._note(await self._respond(operations.rematch(self.id, body)))
        return await self.next_game()

    async def next_game(self) -> AsyncGame | None:
        """The rematch that both sides agreed to. The colors are exchanged."""
        if self.state.next_game is None:
            return None
        response = await self._respond(operations.get_game(self.state.next_game))
        return AsyncGame.of(self._transport, response, token=self.token, side=self._other_side())

    def _other_side(self) -> models.Side | None:
        first: models.Side = "red" if self.state.ruleset == "xiangqi" else "black"
        second: models.Side = "black" if self.state.ruleset == "xiangqi" else "white"
        return second if self.side == first else first if self.side == second else None

    async def abort(self, side: models.Side | None = None) -> None:
        """Ends a game without a result before both sides have moved."""
        self._note(await self._respond(operations.abort(self.id, {"side": self._acting(side)})))

    async def ready(self, side: models.Side | None = None) -> None:
        """Says that a player is ready, in a game with `ready_check`."""
        self._note(await self._respond(operations.ready(self.id, {"side": self._acting(side)})))

    async def say(self, phrase: models.PhraseName) -> None:
        """Says one of six phrases to the other player and all who watch."""
        await self._send(operations.say(self.id, {"phrase": phrase}))

    async def claim(self, result: Literal["win", "draw"] = "win", side: models.Side | None = None) -> None:
        """Claims the game when the side to move has left it."""
        body = {"side": self._acting(side), "result": result}
        self._note(await self._respond(operations.claim(self.id, body)))

    # Arbitrating: with the API key that owns the game, or one with the scope `admin`

    async def pause(self) -> None:
        """Stops the clock and the game until it is resumed."""
        self._note(await self._respond(operations.pause(self.id, {})))

    async def resume(self) -> None:
        self._note(await self._respond(operations.resume(self.id, {})))

    async def add_time(self, side: models.Side, ms: int) -> None:
        """Adds to the time of a side."""
        self._note(await self._respond(operations.add_time(self.id, {"side": side, "ms": ms})))

    async def adjudicate(self, result: models.Side | Literal["draw"], detail: str | None = None) -> None:
        """Decides the game. The players see the detail."""
        body = _http.given(result=result, detail=detail)
        self._note(await self._respond(operations.adjudicate(self.id, body)))

    # Owning

    async def change(self, **details: Any) -> None:
        """Changes `players`, `reference` or `metadata`. Needs the API key that owns the game."""
        self._note(await self._respond(operations.change_details(self.id, details)))

    async def delete(self) -> None:
        await self._send(operations.delete_game(self.id))

    async def ticket(self) -> str:
        """A ticket that opens one stream of the game within a minute, for a program that cannot send the token."""
        return (await self._send(operations.issue_ticket(self.id, {}))).ticket

    def _acting(self, side: models.Side | None) -> models.Side:
        return side or self.side or self.turn

    async def _respond(self, call: Call[Any], accept: str = "application/json") -> httpx.Response:
        return await self._transport.respond(call, token=self.token, accept=accept)

    async def _send(self, call: Call[T]) -> T:
        return await self._transport.send(call, token=self.token)

    def _note(self, response: httpx.Response) -> None:
        self._etag = response.headers.get("etag", self._etag)
        if response.status_code != 304:
            self.state = models.Game.model_validate_json(response.content)

    def _played(self, response: httpx.Response) -> models.Reply | None:
        played = models.Played.model_validate_json(response.content)
        self.state, self._etag = played.game, response.headers.get("etag")
        return played.reply

    def _repr_svg_(self) -> str:
        moves = self.moves
        return board_svg(self.fen, last=moves[-1] if moves else None, flip=self.side == "black")

    def __repr__(self) -> str:
        result = f"{self.winner or 'nobody'} wins by {self.reason}" if self.is_over else f"{self.turn} to move"
        return f"<{type(self).__name__} {self.id} {self.state.ruleset}, ply {self.state.ply}, {result}>"


_SIDES: tuple[models.Side, ...] = ("red", "black", "white")


def _sides(values: models.Seats | models.Invitations | None) -> dict[models.Side, str]:
    found: dict[models.Side, str] = {}
    for side in _SIDES:
        if secret := getattr(values, side, None):
            found[side] = secret
    return found
