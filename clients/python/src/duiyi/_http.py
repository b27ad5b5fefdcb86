"""From a call to the arguments of httpx and back, and when to try again; without any I/O."""

from __future__ import annotations

import base64
import json
import random
import uuid
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any, TypeVar

import httpx
from pydantic import BaseModel, TypeAdapter

from . import models
from ._call import Call
from .errors import ApiError, UnreachableError
from .problems import BY_CODE

T = TypeVar("T")

RETRIES = 4
"""How often a request is tried again by default."""
SILENCE = 25.0
"""Streams carry a heartbeat every 8 s. After three missing ones the connection counts as lost."""
TIMEOUT = 90.0
"""More than the longest wait that the server allows."""


def plain(value: Any) -> Any:
    """A value as JSON has it. Fields that are None mean the same as absent ones."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", exclude_none=True)
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]  # pyright: ignore[reportUnknownVariableType]
    return value.isoformat() if isinstance(value, datetime) else value


def given(**fields: Any) -> dict[str, Any]:
    """The fields that are not None."""
    return {name: value for name, value in fields.items() if value is not None}


def with_key(call: Call[T]) -> Call[T]:
    """Makes a change safe to retry, if the operation takes an `Idempotency-Key`."""
    if "Idempotency-Key" not in call.headers or call.headers["Idempotency-Key"]:
        return call
    return call.with_headers(Idempotency_Key=str(uuid.uuid4()))


def request(call: Call[Any], token: str | None, accept: str) -> dict[str, Any]:
    headers = {name: value for name, value in call.headers.items() if value is not None}
    headers["Accept"] = accept
    if token:
        headers["Authorization"] = f"Bearer {token}"
    query = {name: value for name, value in call.query.items() if value is not None}
    sent: dict[str, Any] = {
        "method": call.method,
        "url": call.path,
        "headers": headers,
        "params": plain(query),
    }
    if call.body is not None:
        headers["Content-Type"] = "application/json"
        sent["content"] = json.dumps(plain(call.body), ensure_ascii=False).encode()
    return sent


def error_of(response: httpx.Response) -> ApiError | UnreachableError:
    if not response.headers.get("content-type", "").startswith("application/problem+json"):
        return UnreachableError(f"{response.request.url} answered {response.status_code} {response.reason_phrase}")
    problem = models.Problem.model_validate_json(response.content)
    after = response.headers.get("retry-after", "")
    return BY_CODE.get(problem.code, ApiError)(problem, float(after) if after.isdigit() else None)


@cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def read(call: Call[T], response: httpx.Response) -> T:
    if call.answer is None or response.status_code == 304:
        return None  # type: ignore[return-value]
    if call.answer is str:
        return response.text  # type: ignore[return-value]
    if call.answer is bytes:
        return response.content  # type: ignore[return-value]
    return adapter(call.answer).validate_json(response.content)


def pause_before(attempt: int, error: Exception) -> float | None:
    """How many seconds to wait before the next try; None if it would not help."""
    backoff = min(0.25 * 2**attempt, 5.0) * random.uniform(0.5, 1.0)
    if isinstance(error, ApiError):
        is_temporary = error.status == 429 or error.status >= 500 or error.code == "request_in_flight"
        return max(error.retry_after or 0, backoff) if is_temporary else None
    return backoff if isinstance(error, UnreachableError) else None


def next_state(since: str, seconds: float) -> dict[str, Any]:
    """Asks for a state other than `since`, and waits for it."""
    return {"if_none_match": since, "prefer": wait(seconds)}


def wait(seconds: float) -> str:
    """The preference of a request that waits. A server waits a minute at most."""
    return f"wait={max(1, min(60, round(seconds)))}"


EVENTS: dict[str, type[models.Model]] = {
    "game": models.GameEvent,
    "presence": models.PresenceEvent,
    "offer": models.OfferEvent,
    "arbiter": models.ArbiterEvent,
    "phrase": models.PhraseEvent,
    "watchers": models.WatchersEvent,
    "thinking": models.ThinkingEvent,
    "info": models.InfoEvent,
    "ply": models.PlyEvent,
    "result": models.ResultEvent,
    "error": models.ProblemEvent,
    "end": models.EndEvent,
}


def is_end(line: Mapping[str, Any]) -> bool:
    """Whether a line of a stream is its last one. After a shutdown the stream goes on with another server."""
    return line.get("event") == "end" and line["data"].get("reason") != "shutdown"


def record(text: str | bytes) -> Any:
    """A record as the API takes it: binary ones in base64."""
    return text if isinstance(text, str) else {"base64": base64.b64encode(text).decode()}
