"""A progress bar, if rich or tqdm is installed; otherwise nothing."""

from __future__ import annotations

import importlib
from typing import Any


class Bar:
    def __init__(self, total: int, is_wanted: bool) -> None:
        self._total = total
        self._bar: Any = None
        self._step: Any = None
        if is_wanted and not self._use("rich.progress", self._rich):
            self._use("tqdm.auto", self._tqdm)

    def _use(self, module: str, start: Any) -> bool:
        try:
            start(importlib.import_module(module))
        except ImportError:
            return False
        return True

    def _rich(self, rich: Any) -> None:
        self._bar = rich.Progress(transient=True)
        task = self._bar.add_task("positions", total=self._total)
        self._step = lambda: self._bar.advance(task)

    def _tqdm(self, tqdm: Any) -> None:
        self._bar = tqdm.tqdm(total=self._total, unit="position", leave=False)
        self._step = self._bar.update

    def step(self) -> None:
        if self._step:
            self._step()

    def __enter__(self) -> Bar:
        if self._bar is not None:
            self._bar.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        if self._bar is not None:
            self._bar.__exit__(*error)
