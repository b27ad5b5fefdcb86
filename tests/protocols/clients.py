"""Plays a game with each of two clients that others wrote: python clients.py DIRECTORY

DIRECTORY holds the links duiyi-uci, duiyi-ucci and pbrain-duiyi. `cchess` speaks UCI and UCCI, `pygomo-lib` the Gomocup
protocol. Both start a program by its file alone. Every answer must come with its depths, in the client's own types.
"""

import sys
import time
from pathlib import Path

import cchess
import pygomo

DEPTH = 6
MOST_PLIES = 120
GOMOKU_MOVE_MS = 150


def search_with_cchess(engine, board):
    """Returns the move, or None without one, and what the client saw of each depth before it."""
    assert engine.go_from(board.to_full_fen(), {"depth": DEPTH})
    seen = []
    while True:
        action = engine.get_action()
        if action is None:
            time.sleep(0.002)
        elif action["action"] == "info_move":
            seen.append(action)
        elif action["action"] in ("bestmove", "dead"):
            return action.get("move"), seen


def check_depths(seen):
    depths = [action["depth"] for action in seen]
    # A mate ends a search early, and an endgame table needs none.
    decided = "mate" in seen[-1] or abs(seen[-1]["score"]) > 29_000
    assert depths == [0] or depths == list(range(1, depths[-1] + 1)), depths
    assert depths == [0] or decided or depths[-1] == DEPTH, depths


def play_with_cchess(engine, file):
    """Plays both sides of a game of Xiangqi. The client tests whether the moves are legal."""
    assert engine.load(str(file)) and engine.wait_for_ready(60), file
    engine.set_option("usebook" if isinstance(engine, cchess.UcciEngine) else "OwnBook", "false")
    board, plies, depths = cchess.ChessBoard(cchess.FULL_INIT_FEN), 0, 0
    while plies < MOST_PLIES:
        move, seen = search_with_cchess(engine, board)
        if move is None:
            assert board.no_moves(), board.to_fen()
            break
        check_depths(seen)
        assert board.move_iccs(move), f"ply {plies}: {move} in {board.to_fen()}"
        board.next_turn()
        plies, depths = plies + 1, depths + len(seen)
    engine.quit()
    print(f"cchess, {file.name}: {plies} plies, {depths} depths")


def play_with_pygomo(file):
    """Plays a game of Gomoku against stones that the client puts here and there."""
    board, stones, messages = pygomo.BitBoard(15), 0, 0
    with pygomo.EngineClient(str(file)) as engine:
        assert "Duiyi" in engine.about(), engine.about()
        assert engine.start(15)
        engine.configure(timeout_turn=GOMOKU_MOVE_MS, time_left=60_000, max_memory=100 << 20)
        result = engine.begin(timeout=60)
        while True:
            assert result and board.place(result.move), result
            stones += 1
            for info in result.all_info[-1:]:
                assert info.pv and info.pv[0] == result.move, (info, result.move)
            if stones > 1:
                depths = [info.depth for info in result.all_info]
                assert depths and depths == sorted(depths), depths
                messages += len(depths)
            if board.check_win():
                break
            empty = [move for move in board.get_legal_moves() if board.is_empty(move)]
            reply = empty[stones * 37 % len(empty)]
            board.place(reply)
            result = engine.turn(reply, timeout=60)
    last = result.search_info
    assert last.eval.is_winning(), last
    print(f"pygomo-lib, {file.name}: won with {stones} stones, {messages} messages, the last one ev {last.eval.raw_value}")


directory = Path(sys.argv[1]).resolve()
play_with_cchess(cchess.UciEngine(), directory / "duiyi-uci")
play_with_cchess(cchess.UcciEngine(), directory / "duiyi-ucci")
play_with_pygomo(directory / "pbrain-duiyi")
