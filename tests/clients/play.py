"""Plays every ruleset through the Python client that openapi-generator makes: DUIYI=http://HOST:PORT play.py

DUIYI_WITH_KEYS is a server whose API key is "shop". Every call must succeed, and every operation of the contract must be called.
"""

import inspect
import json
import os
import uuid

import duiyi_client
from duiyi_client import models as m

SERVER = os.environ["DUIYI"]
# Each ruleset: its classes for a new game, its players, its options, a position and an analysis, and how it starts.
RULESETS = {
    "xiangqi": {
        "game": m.NewXiangqiGame,
        "players": m.NewXiangqiPlayers,
        "options": m.XiangqiOptions(repetition="draw"),
        "position": m.XiangqiPositionInput,
        "analysis": m.XiangqiAnalysisInput,
        "sides": ("red", "black"),
        "moves": ["h2e2", "h9g7", "h0g2"],
    },
    "gomoku": {
        "game": m.NewGomokuGame,
        "players": m.NewGomokuPlayers,
        "options": m.GomokuOptions(board_size=19),
        "position": m.GomokuPositionInput,
        "analysis": m.GomokuAnalysisInput,
        "sides": ("black", "white"),
        "moves": ["h8", "h9", "j7"],
    },
    "gomoku_standard": {
        "game": m.NewGomokuStandardGame,
        "players": m.NewGomokuPlayers,
        "options": m.GomokuOptions(opening="swap2"),
        "position": m.GomokuStandardPositionInput,
        "analysis": m.GomokuStandardAnalysisInput,
        "sides": ("black", "white"),
        "moves": ["h8", "h9", "j7"],
    },
    "renju": {
        "game": m.NewRenjuGame,
        "players": m.NewGomokuPlayers,
        "options": m.RenjuOptions(forbidden_loses=True),
        "position": m.RenjuPositionInput,
        "analysis": m.RenjuAnalysisInput,
        "sides": ("black", "white"),
        "moves": ["h8", "h9", "j7"],
    },
    "caro": {
        "game": m.NewCaroGame,
        "players": m.NewGomokuPlayers,
        "options": m.CaroOptions(overline_wins=False),
        "position": m.CaroPositionInput,
        "analysis": m.CaroAnalysisInput,
        "sides": ("black", "white"),
        "moves": ["h8", "h9", "j7"],
    },
}
FAST = m.Limits(time_ms=20)
called = set()


class Api:
    """A generated API class that records which of its operations are called."""

    def __init__(self, api):
        self.api = api

    def __getattr__(self, name):
        for suffix in ("_without_preload_content", "_with_http_info"):
            called.add(name.removesuffix(suffix))
        return getattr(self.api, name)


def client(token=None):
    return duiyi_client.ApiClient(duiyi_client.Configuration(host=SERVER, access_token=token))


def games_for(token=None):
    return Api(duiyi_client.GamesApi(client(token)))


games = games_for()
analysis = Api(duiyi_client.AnalysisApi(client()))
puzzles = Api(duiyi_client.PuzzlesApi(client()))
service = Api(duiyi_client.ServiceApi(client()))


def server_sent_events(response):
    """The events of a raw response, as they come."""
    fields = {}
    for line in response:
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if name in ("id", "event", "data"):
            fields[name] = json.loads(value) if name != "event" else value
        elif not name and fields:
            yield m.StreamEvent.from_dict(fields).actual_instance
            fields = {}


def event_lines(response):
    """The same for lines of JSON."""
    for line in response:
        if line.strip():
            yield m.StreamEvent.from_json(line.decode()).actual_instance


def names(events):
    return [event.event for event in events]


def play_against_the_engine(ruleset, parts):
    first, second = parts["sides"]
    engine = m.Player(m.EnginePlayer(kind="engine", level=2, limits=FAST))
    new = parts["game"](ruleset=ruleset, players=parts["players"](**{second: engine}))
    key = str(uuid.uuid4())
    created = games.create_game_with_http_info(m.NewGame(new), idempotency_key=key)
    again = games.create_game_with_http_info(m.NewGame(new), idempotency_key=key)
    assert again.headers["idempotency-replayed"] == "true"
    game = created.data
    assert getattr(game.players, second).level == 2

    # Follow the game while it is played.
    following = games.events_without_preload_content(game.id, _headers={"Accept": "text/event-stream"})
    events = server_sent_events(following)
    assert next(events).data.ply == 0
    played = games.play_move(game.id, m.PlayMove(move=parts["moves"][0]), if_match=created.headers["etag"])
    assert played.reply.best_move and played.game.ply == 2
    while (event := next(events)).event != "game" or event.data.ply < 2:
        pass
    following.close()

    assert games.undo(game.id).ply == 1
    assert games.undo(game.id, undo=m.Undo(plies=1)).ply == 0
    hint = games.best_move(game.id, best_move=m.BestMove(limits=FAST, lines=2)).actual_instance
    assert hint.best_move and (hint.score.cp is None) != (hint.score.mate is None)
    played = games.best_move(game.id, best_move=m.BestMove(limits=FAST, play=True)).actual_instance
    assert played.game.ply == 1
    text = games.get_game(game.id, notation="all").legal_moves[0].actual_instance
    assert text.move

    for form, start in [("pgn", b"["), ("text", b""), ("svg", b"<svg"), ("png", b"\x89PNG")]:
        assert games.record_without_preload_content(game.id, format=form).read().startswith(start)
    assert games.record(game.id).id == game.id
    assert games.draw(game.id, m.Draw(side=first, action="offer")).version
    if games.get_game(game.id).status == "playing":
        assert games.resign(game.id, m.Resign(side=first)).winner == second
    sse = {"Accept": "text/event-stream"}
    assert "event: end" in games.review(game.id, review=m.Review(limits=FAST), _headers=sse)
    lines = games.review_without_preload_content(
        game.id, review=m.Review(limits=FAST), _headers={"Accept": "application/x-ndjson"}
    )
    assert names(event_lines(lines)) == ["ply", "result", "end"]
    assert "og:title" in service.shared_game(str(game.id)) and "<html" in service.embedded_game(game.id)
    assert f"/embed/{game.id}" in service.oembed(f"{SERVER}/g/{game.id}").html
    games.delete_game(game.id)


def play_with_seats(ruleset, parts):
    """Two people: every field that may be null is null."""
    options = {"fen": None, "moves": None, "record": None, "players": None}
    new = m.NewGame(parts["game"](ruleset=ruleset, options=parts["options"], seats=m.NewSeats(True), **options))
    game = games.create_game(new)
    tokens = game.tokens
    first = games_for(getattr(tokens, parts["sides"][0]))
    assert first.play_move(game.id, m.PlayMove(move=parts["moves"][0], reply=None)).game.ply == 1
    assert games.get_game(game.id).seats is True
    first.resign(game.id, m.Resign(side=parts["sides"][0]))
    # What came from the server can be sent back: the client fills every field that was absent with null.
    copy = parts["game"].from_dict({"ruleset": ruleset, "options": game.options.to_dict()})
    games.create_game(m.NewGame(copy))
    record = " ".join(parts["moves"])
    imported = games.create_game(m.NewGame(parts["game"](ruleset=ruleset, record=m.GameRecord(record))))
    assert imported.ply == 3
    to = {"record": m.GameRecord(record), "format": "pgn", "notation": None, "ruleset": m.Ruleset(ruleset)}
    [converted] = games.convert_record(m.RecordConversion(**to)).records
    assert converted.ply == 3 and converted.text.startswith("[")


def follow_with_a_ticket(player, game_id):
    """Opens the stream of a player without the token, waits for a change, and tries a socket."""
    ticket = player.issue_ticket(game_id).ticket
    lines = games.events_without_preload_content(
        game_id, ticket=ticket, _headers={"Accept": "application/x-ndjson"}
    )
    assert next(event_lines(lines)).event == "game"
    lines.close()
    etag = games.get_game_with_http_info(game_id).headers["etag"]
    waited = games.get_game_without_preload_content(game_id, if_none_match=etag, prefer="wait=1")
    assert (waited.status, waited.headers["preference-applied"]) == (304, "wait=1")
    # A generated client speaks no WebSocket.
    assert games.socket_without_preload_content(game_id).status == 426


def play_with_an_invitation(ruleset, parts):
    """Two people: one invites the other, both play with a clock, take moves back, play again, and one leaves."""
    first, second = parts["sides"]
    clock = m.NewClock(initial_ms=60_000, increment_ms=1000)
    new = parts["game"](ruleset=ruleset, seats=m.NewSeats("invite"), side=first, clock=clock, ready_check=True)
    game = games.create_game(m.NewGame(new))
    assert game.status == "waiting"
    host = games_for(getattr(game.tokens, first))
    joined = games.join(game.id, m.Join(invitation=game.invitation))
    guest = games_for(getattr(joined.tokens, second))
    assert joined.ready.to_dict() == {first: False, second: True}
    assert host.ready(game.id, m.Ready(side=first)).status == "playing"
    host.play_move(game.id, m.PlayMove(move=parts["moves"][0]))
    played = guest.play_move(game.id, m.PlayMove(move=parts["moves"][1])).game
    assert played.clock.running == first and getattr(played.clock.remaining_ms, first) == 60_000
    asked = host.takeback(game.id, m.Takeback(side=first, action="offer"))
    assert asked.takeback_offer.plies == 2
    assert guest.takeback(game.id, m.Takeback(side=second, action="accept")).ply == 0
    host.resign(game.id, m.Resign(side=first))
    host.rematch(game.id, m.Rematch(side=first, action="offer"))
    following = guest.rematch(game.id, m.Rematch(side=second, action="accept")).next_game
    assert host.abort(following, m.Abort(side=second)).aborted.reason == "player"
    follow_with_a_ticket(host, game.id)
    directed = games.create_game(m.NewGame(parts["game"](ruleset=ruleset, seats=m.NewSeats("invite_both"))))
    for side, status in [(second, "waiting"), (first, "playing")]:
        invitation = getattr(directed.invitations, side)
        assert games.join(directed.id, m.Join(invitation=invitation)).status == status
    left = games.create_game(m.NewGame(parts["game"](ruleset=ruleset, seats=m.NewSeats(True), abandon_ms=1)))
    player = games_for(getattr(left.tokens, first))
    player.play_move(left.id, m.PlayMove(move=parts["moves"][0]))
    assert player.get_game(left.id).presence.to_dict() == {first: "here", second: "away"}
    assert player.claim(left.id, m.Claim(side=first, result="win")).reason == "abandonment"


def analyse(ruleset, parts):
    position = parts["position"](ruleset=ruleset, options=None, moves=parts["moves"])
    assert analysis.position(m.PositionInput(position)).ply == 3
    assert analysis.opening(m.PositionInput(position)).book is not None
    request = m.AnalysisInput(
        parts["analysis"](ruleset=ruleset, moves=parts["moves"], limits=m.Limits(depth=3), book=False, seed=2**53 - 1)
    )
    assert analysis.analyse(request).best_move
    for accept, read in [("text/event-stream", server_sent_events), ("application/x-ndjson", event_lines)]:
        raw = analysis.analyse_without_preload_content(request, _headers={"Accept": accept})
        *depths, result, end = read(raw)
        assert set(names(depths)) <= {"info"} and end.data.reason == "done"
        assert result.data.actual_instance.lines[0].pv
    job = analysis.submit_analysis(request, prefer="wait=10")
    assert job.status == "done" and job.result.best_move
    assert analysis.show_analysis(job.id).request.actual_instance.moves == parts["moves"]
    assert analysis.cancel_analysis(job.id).status == "done"
    positions = [m.BatchPosition(ruleset=ruleset, moves=parts["moves"]), m.BatchPosition(ruleset=ruleset, fen="?")]
    batch = analysis.submit_batch(m.BatchInput(positions=positions, limits=m.Limits(depth=2)), prefer="wait=10")
    assert batch.progress.done == 2 and batch.results[0].result.best_move and batch.results[1].problem.code
    lines = analysis.show_analysis_without_preload_content(batch.id, _headers={"Accept": "application/x-ndjson"})
    assert [json.loads(line).get("index") for line in lines if line.strip()] == [0, 1, None]
    review = analysis.review_moves(m.ReviewInput(ruleset=ruleset, moves=parts["moves"], limits=FAST))
    assert len(review.moves) == review.summary.plies == 3


def keep_games_of_users():
    """What a product does with its one key."""
    configuration = duiyi_client.Configuration(host=os.environ["DUIYI_WITH_KEYS"], api_key={"api_key": "shop"})
    shop = Api(duiyi_client.GamesApi(duiyi_client.ApiClient(configuration)))
    following = shop.follow_events_without_preload_content(moves=True, _headers={"Accept": "application/x-ndjson"})
    player = m.Player(m.HumanPlayer(kind="human", name="Hu Ronghua"))
    tables = [
        m.NewXiangqiGame(
            ruleset="xiangqi",
            players=m.NewXiangqiPlayers(red=player),
            reference=f"table-{number}",
            metadata={"round": "1"},
        )
        for number in range(3)
    ]
    made = shop.create_games(m.NewGames(games=[m.NewGame(table) for table in tables])).games
    game = made[1]
    assert game.reference == "table-1" and game.players.red.name == "Hu Ronghua"
    changed = shop.change_details(game.id, m.GameDetails(metadata={"round": None, "board": "4"}))
    assert changed.metadata == {"board": "4"}
    shop.play_move(game.id, m.PlayMove(move="h2e2"))
    listed = shop.list_games(limit=2)
    assert [it.reference for it in listed.games] == ["table-1", "table-2"] and listed.next_cursor
    rest = shop.list_games(limit=2, cursor=listed.next_cursor)
    assert [it.reference for it in rest.games] == ["table-0"] and rest.next_cursor is None
    events = (m.FeedEvent.from_json(line.decode()) for line in following if line.strip())
    while (event := next(events)).event != "move_played":
        pass
    assert event.game == game.id and event.reference == "table-1" and event.data["move"] == "h2e2"
    following.close()


def meet_a_stranger():
    """Two seek the same and meet; one says a phrase; the owner of their game rules on it."""
    shop_key = duiyi_client.Configuration(host=os.environ["DUIYI_WITH_KEYS"], api_key={"api_key": "shop"})
    shop = Api(duiyi_client.GamesApi(duiyi_client.ApiClient(shop_key)))

    def seek(name):
        new = m.NewSeek(ruleset="xiangqi", clock=m.NewClock(initial_ms=600_000), name=name)
        seek = shop.create_seek(new)
        bearer = duiyi_client.Configuration(
            host=shop_key.host, api_key=shop_key.api_key, access_token=seek.secret
        )
        return seek, Api(duiyi_client.GamesApi(duiyi_client.ApiClient(bearer)))

    alone, waiting = seek("Lin")
    assert waiting.await_game(alone.id).status == "open"
    assert [it.name for it in shop.list_seeks().seeks] == ["Lin"]
    waiting.withdraw_seek(alone.id)
    (first, first_waits), (second, second_waits) = seek("Hu"), seek("Liu")
    found = [first_waits.await_game(first.id, prefer="wait=10"), second_waits.await_game(second.id)]
    game = found[0].game
    assert [it.status for it in found] == ["matched"] * 2 and found[1].game == game
    token = duiyi_client.Configuration(host=shop_key.host, access_token=found[0].token)
    player = Api(duiyi_client.GamesApi(duiyi_client.ApiClient(token)))
    assert player.say(game, m.NewPhrase(phrase="hello")).side == found[0].side
    assert shop.pause(game, {}).paused
    assert not shop.resume(game, {}).paused
    added = shop.add_time(game, m.AddTime(side="black", ms=60_000))
    assert (added.ruling.action, added.ruling.by, added.ruling.ms) == ("add_time", "shop", 60_000)
    decided = shop.adjudicate(game, m.Adjudicate(result="draw", detail="the hall closes"))
    assert (decided.reason, decided.ruling.detail) == ("adjudication", "the hall closes")


def check_puzzles():
    for ruleset in m.PuzzleRuleset:
        first = puzzles.next_puzzle(ruleset, level=7)
        assert first.ruleset == ruleset and len(first.solution) == 2 * first.goal_moves - 1
        assert puzzles.show_puzzle(first.id) == first
        assert "og:title" in service.shared_puzzle(first.id)
        assert puzzles.next_puzzle(ruleset, seen=first.id).id != first.id


def check_service():
    assert {item.ruleset.value for item in service.rulesets().rulesets} == set(RULESETS)
    assert service.healthz().status == "ok" and service.readyz().status == "ready"
    assert "# EOF" in service.metrics() and service.openapi().startswith("openapi: 3.1")
    assert "<html" in service.docs() and "<html" in service.home()
    assert "fetch" in service.docs_file("reference.js")
    asset = service.home().split("/assets/")[1].split('"')[0]
    service.asset_without_preload_content(asset)


def main():
    for ruleset, parts in RULESETS.items():
        play_against_the_engine(ruleset, parts)
        play_with_seats(ruleset, parts)
        play_with_an_invitation(ruleset, parts)
        analyse(ruleset, parts)
    keep_games_of_users()
    meet_a_stranger()
    check_puzzles()
    check_service()
    operations = {
        name.removesuffix("_with_http_info")
        for api in (
            duiyi_client.GamesApi,
            duiyi_client.AnalysisApi,
            duiyi_client.PuzzlesApi,
            duiyi_client.ServiceApi,
        )
        for name, _ in inspect.getmembers(api, inspect.isfunction)
        if name.endswith("_with_http_info")
    }
    missing = operations - called
    assert not missing, f"never called: {missing}"
    print(f"python: {len(operations)} operations called in {len(RULESETS)} rulesets")


main()
