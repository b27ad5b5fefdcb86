"""Runs every example of docs/GUIDE.md against a server: guide.py ADDRESS. Each must succeed and print something.

Sections must have the same example in all three languages.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parents[2]
CLIENT = ROOT / "clients" / "typescript"
address = sys.argv[1]


def command(language: str, code: str, folder: str) -> list[str]:
    if language == "sh":
        return ["bash", "-eo", "pipefail", "-c", code]
    if language == "python":
        return [sys.executable, "-c", code]
    # Within the package, so that its own name leads to it.
    file = pathlib.Path(folder) / "example.mts"
    file.write_text(code)
    return [str(CLIENT / "node_modules" / ".bin" / "tsx"), str(file)]


text = (ROOT / "docs" / "GUIDE.md").read_text().replace("localhost:8080", address)
with tempfile.TemporaryDirectory(dir=CLIENT / "tests") as folder:
    for section in text.split("\n## ")[1:]:
        title = section.splitlines()[0]
        examples = re.findall(r"^```(\w+)\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
        assert [language for language, _ in examples] == ["sh", "python", "ts"], title
        for language, code in examples:
            run = subprocess.run(command(language, code, folder), capture_output=True, text=True, timeout=60)
            assert run.returncode == 0 and run.stdout.strip(), f"{title}, {language}: {run.stdout}{run.stderr}"
        print(f"{title}: curl, Python and TypeScript")
