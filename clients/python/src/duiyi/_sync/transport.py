# Generated from _async/transport.py by clients/generate.
"""Sends calls, tries again, and follows streams over broken connections."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any, TypeVar

import httpx

from .. import _http
from .._call import Call
from ..errors import ApiError, UnreachableError

T = TypeVar("T")
JSON, LINES = "application/json", "application/x-ndjson"


class Transport:
    def __init__(self, http: httpx.Client, retries: int) -> None:
        self.http = http
        self.retries = retries

    def send(self, call: Call[T], *, token: str | None = None, accept: str = JSON) -> T:
        """Sends a call of `duiyi.operations` and reads the response."""
        return _http.read(call, self.respond(call, token=token, accept=accept))

    def respond(self, call: Call[Any], *, token: str | None = None, accept: str = JSON) -> httpx.Response:
        """Sends a call and returns the response as it is. A retry has the `Idempotency-Key` of the first try."""
        sent = _http.request(_http.with_key(call), token, accept)
        for attempt in range(self.retries + 1):
            try:
                return self._try(sent)
            except (ApiError, UnreachableError) as error:
                pause = _http.pause_before(attempt, error)
                if pause is None or attempt == self.retries:
                    raise
                time.sleep(pause)
        raise AssertionError("the last try returns or raises")

    def _try(self, sent: dict[str, Any]) -> httpx.Response:
        try:
            response = self.http.request(**sent)
        except httpx.TransportError as error:
            raise UnreachableError(f"{self.http.base_url}: {error!r}") from error
        if response.is_success or response.status_code == 304:
            return response
        raise _http.error_of(response)

    def follow(
        self, call: Call[Any], *, token: str | None = None, after: str | None = None
    ) -> Iterator[dict[str, Any]]:
        """The lines of a stream up to its `end`. After a broken connection it goes on behind the last line."""
        failures = 0
        while True:
            resumed = call.with_headers(Last_Event_ID=after) if after is not None else call
            try:
                for line in self._lines(resumed, token):
                    failures = 0
                    after = str(line["id"])
                    yield line
                    if _http.is_end(line):
                        return
                raise UnreachableError("the stream broke off")
            except (ApiError, UnreachableError) as error:
                pause = _http.pause_before(failures, error)
                if pause is None or failures >= self.retries:
                    raise
                failures += 1
                time.sleep(pause)

    def _lines(self, call: Call[Any], token: str | None) -> Iterator[dict[str, Any]]:
        sent = _http.request(call, token, LINES)
        timeout = httpx.Timeout(_http.SILENCE)
        try:
            with self.http.stream(**sent, timeout=timeout) as response:
                if not response.is_success:
                    response.read()
                    raise _http.error_of(response)
                for line in response.iter_lines():
                    if line.strip():
                        yield json.loads(line)
        except httpx.TransportError as error:
            raise UnreachableError(f"{self.http.base_url}: {error!r}") from error
