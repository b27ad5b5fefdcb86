"""One request, as `operations` describes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

T = TypeVar("T")


@dataclass(frozen=True)
class Call(Generic[T]):
    """A request whose response is a `T`."""

    operation: str
    method: str
    path: str
    answer: Any
    """The type of the response; None if it has no body, or only a stream."""
    body: BaseModel | Mapping[str, Any] | None = None
    query: Mapping[str, Any] = field(default_factory=dict[str, Any])
    headers: Mapping[str, str | None] = field(default_factory=dict[str, "str | None"])

    def with_headers(self, **headers: str | None) -> Call[T]:
        """The same request with more headers: `If_Match` is `If-Match`."""
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        return replace(self, headers={**self.headers, **more})
