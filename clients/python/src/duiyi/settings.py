"""What a request is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from . import _http, models
from .models import CaroOptions, GomokuOptions, Limits, RenjuOptions, XiangqiOptions
from .models import EnginePlayer as Engine
from .models import HumanPlayer as Human
from .models import NewClock as Clock

Player = Engine | Human
Options = XiangqiOptions | GomokuOptions | RenjuOptions | CaroOptions

__all__ = ["Clock", "Engine", "Human", "Limits", "Options", "Player", "new_game", "search"]


def new_game(
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
) -> dict[str, Any]:
    """The body of a request that creates a game."""
    return _http.given(
        ruleset=ruleset,
        players=_http.given(red=red, black=black, white=white) or None,
        options=options,
        fen=fen,
        moves=list(moves) if moves is not None else None,
        record=_http.record(record) if record is not None else None,
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


def search(
    time_ms: int | None = None, depth: int | None = None, nodes: int | None = None, **settings: Any
) -> dict[str, Any]:
    """How to search: limits by their names, and any field of `SearchFields`."""
    limits = _http.given(time_ms=time_ms, depth=depth, nodes=nodes)
    return _http.given(limits=limits or None, **settings)
