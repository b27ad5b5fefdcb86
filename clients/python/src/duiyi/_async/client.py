"""The client: where the server is, and what it offers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, TypeVar

import httpx

from .. import _http, models, operations
from .._call import Call
from .analysis import AsyncAnalysis
from .games import AsyncGames
from .seeks import AsyncSeeks
from .transport import AsyncTransport

T = TypeVar("T")


class AsyncDuiyi:
    """A Duiyi server.

    `key` is an API key, for servers that need one, and `user` the end user on whose behalf it calls. `retries` is how often a request
    is tried again. `http` replaces the httpx client, for example with one that uses a proxy; its `base_url` is then the server.
    """

    def __init__(
        self,
        url: str = "http://localhost:8080",
        *,
        key: str | None = None,
        user: str | None = None,
        retries: int = _http.RETRIES,
        timeout: float = _http.TIMEOUT,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        headers = _http.given(**{"X-API-Key": key, "Duiyi-User": user})
        client = http or httpx.AsyncClient(base_url=url, timeout=timeout)
        client.headers.update(headers)
        self.transport = AsyncTransport(client, retries)
        self.games = AsyncGames(self.transport)
        self.seeks = AsyncSeeks(self.transport)
        self.analysis = AsyncAnalysis(self.transport)

    async def send(self, call: Call[T], *, token: str | None = None) -> T:
        """Sends any call of `duiyi.operations`: what this client has no method for."""
        return await self.transport.send(call, token=token)

    async def rulesets(self) -> models.Rulesets:
        """The rulesets with their options and levels, and the limits of the server."""
        return await self.send(operations.rulesets())

    async def puzzle(
        self,
        ruleset: models.PuzzleRuleset = "xiangqi",
        *,
        level: int | None = None,
        seen: list[str] | None = None,
    ) -> models.Puzzle:
        """A puzzle near a level, at random, and none of those with an id in `seen`."""
        return await self.send(operations.next_puzzle(ruleset, level=level, seen=",".join(seen or []) or None))

    async def convert(
        self,
        record: str | bytes,
        format: str,
        *,
        notation: str | None = None,
        ruleset: models.Ruleset | None = None,
    ) -> list[models.ConvertedRecord]:
        """Converts a record, or a file of many, to another format. Bytes are files such as XQF."""
        body = _http.given(record=_http.record(record), format=format, notation=notation, ruleset=ruleset)
        return (await self.send(operations.convert_record(body))).records

    async def events(self, *, moves: bool = False, after: str | None = None) -> AsyncIterator[models.FeedEvent]:
        """The events of all games of the API key, after the one with the id `after` or from now on."""
        call = operations.follow_events(moves=moves)
        async for line in self.transport.follow(call, after=after):
            yield models.FeedEvent.model_validate(line)

    async def aclose(self) -> None:
        await self.transport.http.aclose()

    async def __aenter__(self) -> AsyncDuiyi:
        return self

    async def __aexit__(self, *_: Any) -> None:
        await self.aclose()
