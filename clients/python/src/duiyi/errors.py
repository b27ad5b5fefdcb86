"""What can go wrong. `problems` has an exception for each code."""

from __future__ import annotations

from .models import Problem


class DuiyiError(Exception):
    """The base of all errors of this package."""


class UnreachableError(DuiyiError):
    """The server itself did not respond: the connection failed, or a proxy answered."""


class WebhookError(DuiyiError):
    """A webhook is not from the server, or too old."""


class ApiError(DuiyiError):
    """The server refused a request. `problem` says what was wrong and what would be right."""

    def __init__(self, problem: Problem, retry_after: float | None = None) -> None:
        super().__init__(problem.detail)
        self.problem = problem
        self.retry_after = retry_after
        """The seconds after which the server expects another try."""

    @property
    def code(self) -> str:
        return self.problem.code

    @property
    def status(self) -> int:
        return self.problem.status

    def __str__(self) -> str:
        places = "".join(f"\n  {it.pointer}: {it.message}" for it in self.problem.errors or ())
        return f"{self.code}: {self.problem.detail}{places}"
