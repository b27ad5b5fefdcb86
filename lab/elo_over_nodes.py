#!/usr/bin/env python3
"""Draws the table "Elo over nodes" of docs/STRENGTH.md as docs/images/elo-over-nodes.svg (needs matplotlib)."""

import re
from collections import defaultdict
from pathlib import Path

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "elo-over-nodes"  # the same picture for the same table
import matplotlib.pyplot as plt

DOCS = Path(__file__).resolve().parent.parent / "docs"


def curves(strength: str) -> dict[str, list[tuple[int, int, int]]]:
    """The points (nodes a move, Elo, error) of each commit: the rows `| commit | nodes | … | Elo ± error |`."""
    section = strength.split("### Elo over nodes\n", 1)[1].split("\n#", 1)[0]
    points = defaultdict(list)
    for row in (line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| ")):
        elo = re.fullmatch(r"([+−]\d+) ± (\d+)", row[-1])
        if elo:
            points[row[0]].append((int(row[1].replace(",", "")), int(elo[1].replace("−", "-")), int(elo[2])))
    return points


def main() -> None:
    figure, axes = plt.subplots(figsize=(7, 4.2))
    measured = curves((DOCS / "STRENGTH.md").read_text(encoding="utf-8"))
    for commit, points in measured.items():
        nodes, elo, error = zip(*sorted(points))
        axes.errorbar(nodes, elo, yerr=error, marker="o", capsize=4, label=commit)
    axes.axhline(0, color="gray", linewidth=0.8)
    axes.set_xscale("log")
    ticks = sorted({nodes for points in measured.values() for nodes, _, _ in points})
    axes.set_xticks(ticks, [f"{nodes:,}" for nodes in ticks])
    axes.minorticks_off()
    axes.set_xlabel("nodes a move, both engines")
    axes.set_ylabel("Elo against Pikafish-HCE")
    axes.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(DOCS / "images" / "elo-over-nodes.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
