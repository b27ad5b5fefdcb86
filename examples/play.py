#!/usr/bin/env python3
"""Plays Gomoku against the engine in a terminal, with the standard library alone: examples/play.py [--auto MOVES]

Enter a point such as h8, "undo" to take a move back, or "hint" for a suggestion.
"""

import json
import os
import re
import sys
import urllib.error
import urllib.request

SERVER = os.environ.get("DUIYI", "http://localhost:8080")


class Refused(Exception):
    """The server refused a request; holds its message."""


def post(path, body):
    request = urllib.request.Request(
        SERVER + path, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise Refused(json.load(error)["detail"]) from None


def show(fen):
    rows = fen.split()[0].split("/")
    for index, row in enumerate(rows):
        points = re.sub(r"\d+", lambda run: "·" * int(run[0]), row).translate(str.maketrans("bw", "●○"))
        print(f"{len(rows) - index:2} {' '.join(points)}")
    print("   " + " ".join("abcdefghijklmnopqrs"[: len(rows)]))


def main():
    auto = int(sys.argv[2]) if sys.argv[1:2] == ["--auto"] else 0
    engine = {"kind": "engine", "level": 3, "limits": {"time_ms": 200}}
    game = post("/v1/games", {"ruleset": "gomoku", "players": {"white": engine}})
    path = f"/v1/games/{game['id']}"

    def hint():
        return post(f"{path}/best-move", {"limits": {"time_ms": 200}})["best_move"]

    made = 0
    while game["status"] == "playing" and (not auto or made < auto):
        show(game["fen"])
        move = hint() if auto else input("You: ").strip()
        if auto:
            print(f"You: {move}")
        try:
            if move == "undo":
                game = post(f"{path}/undo", {"plies": 2})
            elif move == "hint":
                print(f"Try {hint()}")
            else:
                played = post(f"{path}/moves", {"move": move})
                game, reply = played["game"], played["reply"]
                made += 1
                if reply:
                    print(f"Engine: {reply['best_move']}")
        except Refused as refused:
            print(refused)
            if auto:
                return 1
    show(game["fen"])
    if game["status"] != "playing":
        print(f"{game['winner'] or 'nobody'} wins: {game['reason']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
