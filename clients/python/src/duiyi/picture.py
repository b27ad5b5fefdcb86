"""Draws a position as SVG, for notebooks."""

from __future__ import annotations

import re

Point = tuple[int, int]

XIANGQI = dict(zip("KABNRCPkabnrcp", "帥仕相馬車炮兵將士象馬車砲卒", strict=True))
RED, BLACK = "#a81c12", "#1c1a19"


def board_svg(fen: str, *, last: str | None = None, flip: bool = False, width: int = 420) -> str:
    """A picture of a FEN, with its last move marked."""
    rows = fen.split()[0].split("/")
    pieces = _pieces(rows)
    is_xiangqi = len(rows) == 10 and any(letter in "KkRrPpNnCcAa" for letter in pieces.values())
    files, ranks = (9 if is_xiangqi else len(rows)), len(rows)

    def place(point: Point) -> Point:
        x, y = point
        return (files - 1 - x, ranks - 1 - y) if flip else (x, y)

    drawn = [_piece(letter, *place(point), is_xiangqi) for point, letter in pieces.items()]
    marks = [_mark(*place(point)) for point in _points(last or "", ranks, 0 if is_xiangqi else 1)]
    grid = _xiangqi_grid() if is_xiangqi else _square_grid(files)
    height = width * (ranks + 0.4) / (files + 0.4)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height:.0f}" '
        f'viewBox="-0.7 -0.7 {files + 0.4} {ranks + 0.4}" text-anchor="middle" dominant-baseline="central">'
        f'<rect x="-0.7" y="-0.7" width="{files + 0.4}" height="{ranks + 0.4}" fill="#e8c48a"/>'
        f'<path d="{grid}" fill="none" stroke="#6d4a22" stroke-width="0.03"/>{"".join(drawn + marks)}</svg>'
    )


def _pieces(rows: list[str]) -> dict[Point, str]:
    found: dict[Point, str] = {}
    for y, row in enumerate(rows):
        x = 0
        for run, letter in re.findall(r"(\d+)|([A-Za-z])", row):
            if letter:
                found[x, y] = letter
            x += int(run or 1)
    return found


def _points(move: str, ranks: int, lowest: int) -> list[Point]:
    if not re.fullmatch(r"([a-t]\d{1,2}){1,2}", move):
        return []
    names = re.findall(r"([a-t])(\d{1,2})", move)
    return [(ord(file) - ord("a"), ranks - 1 - (int(rank) - lowest)) for file, rank in names]


def _xiangqi_grid() -> str:
    files = [f"M{x} 0V9" if x in (0, 8) else f"M{x} 0V4M{x} 5V9" for x in range(9)]
    return "".join([*(f"M0 {y}H8" for y in range(10)), *files, "M3 0L5 2M5 0L3 2M3 7L5 9M5 7L3 9"])


def _square_grid(size: int) -> str:
    return "".join(f"M0 {at}H{size - 1}M{at} 0V{size - 1}" for at in range(size))


def _piece(letter: str, x: int, y: int, is_xiangqi: bool) -> str:
    if not is_xiangqi:
        fill = "#222" if letter == "b" else "#fff"
        return f'<circle cx="{x}" cy="{y}" r="0.45" fill="{fill}" stroke="#222" stroke-width="0.03"/>'
    color = RED if letter.isupper() else BLACK
    return (
        f'<circle cx="{x}" cy="{y}" r="0.44" fill="#f6dfb0" stroke="{color}" stroke-width="0.04"/>'
        f'<text x="{x}" y="{y}" font-size="0.56" fill="{color}">{XIANGQI.get(letter, letter)}</text>'
    )


def _mark(x: int, y: int) -> str:
    return f'<circle cx="{x}" cy="{y}" r="0.49" fill="none" stroke="#1f6f8b" stroke-width="0.06"/>'
