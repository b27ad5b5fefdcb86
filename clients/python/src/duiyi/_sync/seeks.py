# Generated from _async/seeks.py by clients/generate.
"""Finds an opponent among strangers."""

from __future__ import annotations

from typing import Literal

from .. import _http, models, operations
from ..settings import Clock, Options
from .game import Game
from .transport import Transport

WAIT = 30.0


class Seek:
    """A search for an opponent. It ends 15 s after the last `wait`."""

    def __init__(self, transport: Transport, state: models.CreatedSeek) -> None:
        self._transport = transport
        self.state = state

    @property
    def id(self) -> str:
        return self.state.id

    def wait(self, timeout: float = WAIT) -> Game | None:
        """Waits for an opponent, a minute at most, and returns the game, to play for the seeker's side. None if nobody has come."""
        call = operations.await_game(self.id, prefer=_http.wait(timeout))
        found = self._transport.send(call, token=self.state.secret)
        if found.game is None:
            return None
        response = self._transport.respond(operations.get_game(found.game), token=found.token)
        return Game.of(self._transport, response, token=found.token, side=found.side)

    def withdraw(self) -> None:
        """Stops looking."""
        self._transport.send(operations.withdraw_seek(self.id), token=self.state.secret)


class Seeks:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        ruleset: models.Ruleset = "xiangqi",
        *,
        options: Options | None = None,
        clock: Clock | None = None,
        side: models.Side | Literal["random"] | None = None,
        name: str | None = None,
        engine_after_ms: int | None = None,
        level: int | None = None,
    ) -> Seek:
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
        return Seek(self._transport, self._transport.send(operations.create_seek(body)))

    def list(self) -> list[models.Seek]:
        """Who looks for an opponent. To play with one of them, create a seek with the same terms."""
        return (self._transport.send(operations.list_seeks())).seeks
