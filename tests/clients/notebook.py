"""Runs the code of a notebook as a program: notebook.py FILE"""

import json
import sys

cells = json.load(open(sys.argv[1], encoding="utf-8"))["cells"]
code = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
exec(compile(code, sys.argv[1], "exec"), {"__name__": "__main__"})  # noqa: S102
