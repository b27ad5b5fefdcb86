"""Verifies webhooks, which are signed as https://www.standardwebhooks.com has it."""

from __future__ import annotations

import base64
import hmac
import time
from collections.abc import Mapping
from hashlib import sha256

from .errors import WebhookError
from .models import FeedEvent

TOLERANCE = 300
"""By how many seconds the clocks of both sides may differ."""


def verify(body: bytes, headers: Mapping[str, str], secret: str, *, tolerance: float = TOLERANCE) -> FeedEvent:
    """The event in the body of a webhook. Raises `WebhookError` unless it is signed with the secret and recent.

    The same event may come twice: its `id` says so.
    """
    found = {name.lower(): value for name, value in headers.items()}
    try:
        id, sent, signatures = (found[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
        is_recent = abs(time.time() - int(sent)) <= tolerance
    except (KeyError, ValueError) as error:
        raise WebhookError("the headers of a webhook are missing") from error
    if not is_recent:
        raise WebhookError("the webhook was not sent just now")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.digest(key, b".".join((id.encode(), sent.encode(), body)), sha256)
    expected = "v1," + base64.b64encode(mac).decode()
    if not any(hmac.compare_digest(expected, given) for given in signatures.split()):
        raise WebhookError("the signature of the webhook is wrong")
    return FeedEvent.model_validate_json(body)
