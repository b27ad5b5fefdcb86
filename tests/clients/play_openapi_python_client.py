"""Plays every ruleset through the client that openapi-python-client makes: DUIYI=http://HOST:PORT play_openapi_python_client.py"""

import os

from duiyi_client import Client
from duiyi_client import models as m
from duiyi_client.api.analysis import analyse
from duiyi_client.api.games import best_move, create_game, play_move, resign, review, undo
from duiyi_client.api.service import metrics

client = Client(base_url=os.environ["DUIYI"], raise_on_unexpected_status=True)
fast = m.Limits(time_ms=20)
engine = m.EnginePlayer(kind="engine", level=2, limits=fast)
xiangqi = {"players": m.NewXiangqiPlayers(black=engine), "options": m.XiangqiOptions(no_capture_limit=60)}
five = {"players": m.NewGomokuPlayers(white=engine), "options": None}

for ruleset, new, question, parts, move, side in [
    ("xiangqi", m.NewXiangqiGame, m.XiangqiAnalysisInput, xiangqi, "h2e2", m.Side.RED),
    ("gomoku", m.NewGomokuGame, m.GomokuAnalysisInput, five, "h8", m.Side.BLACK),
    (
        "gomoku_standard",
        m.NewGomokuStandardGame,
        m.GomokuStandardAnalysisInput,
        five,
        "h8",
        m.Side.BLACK,
    ),
    ("renju", m.NewRenjuGame, m.RenjuAnalysisInput, five, "h8", m.Side.BLACK),
    ("caro", m.NewCaroGame, m.CaroAnalysisInput, five, "h8", m.Side.BLACK),
]:
    game = create_game.sync(client=client, body=new(ruleset=ruleset, fen=None, **parts))
    assert isinstance(game, m.Game) and game.seats is False, game
    played = play_move.sync(game.id, client=client, body=m.PlayMove(move=move))
    assert played.game.ply == 2 and played.reply.best_move, played
    assert undo.sync(game.id, client=client, body=m.Undo(plies=1)).ply == 1
    hint = best_move.sync(game.id, client=client, body=m.BestMove(limits=fast))
    assert isinstance(hint, m.Search) and hint.lines[0].pv, hint
    assert resign.sync(game.id, client=client, body=m.Resign(side=side)).status == m.GameStatus.WON
    # A review takes whatever a search takes, so it has no type of its own here.
    assert "event: end" in review.sync(game.id, client=client, body=m.SearchFields(limits=fast))
    found = analyse.sync(client=client, body=question(ruleset=ruleset, moves=[move], limits=fast))
    assert isinstance(found, m.Search), found
assert "# EOF" in metrics.sync_detailed(client=client).content.decode()
print("openapi-python-client: five rulesets played")
