"""Asks independent programs for the forbidden points of Renju.

    python3 crates/rules/tests/oracle/renju.py positions 1500 SEED > positions.txt
    python3 crates/rules/tests/oracle/renju.py ask positions.txt pbrain-rapfi > forbidden.txt

`positions` prints crowded random positions with Black to move. `ask` sends each position to a program that speaks the
Gomocup protocol with Yixin's command YXSHOWFORBID, such as Rapfi, and prints its forbidden points.
../data/renju-forbidden.txt holds the positions on which Rapfi and the solver quintet agree; the kinds of the
forbidden points are quintet's.
"""

import random
import subprocess
import sys

SIZE = 15
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


def row(board, x, y, dx, dy, stone):
    """The length of the row of equal stones through a point, including the point itself."""
    length = 1
    for sign in (1, -1):
        step = 1
        while board.get((x + sign * step * dx, y + sign * step * dy)) == stone:
            length += 1
            step += 1
    return length


def crowded(rng):
    """A random board of stones close to each other, equally many of both colors, without five in a row."""
    board = {}
    stones = 2 * rng.randint(3, 38)
    last = (rng.randint(3, 11), rng.randint(3, 11))
    while len(board) < stones:
        x, y = (at + rng.randint(-3, 3) for at in last)
        stone = "bw"[len(board) % 2]
        if not (0 <= x < SIZE and 0 <= y < SIZE) or (x, y) in board:
            last = (rng.randint(2, 12), rng.randint(2, 12)) if rng.random() < 0.1 else last
            continue
        if any(row(board, x, y, dx, dy, stone) >= 5 for dx, dy in DIRECTIONS):
            continue
        board[x, y] = stone
        if rng.random() < 0.7:
            last = (x, y)
    return board


def fen(board):
    rows = []
    for y in range(SIZE - 1, -1, -1):
        text, empty = "", 0
        for x in range(SIZE):
            stone = board.get((x, y))
            if stone is None:
                empty += 1
                continue
            text += (str(empty) if empty else "") + stone
            empty = 0
        rows.append(text + (str(empty) if empty else ""))
    return "/".join(rows) + " b"


def stones(text):
    """Parses a position into a map from points, counted from the bottom left, to stones."""
    board = {}
    for y, line in zip(range(SIZE - 1, -1, -1), text.split(" ")[0].split("/")):
        x, number = 0, ""
        for letter in line:
            if letter.isdigit():
                number += letter
                continue
            x, number = x + int(number or 0), ""
            board[x, y] = letter
            x += 1
    return board


def ask(path, program):
    engine = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(text):
        engine.stdin.write(text + "\n")
        engine.stdin.flush()

    def wait(start):
        while True:
            line = engine.stdout.readline()
            if line.startswith(start):
                return line.strip()

    say("INFO rule 4")
    say(f"START {SIZE}")
    wait("OK")
    say("INFO rule 4")
    for line in open(path):
        text = line.strip()
        board = stones(text)
        colors = {color: [at for at, stone in board.items() if stone == color] for color in "bw"}
        say("YXBOARD")
        for black, white in zip(colors["b"], colors["w"]):
            say(f"{black[0]},{black[1]},1")
            say(f"{white[0]},{white[1]},2")
        say("DONE")
        say("YXSHOWFORBID")
        answer = wait("FORBID").split()[-1].rstrip(".")
        points = [(int(answer[i : i + 2]), int(answer[i + 2 : i + 4])) for i in range(0, len(answer) // 4 * 4, 4)]
        print(text, ";", " ".join(sorted(f"{chr(97 + x)}{y + 1}" for x, y in points)))
    engine.kill()


if __name__ == "__main__":
    if sys.argv[1] == "positions":
        rng = random.Random(int(sys.argv[3]))
        for _ in range(int(sys.argv[2])):
            print(fen(crowded(rng)))
    else:
        ask(sys.argv[2], sys.argv[3])
