"""Plays against a real server."""

import asyncio

import pytest

import duiyi
from duiyi import AsyncDuiyi, Duiyi, Engine, Human, models, operations, problems


def test_an_engine_replies(api: Duiyi) -> None:
    game = api.games.create("xiangqi", black=Engine(level=2))
    reply = game.move("炮二平五")
    assert reply and reply.best_move == game.moves[1]
    assert game.turn == "red" and game.state.ply == 2
    game.undo(plies=2)
    assert game.moves == []
    assert game.hint(time_ms=20).best_move in game.legal_moves
    assert game.let_engine_move(time_ms=20) is not None
    assert game.record("pgn").startswith("[") and game.png().startswith(b"\x89PNG")


def test_a_wrong_move_is_an_exception_of_its_code(api: Duiyi) -> None:
    game = api.games.create("xiangqi")
    with pytest.raises(problems.IllegalMove, match="a piece stands in between") as caught:
        game.move("a0a5")
    assert caught.value.code == "illegal_move" and caught.value.problem.reason == "piece_cannot_move_so"
    with pytest.raises(problems.InvalidRequest, match="/options/board_size"):
        api.games.create("gomoku", options=duiyi.GomokuOptions(board_size=99))
    with pytest.raises(problems.GameNotFound):
        api.games.get("00000000-0000-4000-8000-000000000000")


def test_two_people_play_a_game_and_a_rematch(api: Duiyi) -> None:
    red = api.games.create("xiangqi", seats="invite", side="red", red=Human(name="Anna"))
    assert red.status == "waiting" and red.invitation
    black = api.games.join(red.id, red.invitation)
    assert black.side == "black"
    red.move("h2e2")
    assert black.wait_for_turn()
    black.move("h9g7")
    red.takeback()
    black.takeback("decline")
    black.resign()
    assert not red.wait_for_turn() and red.winner == "red"
    red.rematch()
    again = black.rematch("accept")
    assert again and again.side == "red"
    again.move("b2e2")


def test_a_game_with_a_ready_check_begins_when_both_are_ready(api: Duiyi) -> None:
    clock = duiyi.Clock(initial_ms=60_000)
    red = api.games.create("xiangqi", seats="invite", side="red", ready_check=True, clock=clock)
    black = api.games.join(red.id, red.invitation or "", name="Hu")
    assert black.status == "waiting" and black.state.ready and black.state.ready.black
    black.refresh()
    red.ready()
    assert red.status == "playing" and red.state.players.black and red.state.players.black.name == "Hu"
    red.say("good_luck")
    black.abort()
    assert black.state.aborted and (black.state.aborted.reason, black.state.aborted.side) == ("player", "black")


def test_two_strangers_meet(api: Duiyi) -> None:
    alone = api.seeks.create("renju", name="Nobody")
    assert alone.wait(1) is None and [seek.name for seek in api.seeks.list()] == ["Nobody"]
    alone.withdraw()
    with pytest.raises(problems.SeekNotFound):
        alone.wait()
    clock = duiyi.Clock(days_per_move=2)
    one, other = (api.seeks.create("xiangqi", clock=clock, name=name) for name in ("Lin", "Hu"))
    games = one.wait(), other.wait()
    assert games[0] and games[1] and games[0].id == games[1].id
    assert {games[0].side, games[1].side} == {"red", "black"}
    first = games[0] if games[0].side == "red" else games[1]
    first.move("h2e2")


def test_an_arbiter_pauses_and_decides(shop: Duiyi) -> None:
    game = shop.games.create("xiangqi", seats=True, clock=duiyi.Clock(initial_ms=60_000))
    game.pause()
    with pytest.raises(problems.GamePaused):
        game.as_side("red").move("h2e2")
    game.add_time("red", 5_000)
    game.resume()
    game.adjudicate("black", "Red did not come.")
    assert (game.winner, game.reason) == ("black", "adjudication")
    assert game.state.ruling and game.state.ruling.by == "shop"
    game.delete()


def test_the_events_of_a_game_come_up_to_its_end(api: Duiyi) -> None:
    game = api.games.create("gomoku", run=True, black=Engine(level=1), white=Engine(level=1))
    *events, end = list(game.events())
    assert isinstance(events[0], models.GameEvent) and isinstance(end, models.EndEvent)
    assert game.is_over and end.data.reason == "game_over"
    assert len(game.review(time_ms=10).moves) == game.state.ply


def test_a_stream_goes_on_behind_the_last_event(api: Duiyi) -> None:
    call = operations.review_moves({"ruleset": "xiangqi", "moves": ["h2e2", "h9g7", "h0g2"], "limits": {"time_ms": 10}})
    seen = [line["id"] for line in api.transport.follow(call)]
    resumed = [line["id"] for line in api.transport.follow(call, after="1")]
    assert resumed == seen[1:]


def test_a_batch_shows_a_wrong_position_alone(api: Duiyi) -> None:
    positions: list[models.BatchPosition] = [models.BatchPosition(ruleset="xiangqi", moves=["h2e2"])] * 300
    positions[1] = models.BatchPosition(ruleset="renju", fen="?")
    results = list(api.analysis.batch(positions, depth=1, progress=False))
    assert [result.index for result in results] == list(range(300))
    assert [index for index, result in enumerate(results) if result.problem] == [1]


def test_a_position_is_searched_depth_by_depth(api: Duiyi) -> None:
    depths = list(api.analysis.depths("xiangqi", depth=3, book=False))
    assert depths[-1].depth == 3
    job = api.analysis.submit("xiangqi", depth=2, book=False)
    result = job.wait().result
    assert job.state.status == "done" and result and result.depth == 2
    assert api.analysis.position("gomoku", moves=["h8"]).turn == "white"
    opening = api.analysis.opening("xiangqi", moves=["h2e2"])
    assert opening.name and opening.name.chinese
    assert api.analysis.review("1. C2=5 H8+7", time_ms=10).summary


def test_puzzles_and_records(api: Duiyi) -> None:
    first = api.puzzle("xiangqi", level=3)
    assert api.puzzle("xiangqi", level=3, seen=[first.id]).id != first.id
    [converted] = api.convert("1. C2=5 {central} H8+7", "dhtmlxq")
    assert converted.text and "central" in converted.text
    assert {it.ruleset for it in api.rulesets().rulesets} >= {"xiangqi", "renju", "caro"}


def test_the_games_of_a_key_and_their_events(shop: Duiyi) -> None:
    made = shop.games.create_many([duiyi.new_game("gomoku", reference=f"table-{it}") for it in range(3)])
    made[1].change(metadata={"round": "1"})
    made[1].move("h8")
    listed = list(shop.games.list())
    assert [it.reference for it in listed] == ["table-1", "table-2", "table-0"]
    assert listed[0].user == "anna" and listed[0].metadata == {"round": "1"}
    with pytest.raises(problems.ReferenceTaken):
        shop.games.create("gomoku", reference="table-0")
    with pytest.raises(problems.EventsExpired) as expired:
        next(shop.events(after="0-0"))
    events = shop.events(after=expired.value.problem.oldest, moves=True)
    assert next(event for event in events if event.event == "move_played").reference == "table-1"


def test_a_key_is_missing(shop: Duiyi) -> None:
    with Duiyi(str(shop.transport.http.base_url)) as stranger, pytest.raises(problems.Unauthorized):
        stranger.games.create("xiangqi")


def test_the_same_without_blocking(api: Duiyi) -> None:
    async def play() -> list[int]:
        async with AsyncDuiyi(str(api.transport.http.base_url)) as client:
            games = await asyncio.gather(*(client.games.create("renju", white=Engine(level=1)) for _ in range(3)))
            await asyncio.gather(*(game.move("h8") for game in games))
            async for event in games[0].events():
                assert event.event == "game"
                break
            return [game.state.ply for game in games]

    assert asyncio.run(play()) == [2, 2, 2]


def test_a_game_shows_its_board(api: Duiyi) -> None:
    game = api.games.create("xiangqi", moves=["h2e2"])
    picture = game._repr_svg_()  # pyright: ignore[reportPrivateUsage]
    assert picture.startswith("<svg") and picture.count("炮") == 2
    assert duiyi.board_svg("15/15/15/15/15/15/15/7b7/15/15/15/15/15/15/15 w").count("<circle") == 1
