# Generated from _async/analysis.py by clients/generate.
"""Rules and searches for any position, without a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .. import _http, models, operations
from .._call import Call
from ..progress import Bar
from ..settings import Options, search
from .transport import Transport

BATCH = 256
WAIT = 50


class Analysis:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def position(
        self,
        ruleset: models.Ruleset = "xiangqi",
        *,
        fen: str | None = None,
        moves: Sequence[str] | None = None,
        options: Options | None = None,
    ) -> models.Position:
        """What the rules say: legal moves, forbidden points, warnings, the result."""
        body = _http.given(ruleset=ruleset, fen=fen, moves=moves, options=options)
        return self._transport.send(operations.position(body))

    def opening(
        self,
        ruleset: models.Ruleset = "xiangqi",
        *,
        fen: str | None = None,
        moves: Sequence[str] | None = None,
    ) -> models.KnownOpening:
        """The name of the opening, and the moves of the book."""
        body = _http.given(ruleset=ruleset, fen=fen, moves=moves)
        return self._transport.send(operations.opening(body))

    def search(
        self,
        ruleset: models.Ruleset = "xiangqi",
        *,
        fen: str | None = None,
        moves: Sequence[str] | None = None,
        options: Options | None = None,
        time_ms: int | None = None,
        **settings: Any,
    ) -> models.Search:
        """Searches a position. `settings` are fields of `SearchFields`: `depth`, `lines`, `level`, `engine`, …"""
        start = _http.given(ruleset=ruleset, fen=fen, moves=moves, options=options)
        return self._transport.send(operations.analyse(start | search(time_ms, **settings)))

    def depths(
        self,
        ruleset: models.Ruleset = "xiangqi",
        *,
        fen: str | None = None,
        moves: Sequence[str] | None = None,
        options: Options | None = None,
        time_ms: int | None = None,
        **settings: Any,
    ) -> Iterator[models.Search]:
        """The same, depth by depth as they are finished. Leaving the loop ends the search."""
        start = _http.given(ruleset=ruleset, fen=fen, moves=moves, options=options)
        call = operations.analyse(start | search(time_ms, **settings))
        for line in self._transport.follow(call):
            if line["event"] in ("info", "result"):
                yield models.Search.model_validate(line["data"])

    def review(
        self, record: str | bytes | None = None, *, time_ms: int | None = None, **settings: Any
    ) -> models.ReviewDocument:
        """Rates every move of a game that is not stored: a record, or `ruleset`, `fen` and `moves`."""
        what = _http.given(record=_http.record(record) if record is not None else None)
        call = operations.review_moves(what | search(time_ms, **settings))
        return self._transport.send(call)

    def submit(self, ruleset: models.Ruleset = "xiangqi", *, time_ms: int | None = None, **settings: Any) -> Job:
        """Submits a search too long to keep a connection open."""
        call = operations.submit_analysis({"ruleset": ruleset} | search(time_ms, **settings))
        return Job(self._transport, self._transport.send(call))

    def batch(
        self,
        positions: Sequence[models.BatchPosition | Mapping[str, Any]],
        *,
        time_ms: int | None = None,
        progress: bool = True,
        **settings: Any,
    ) -> Iterator[models.BatchResult]:
        """Searches any number of positions in the background and yields the results in their order.

        A position that is not valid has a `problem` in place of a `result`. Shows the progress if rich or tqdm is installed.
        Leaving the loop cancels the rest.
        """
        with Bar(len(positions), progress) as bar:
            for first in range(0, len(positions), BATCH):
                body = {"positions": list(positions[first : first + BATCH])} | search(time_ms, **settings)
                job = Job(self._transport, self._transport.send(operations.submit_batch(body)))
                for result in job.results():
                    bar.step()
                    yield result.model_copy(update={"index": first + result.index})


class Job:
    """A long analysis on the server."""

    def __init__(self, transport: Transport, state: models.Analysis) -> None:
        self._transport = transport
        self.state = state

    @property
    def is_over(self) -> bool:
        return self.state.status not in ("queued", "running")

    def refresh(self) -> models.Analysis:
        """The state with the best result so far."""
        return self._renew(operations.show_analysis(self.state.id))

    def wait(self) -> models.Analysis:
        """Waits for the end."""
        while not self.is_over:
            self._renew(operations.show_analysis(self.state.id, prefer=f"wait={WAIT}"))
        return self.state

    def cancel(self) -> models.Analysis:
        """Ends the search and keeps its best result so far."""
        return self._renew(operations.cancel_analysis(self.state.id))

    def results(self) -> Iterator[models.BatchResult]:
        """Those of a batch as they come. If the caller stops early, the rest is cancelled."""
        is_complete = False
        try:
            for line in self._transport.follow(operations.show_analysis(self.state.id)):
                if line["event"] == "position":
                    yield models.BatchResult.model_validate(line)
            is_complete = True
        finally:
            if not is_complete:
                self.cancel()

    def _renew(self, call: Call[models.Analysis]) -> models.Analysis:
        self.state = self._transport.send(call)
        return self.state
