"""A bot that plays in the console: python3 examples/bot.py [--level 5] [--auto 3], with `pip install duiyi`.

DUIYI is the server, http://localhost:8080 by default. For a chat, replace `print` and `input` by its messages: the game stays on
the server, so a bot needs to remember only the id of each chat's game.
"""

import argparse
import os

from duiyi import ApiError, Duiyi, Engine

HELP = "Moves such as 炮二平五, C2=5 or h2e2; hint, undo, draw, resign, board, quit."
PIECES = dict(zip("KABNRCPkabnrcp", "帥仕相馬車炮兵將士象馬車砲卒", strict=True))


def board(fen: str) -> str:
    rows = []
    for row in fen.split()[0].split("/"):
        points = "".join("．" * int(it) if it.isdigit() else PIECES[it] for it in row)
        rows.append(points)
    return "\n".join(rows)


def answer(game, text: str) -> str:
    """What the bot says to a message."""
    if text == "hint":
        return f"Try {game.hint(time_ms=300).chinese}."
    if text == "board":
        return board(game.fen)
    if text == "undo":
        game.undo(plies=2)
        return "Taken back."
    if text == "resign":
        game.resign("red")
        return "You resigned."
    if text == "draw":
        game.draw(side="red")
        return "Agreed." if game.is_over else "I would rather play on."
    reply = game.move(text)
    return f"Engine: {reply.chinese}" if reply else "That was the last move."


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--level", type=int, default=5)
    options.add_argument("--auto", type=int, help="play as many moves by hints")
    given = options.parse_args()

    api = Duiyi(os.environ.get("DUIYI", "http://localhost:8080"))
    game = api.games.create("xiangqi", black=Engine(level=given.level))
    print(HELP)
    made = 0
    while not game.is_over and (given.auto is None or made < given.auto):
        text = input("You: ").strip() if given.auto is None else game.hint(time_ms=50).best_move
        if text == "quit":
            break
        try:
            print(answer(game, text))
        except ApiError as error:
            # The server says what was wrong: "a rook cannot go from a0 to a5: a piece stands in between".
            print(error.problem.detail)
        made += 1
    if game.is_over:
        print(f"{game.winner or 'Nobody'} wins: {game.reason}")
    print(game.record("pgn", notation="chinese"))


if __name__ == "__main__":
    main()
