"""Writes what follows from the contract: `models.py`, `operations.py`, `problems.py`, and the package `_sync` from `_async`.

generate.py [--check]: with it, only says which files are out of date. Needs datamodel-code-generator, PyYAML and ruff.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent
PACKAGE = HERE / "src" / "duiyi"
CONTRACT = HERE.parent.parent / "openapi.yaml"
MADE = "Generated from openapi.yaml by clients/generate."

Json = dict[str, Any]


def camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[_\s-]", name))


# Models


# The server checks these and says what is wrong. A check here would only know today's values.
CHECKS = {
    "additionalProperties": (False,),
    "unevaluatedProperties": (False,),
    **dict.fromkeys(("minimum", "maximum", "minLength", "maxLength", "pattern"), ()),
    **dict.fromkeys(("minItems", "maxItems", "minProperties", "maxProperties"), ()),
    **dict.fromkeys(("if", "then", "dependentSchemas", "discriminator"), ()),
}


def simplify(schemas: Json) -> Json:
    """Gives every object a name of its own, joins unions of plain types, and leaves out checks."""
    named: Json = {}

    def visit(schema: Any, name: str, is_inner: bool) -> Any:
        if isinstance(schema, list):
            return [visit(item, name, is_inner) for item in schema]
        if not isinstance(schema, dict):
            return schema
        kept: Json = {}
        for key, value in schema.items():
            if key in CHECKS and (not CHECKS[key] or value in CHECKS[key]):
                continue
            if key == "properties":
                kept[key] = {prop: visit(inner, name + camel(prop), True) for prop, inner in value.items()}
            elif key in ("oneOf", "allOf", "items", "additionalProperties"):
                kept[key] = visit(value, name, is_inner)
            else:
                kept[key] = value
        union = kept.get("oneOf")
        if union and all(set(part) <= {"type", "format"} for part in union):
            del kept["oneOf"]
            kept["type"] = [part["type"] for part in union]
        if is_inner and "properties" in kept:
            is_nullable = isinstance(kept["type"], list)
            named[name] = kept | {"type": "object"}
            reference = {"$ref": f"#/components/schemas/{name}"}
            return {"oneOf": [reference, {"type": "null"}]} if is_nullable else reference
        return kept

    simple = {name: visit(schema, name, False) for name, schema in schemas.items()}
    return simple | named


def models(contract: Json, folder: Path) -> str:
    document = {
        "openapi": contract["openapi"],
        "info": contract["info"],
        "paths": {},
        "components": {"schemas": simplify(contract["components"]["schemas"])},
    }
    source, target = folder / "contract.yaml", folder / "models.py"
    source.write_text(yaml.safe_dump(document, sort_keys=False, allow_unicode=True))
    arguments = """--input-file-type openapi --output-model-type pydantic_v2.BaseModel --target-python-version 3.10
        --enum-field-as-literal all --use-union-operator --use-standard-collections --use-schema-description
        --use-field-description --disable-timestamp --use-annotated --output-datetime-class datetime --use-type-alias
        --base-class duiyi._model.Model --openapi-scopes schemas --use-one-literal-as-default --type-mappings uuid=string
        --formatters builtin --use-double-quotes --wrap-string-literal --disable-future-imports"""
    command = ["datamodel-codegen", "--input", source, "--output", target, *arguments.split()]
    subprocess.run(command, check=True)
    text = target.read_text()
    return f'"""{MADE}"""\n\n' + re.sub(r"\A(#.*\n)+\s*", "", text)


# Operations


def resolve(contract: Json, value: Json) -> Json:
    while "$ref" in value:
        reference: str = value["$ref"]
        value = contract
        for step in reference.removeprefix("#/").split("/"):
            value = value[step]
    return value


def type_of(schema: Json) -> str:
    """The type of a parameter or a body."""
    if "$ref" in schema:
        return "models." + schema["$ref"].split("/")[-1]
    if "enum" in schema:
        return f"Literal[{', '.join(map(repr, schema['enum']))}]"
    if schema.get("format") == "date-time":
        return "datetime"
    return {"integer": "int", "boolean": "bool", "number": "float", "object": "dict[str, Any]"}.get(
        schema.get("type", ""), "str"
    )


def answer_of(operation: Json) -> str:
    """The type of the response that is not a stream."""
    content = next((r.get("content", {}) for code, r in operation["responses"].items() if code.startswith("2")), {})
    if "application/json" in content:
        return type_of(content["application/json"]["schema"])
    if set(content) & {"text/event-stream"} or not content:
        return "None"
    return "str" if all(kind.startswith("text/") or kind.endswith("text") for kind in content) else "bytes"


def function(contract: Json, path: str, method: str, operation: Json, shared: list[Json]) -> str:
    parameters = [resolve(contract, item) for item in [*shared, *operation.get("parameters", [])]]
    positional: list[str] = []
    keywords: list[str] = []
    given: dict[str, list[str]] = {"query": [], "header": []}
    for item in parameters:
        argument = item["name"].replace("-", "_").lower()
        if item["in"] == "path":
            positional.append(f"{argument}: str")
            path = path.replace(f"{{{item['name']}}}", f"{{quote({argument}, safe='')}}")
        elif item.get("required"):
            positional.append(f"{argument}: {type_of(item['schema'])}")
            given[item["in"]].append(f'"{item["name"]}": {argument}')
        else:
            keywords.append(f"{argument}: {type_of(item['schema'])} | None = None")
            given[item["in"]].append(f'"{item["name"]}": {argument}')
    body = "None"
    if "requestBody" in operation:
        content = operation["requestBody"]["content"]
        kind = type_of(content["application/json"]["schema"])
        body = "body"
        is_required = operation["requestBody"].get("required", False)
        typed = kind if kind.startswith("dict") else f"{kind} | dict[str, Any]"
        positional.append(f"body: {typed}" if is_required else f"body: {typed} | None = None")
    answer = answer_of(operation)
    parts = [
        f'"{operation["operationId"]}"',
        f'"{method.upper()}"',
        f'f"{path}"' if "{" in path else f'"{path}"',
        answer if answer != "None" else "None",
    ]
    if body != "None":
        parts.append(f"body={body}")
    for place, name in (("query", "query"), ("header", "headers")):
        if given[place]:
            parts.append(f"{name}={{{', '.join(given[place])}}}")
    signature = ", ".join([*positional, *(["*", *keywords] if keywords else [])])
    return (
        f"def {operation['operationId']}({signature}) -> Call[{answer}]:\n"
        f'    """{operation["summary"]}."""\n'
        f"    return Call({', '.join(parts)})\n"
    )


def operations(contract: Json) -> str:
    functions = [
        function(contract, path, method, operation, item.get("parameters", []))
        for path, item in contract["paths"].items()
        for method, operation in item.items()
        if method != "parameters"
    ]
    heading = (
        f'"""Every operation of the API: each function describes one request, which `send` of a client sends. {MADE}"""\n\n'
        "from datetime import datetime\nfrom typing import Any, Literal\nfrom urllib.parse import quote\n\n"
        "from . import models\nfrom ._call import Call\n\n\n"
    )
    return heading + "\n\n".join(functions)


# Problems


def problems(contract: Json) -> str:
    codes: list[str] = contract["components"]["schemas"]["ProblemCode"]["enum"]
    classes = [f'class {camel(code)}(ApiError):\n    """`{code}`"""\n' for code in codes]
    table = "".join(f'    "{code}": {camel(code)},\n' for code in codes)
    heading = f'"""An exception for each code of a problem. {MADE}"""\n\nfrom .errors import ApiError\n\n\n'
    return heading + "\n\n".join(classes) + f"\n\nBY_CODE: dict[str, type[ApiError]] = {{\n{table}}}\n"


# The synchronous client

WORDS = {
    r"async (def|with|for) ": r"\1 ",
    r"await ": "",
    r"__aenter__": "__enter__",
    r"__aexit__": "__exit__",
    r"\bAsync(?=[A-Z])": "",
    r"anyio": "time",
    r"aclose": "close",
    r"aiter_lines": "iter_lines",
    r"\baiter\b": "iter",
    r"\banext\b": "next",
    r"aread": "read",
}


def synchronous(text: str) -> str:
    for pattern, replacement in WORDS.items():
        text = re.sub(pattern, replacement, text)
    return f"# Generated from {{}} by clients/generate.\n{text}"


def made(folder: Path) -> dict[Path, str]:
    contract = yaml.safe_load(CONTRACT.read_text())
    files = {
        PACKAGE / "models.py": models(contract, folder),
        PACKAGE / "operations.py": operations(contract),
        PACKAGE / "problems.py": problems(contract),
    }
    for source in sorted((PACKAGE / "_async").glob("*.py")):
        name = f"_async/{source.name}"
        files[PACKAGE / "_sync" / source.name] = synchronous(source.read_text()).replace("{}", name, 1)
    return files


def formatted(text: str, path: Path) -> str:
    for command in (["check", "--fix-only", "--select", "I,F401"], ["format"]):
        where = ["--config", HERE / "pyproject.toml", "--stdin-filename", path, "--quiet", "-"]
        run = subprocess.run(["ruff", *command, *where], input=text, capture_output=True, text=True, check=True)
        text = run.stdout or text
    return text


def main() -> int:
    out_of_date: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for path, text in made(Path(folder)).items():
            text = formatted(text, path)
            if path.exists() and path.read_text() == text:
                continue
            out_of_date.append(str(path.relative_to(HERE)))
            if "--check" not in sys.argv:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text)
    if "--check" in sys.argv and out_of_date:
        print(f"out of date: {', '.join(out_of_date)}: run clients/generate", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
