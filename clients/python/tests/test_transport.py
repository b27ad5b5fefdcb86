"""What happens when a server is busy, gone, or newer than the client."""

import base64
import hmac
import json
import time
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import httpx
import pytest

from duiyi import Duiyi, UnreachableError, WebhookError, models, operations, problems, webhooks


def client(answers: Iterator[httpx.Response | Exception], sent: list[httpx.Request]) -> Duiyi:
    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        found = next(answers)
        if isinstance(found, Exception):
            raise found
        return found

    transport = httpx.MockTransport(answer)
    return Duiyi(http=httpx.Client(base_url="http://server", transport=transport))


def problem(code: str, status: int, **headers: str) -> httpx.Response:
    body = {"type": "", "title": "", "status": status, "detail": "no", "instance": "", "code": code, "request_id": ""}
    return httpx.Response(
        status, headers={"content-type": "application/problem+json", **headers}, content=json.dumps(body)
    )


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    taken: list[float] = []
    monkeypatch.setattr(time, "sleep", taken.append)
    return taken


CHANGE = operations.undo("id", {})


def test_a_change_is_tried_again_with_the_same_key(pauses: list[float]) -> None:
    sent: list[httpx.Request] = []
    answers = [httpx.ConnectError("gone"), problem("overloaded", 503, **{"retry-after": "7"}), httpx.Response(204)]
    client(iter(answers), sent).transport.respond(CHANGE)
    assert len({request.headers["idempotency-key"] for request in sent}) == 1 and len(sent) == 3
    assert pauses[1] == 7


def test_what_a_retry_cannot_help_is_not_tried_again() -> None:
    sent: list[httpx.Request] = []
    with pytest.raises(problems.GameOver):
        client(iter([problem("game_over", 409)]), sent).send(CHANGE)
    assert len(sent) == 1


def test_a_server_that_stays_away_is_an_error() -> None:
    sent: list[httpx.Request] = []
    with pytest.raises(UnreachableError):
        client(iter([httpx.ConnectError("gone")] * 5), sent).send(CHANGE)
    assert len(sent) == 5


def test_a_stream_that_breaks_goes_on_behind_its_last_line() -> None:
    sent: list[httpx.Request] = []
    first = httpx.Response(200, content='{"id": 3, "event": "game", "data": {}}\n\n')
    rest = httpx.Response(200, content='{"id": 4, "event": "end", "data": {"reason": "game_over"}}\n')
    answers = [first, httpx.ReadError("broken"), rest]
    lines = client(iter(answers), sent).transport.follow(operations.events("id"))
    assert [line["id"] for line in lines] == [3, 4]
    assert [request.headers.get("last-event-id") for request in sent] == [None, "3", "3"]


def test_a_stream_goes_on_after_an_error_of_the_server_itself() -> None:
    end = httpx.Response(200, content='{"id": 4, "event": "end", "data": {"reason": "game_over"}}\n')
    sent: list[httpx.Request] = []
    lines = client(iter([problem("internal", 500), end]), sent).transport.follow(operations.events("id"))
    assert [line["id"] for line in lines] == [4] and len(sent) == 2


def test_an_unknown_code_and_an_unknown_value_are_kept() -> None:
    sent: list[httpx.Request] = []
    with pytest.raises(problems.ApiError, match="not_invented_yet"):
        client(iter([problem("not_invented_yet", 422)]), sent).send(CHANGE)
    score = models.Puzzle.model_validate({"id": "1", "ruleset": "shogi", "level": 1, "theme": "x", "goal": "mate",
                                          "goal_moves": 1, "fen": "", "turn": "gold", "solution": [], "new": 1})  # fmt: skip
    assert (score.turn, score.model_extra) == ("gold", {"new": 1})


def signed(body: bytes, secret: bytes, sent: float) -> dict[str, str]:
    stamp = str(int(sent))
    mac = hmac.digest(secret, b".".join((b"msg", stamp.encode(), body)), sha256)
    return {
        "Webhook-Id": "msg",
        "webhook-timestamp": stamp,
        "webhook-signature": f"v1,wrong v1,{base64.b64encode(mac).decode()}",
    }


def test_only_a_recent_webhook_with_the_right_signature_is_an_event() -> None:
    event: dict[str, Any] = {"id": "1-1", "event": "game_created", "at": "2026-01-01T00:00:00Z", "game": None,
                             "user": None, "reference": None, "data": {}}  # fmt: skip
    body, secret, now = json.dumps(event).encode(), b"secret", time.time()
    encoded = "whsec_" + base64.b64encode(secret).decode()
    assert webhooks.verify(body, signed(body, secret, now), encoded).event == "game_created"
    for headers in (signed(body, b"other", now), signed(b"other", secret, now), signed(body, secret, now - 999), {}):
        with pytest.raises(WebhookError):
            webhooks.verify(body, headers, encoded)
