"""The client against the contract of this checkout."""

import inspect
from pathlib import Path
from typing import Any

import yaml

from duiyi import operations
from duiyi._call import Call  # pyright: ignore[reportPrivateUsage]

CONTRACT = Path(__file__).parents[3] / "openapi.yaml"


def test_every_operation_is_there_and_has_its_path() -> None:
    paths: dict[str, dict[str, Any]] = yaml.safe_load(CONTRACT.read_text())["paths"]
    for path, methods in paths.items():
        for method, operation in methods.items():
            if method == "parameters":
                continue
            name = operation["operationId"]
            make = getattr(operations, name, None)
            assert make, f"{name} is missing: run clients/generate"
            needed = [it for it in inspect.signature(make).parameters.values() if it.default is it.empty]
            call: Call[Any] = make(*(it.name for it in needed))
            assert (call.operation, call.method) == (name, method.upper())
            assert call.path == path.replace("{", "").replace("}", "")
