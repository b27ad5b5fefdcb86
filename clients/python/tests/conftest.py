"""A server that only these tests use. `LOCAL_DUIYI` is its program."""

import hashlib
from collections.abc import Iterator

import pytest

import duiyi

KEY = "shop"


@pytest.fixture(scope="session")
def api() -> Iterator[duiyi.Duiyi]:
    with duiyi.local() as client:
        yield client


@pytest.fixture(scope="session")
def shop() -> Iterator[duiyi.Duiyi]:
    """A server that needs an API key, and the client of one."""
    digest = hashlib.sha256(KEY.encode()).hexdigest()
    scopes = '["games", "analysis", "feed"]'
    keys = f'[{{name = "shop", sha256 = "{digest}", scopes = {scopes}}}]'
    with duiyi.local(settings={"DUIYI_API_KEYS": keys}, key=KEY, user="anna") as client:
        yield client
