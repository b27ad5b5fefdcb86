"""Starts a server on this machine."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Mapping
from typing import Any

import httpx

from ._sync.client import Duiyi
from .errors import DuiyiError

STARTUP = 30.0


class LocalDuiyi(Duiyi):
    """A client of a server that ends with it."""

    def __init__(self, url: str, server: subprocess.Popen[bytes], **settings: Any) -> None:
        super().__init__(url, **settings)
        self.server = server

    def close(self) -> None:
        super().close()
        self.server.terminate()
        self.server.wait()

    def __enter__(self) -> LocalDuiyi:
        return self


def local(program: str | None = None, *, settings: Mapping[str, str] | None = None, **client: Any) -> LocalDuiyi:
    """Starts `duiyi serve` on a free port and returns its client. Closing the client ends the server.

    The program is the one given, or `LOCAL_DUIYI`, or `duiyi` on the path. `settings` are its environment variables.
    """
    found = program or os.environ.get("LOCAL_DUIYI") or shutil.which("duiyi")
    if not found:
        raise DuiyiError("there is no program duiyi on the path: install it, or connect to a server by its address")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    environment = {"DUIYI_LOG": "warn", **os.environ, **(settings or {})}
    server = subprocess.Popen([found, "serve", "--listen", address], env=environment)
    try:
        _await_ready(server, address)
    except BaseException:
        server.kill()
        raise
    return LocalDuiyi(f"http://{address}", server, **client)


def _await_ready(server: subprocess.Popen[bytes], address: str) -> None:
    end = time.monotonic() + STARTUP
    while time.monotonic() < end:
        if server.poll() is not None:
            raise DuiyiError(f"the server exited with code {server.returncode} before it answered")
        try:
            if httpx.get(f"http://{address}/readyz").is_success:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.02)
    raise DuiyiError(f"the server does not answer after {STARTUP:.0f} s")
