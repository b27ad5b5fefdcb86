"""Generated from openapi.yaml by clients/generate."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from duiyi._model import Model


class StreamTicket(Model):
    """
    Opens one stream of a game.
    """

    ticket: str
    expires_at: datetime


ProblemCode = TypeAliasType(
    "ProblemCode",
    Literal[
        "invalid_request",
        "invalid_json",
        "unauthorized",
        "forbidden",
        "scope_missing",
        "consent_needed",
        "hints_off",
        "not_found",
        "game_not_found",
        "seek_not_found",
        "method_not_allowed",
        "request_timeout",
        "game_over",
        "nothing_to_claim",
        "game_paused",
        "game_not_paused",
        "no_clock",
        "seek_matched",
        "phrases_used_up",
        "game_not_over",
        "not_started",
        "game_started",
        "no_ready_check",
        "seat_taken",
        "game_too_long",
        "not_your_turn",
        "game_changed",
        "nothing_to_undo",
        "no_draw_offer",
        "no_takeback_offer",
        "no_rematch_offer",
        "reference_taken",
        "request_in_flight",
        "events_expired",
        "upgrade_required",
        "version_mismatch",
        "body_too_large",
        "unsupported_media_type",
        "illegal_move",
        "invalid_position",
        "invalid_record",
        "invalid_move_text",
        "ambiguous_move",
        "idempotency_key_reused",
        "rate_limited",
        "internal",
        "overloaded",
        "shutting_down",
        "store_unavailable",
    ],
)
"""
What went wrong, for programs.
"""


Scope = TypeAliasType("Scope", Literal["games", "analysis", "feed", "admin"])
"""
What an API key allows.
"""


class FieldError(Model):
    """
    An error in one field.
    """

    pointer: str
    """
    A JSON Pointer into the body.
    """
    message: str


IllegalMoveReason = TypeAliasType(
    "IllegalMoveReason",
    Literal[
        "own_piece",
        "no_piece",
        "not_your_piece",
        "piece_cannot_move_so",
        "leaves_general_in_check",
        "generals_face",
        "off_board",
        "occupied",
        "not_now",
        "forbidden_three_three",
        "forbidden_four_four",
        "forbidden_overline",
        "forbidden_repetition",
    ],
)
"""
Why a move is illegal.
"""


Ruleset = TypeAliasType("Ruleset", Literal["xiangqi", "gomoku", "gomoku_standard", "renju", "caro"])
"""
`xiangqi`: Chinese chess. `gomoku`: five or more in a row win. `gomoku_standard`: exactly five. `renju`: Black needs
exactly five and has forbidden points. `caro`: five wins unless a stone of the other side stands at each end; the edge
of the board does not block; six or more win even then, unless `overline_wins` is false.

"""


Side = TypeAliasType("Side", Literal["red", "black", "white"])
"""
`red` and `black` in Xiangqi, `black` and `white` in the others. The side named first moves first.
"""


Repetition = TypeAliasType("Repetition", Literal["asian", "checks_only", "draw", "tiantian", "wxf"])
"""
What a repetition means in Xiangqi.
"""


RepetitionPenalty = TypeAliasType("RepetitionPenalty", Literal["lose", "refuse"])
"""
What a forbidden repetition costs.
"""


GomokuOpening = TypeAliasType("GomokuOpening", Literal["free", "swap", "swap2", "pro", "long_pro"])
"""
An opening rule of Gomoku or Caro.
"""


RenjuOpening = TypeAliasType("RenjuOpening", Literal["free", "swap2", "soosyrv8", "taraguchi10"])
"""
An opening rule of Renju.
"""


class XiangqiOptions(Model):
    """
    The options of `xiangqi`.
    """

    repetition: Repetition | None = None
    """
    `asian`, the default: perpetual check and perpetual chase are forbidden; `checks_only`: only perpetual check is;
    `draw`: any repetition draws; `tiantian`: checks and chases in a row are counted, as the most used apps do, the
    game is drawn after 400 plies, and a repetition without attacks at the fifth occurrence. `wxf` is an alias of
    `asian`, which is what responses say: the manual of the World Xiangqi Federation gives its verdicts.

    """
    repetition_penalty: RepetitionPenalty | None = None
    """
    What a forbidden repetition costs. `lose`: the move that completes it loses the game. `refuse`: that move is
    not legal, is missing in `legal_moves` and gets 422 with the reason `forbidden_repetition`; a side whose moves
    are all refused loses as by stalemate. Absent: `refuse` for `tiantian`, `lose` for the others.

    """
    no_capture_limit: int | None = None
    """
    The game is drawn after this many plies without a capture, 120 by default; 0 means no limit.
    """


class GomokuOptions(Model):
    """
    The options of `gomoku` and `gomoku_standard`.
    """

    board_size: int | None = None
    """
    15 by default.
    """
    opening: GomokuOpening | None = None
    """
    The opening rule, `free` by default. `swap`: one player places three stones, the other chooses the color. `swap2`: the
    other may also place two more stones and leave the choice. `pro`: Black's first stone is on the center, the second
    at least three points from it. `long_pro`: at least four. `opening` of the position and `legal_moves` list the
    current choices.

    """


class CaroOptions(Model):
    """
    The options of `caro`.
    """

    board_size: int | None = None
    """
    15 by default.
    """
    opening: GomokuOpening | None = None
    """
    The opening rule, as in Gomoku; `free` by default.
    """
    overline_wins: bool | None = None
    """
    Whether six or more in a row win, blocked or not; true by default, as in Vietnam. False is the rule of Gomocup's
    tournaments.

    """


class RenjuOptions(Model):
    """
    The options of `renju`.
    """

    opening: RenjuOpening | None = None
    """
    The opening rule, `free` by default. `opening` of the position and `legal_moves` list the current choices.

    """
    forbidden_loses: bool | None = None
    """
    A black stone on a forbidden point is accepted and loses, instead of being refused; false by default.
    """


class Options(Model):
    """
    The options of a position. Each ruleset has its own, as in `XiangqiOptions`, `GomokuOptions`, `RenjuOptions` and `CaroOptions`.
    """

    repetition: Repetition | None = None
    repetition_penalty: RepetitionPenalty | None = None
    no_capture_limit: int | None = None
    board_size: int | None = None
    opening: Literal["free", "swap", "swap2", "pro", "long_pro", "soosyrv8", "taraguchi10"] | None = None
    overline_wins: bool | None = None
    forbidden_loses: bool | None = None


class Limits(Model):
    """
    The first limit reached ends the search.
    """

    time_ms: int | None = None
    """
    The default is 1000; the server caps it.
    """
    depth: int | None = None
    nodes: int | None = None
    early: bool | None = None
    """
    The search may end before `time_ms` or `nodes` is used up, if its best move is stable: from about a quarter on. False by default.
    """


class SearchSettings(Model):
    """
    How the engine searches any position.
    """

    engine: str | None = None
    """
    The name of an engine that the server offers for the ruleset (`GET /v1/rulesets`); the server's own when absent. Such an engine
    has no `level`, and `seed`, `isolated` and `book` have no effect on it. Only one that speaks UCI has several `lines`,
    `search_moves` and `avoid_moves`.

    """
    limits: Limits | None = None
    level: int | None = None
    """
    Full strength when absent.
    """
    lines: int | None = None
    """
    How many best lines to return, if there are as many legal moves; 1 by default.
    """
    threads: int | None = None
    """
    1 by default; the server caps it.
    """
    seed: int | None = None
    """
    Makes every random choice repeatable.
    """
    isolated: bool | None = None
    """
    Use a private table: the same `nodes` and `seed` give the same result everywhere. False by default.
    """
    book: bool | None = None
    """
    `false` disables the opening book.
    """


class SearchFields(SearchSettings):
    """
    How the engine searches this position.
    """

    search_moves: list[str] | None = None
    """
    Search only these moves, if the list is not empty.
    """
    avoid_moves: list[str] | None = None
    """
    Do not search these moves.
    """


PlayerName = TypeAliasType("PlayerName", str | None)
"""
The name of the player, which the page and records show.
"""


Reference = TypeAliasType("Reference", str | None)
"""
The owner's own id of the game, unique among its games. Only the API key that owns the game sees it.
"""


Metadata = TypeAliasType("Metadata", dict[str, str])
"""
What the owner notes about the game, at most 2048 bytes. Only the API key that owns the game sees it.
"""


class PlayerDetails(Model):
    name: PlayerName | None = None


class HumanPlayer(Model):
    """
    A person.
    """

    kind: Literal["human"] = "human"
    name: PlayerName | None = None


class EnginePlayer(SearchSettings):
    """
    The engine.
    """

    kind: Literal["engine"] = "engine"
    name: PlayerName | None = None


Player = TypeAliasType("Player", HumanPlayer | EnginePlayer)
"""
Who plays a side.
"""


class GamePlayer(Model):
    """
    A person, or the engine with its settings.
    """

    name: PlayerName | None = None
    kind: Literal["human", "engine"]
    engine: str | None = None
    """
    The engine that the player named; missing if it is the server's own.
    """
    level: int | None = None
    """
    Null at full strength.
    """
    limits: Limits | None = None
    seed: int | None = None
    book: bool | None = None


class NewXiangqiPlayers(Model):
    """
    Who plays each side in Xiangqi; the default is human.
    """

    red: Player | None = None
    black: Player | None = None


class NewGomokuPlayers(Model):
    """
    Who plays each side in Gomoku, Renju and Caro; the default is human.
    """

    black: Player | None = None
    white: Player | None = None


class StartFields(Model):
    """
    The position that a request is about.
    """

    fen: str | None = None
    """
    The default is the start position.
    """
    moves: list[str] | None = None
    """
    Moves played from that position, in any notation.
    """


class NewClock(Model):
    """
    How much time the sides have: `initial_ms`, `move_ms`, or both. `increment_ms` and `byoyomi_ms` need `initial_ms`. Or
    `days_per_move` alone, for a game by correspondence: nobody is present or away, nobody can abandon the game, and it is kept
    while it runs, however long that takes. Time runs only while a server is up. A side that runs out of time loses, or draws if the other side does not have enough material
    to win. Each side's first move is not charged.

    """

    initial_ms: int | None = None
    """
    Time for all moves together (局时).
    """
    increment_ms: int | None = None
    """
    Added after each move but the first (加秒). A move that was taken back and is played again adds nothing.
    """
    move_ms: int | None = None
    """
    The most that one move may take (步时).
    """
    byoyomi_ms: int | None = None
    """
    Time for each move once the initial time is used up (读秒).
    """
    first_move_ms: int | None = None
    """
    The time in which each side must make its first move, or the game is aborted; by default the server's setting.
    """
    days_per_move: int | None = None
    """
    By correspondence: the days that one move may take, the first one too. Excludes the other times.
    """


SeatsByInvitation = TypeAliasType("SeatsByInvitation", Literal["invite", "invite_both"])
"""
`invite`: one seat for the creator of the game, and one for a second person, who joins it. `invite_both`: both seats are for
others, who join the game.

"""


class Invitations(Model):
    """
    The secret for the player of each side, by its name. Only the response that creates a game with invitations for both sides
    contains it.

    """

    red: str | None = None
    black: str | None = None
    white: str | None = None


XiangqiCreatorSide = TypeAliasType("XiangqiCreatorSide", Literal["red", "black", "random"])
"""
The side of the creator of a game with an invitation; random by default.
"""


GomokuCreatorSide = TypeAliasType("GomokuCreatorSide", Literal["black", "white", "random"])
"""
The side of the creator of a game with an invitation; random by default.
"""


ImportFormat = TypeAliasType(
    "ImportFormat",
    Literal["pgn", "text", "wxf", "dhtmlxq", "xqf", "sgf", "psq", "text_board", "pos", "cbr", "cbl", "cbf"],
)
"""
The format of a record that can be imported.
"""


class RecordText(Model):
    """
    A record as text.
    """

    text: str
    format: ImportFormat | None = None
    """
    The default is to recognize it by the content.
    """


class RecordBytes(Model):
    """
    A binary record, or text that is not UTF-8 (UTF-16, GB18030), in base64.
    """

    base64: Annotated[str, Field(json_schema_extra={"contentEncoding": "base64"})]
    format: ImportFormat | None = None
    """
    The default is to recognize it by the content.
    """


class RecordPlayers(Model):
    """
    The names of the players by side.
    """

    red: str | None = None
    black: str | None = None
    white: str | None = None


class RecordTags(Model):
    """
    The headers of the record. Exports contain them again.
    """

    event: str | None
    site: str | None
    date: str | None
    round: str | None
    players: RecordPlayers


class PlayMove(Model):
    """
    A move to play.
    """

    move: Annotated[str, Field(examples=["h2e2", "炮二平五", "C2=5", "h8", "swap"])]
    """
    Coordinates, Chinese or WXF; in the others a point or a choice of the opening.
    """
    reply: bool | None = None
    """
    `false` postpones the engine's reply.
    """


class Undo(Model):
    """
    The moves to take back.
    """

    plies: int | None = None
    """
    1 by default.
    """


class Resign(Model):
    """
    The side that resigns.
    """

    side: Side


OfferAction = TypeAliasType("OfferAction", Literal["offer", "accept", "decline"])
"""
To make an offer, or to answer that of the other side.
"""


class NewSeek(Model):
    """
    What somebody looks for. Only those meet whose ruleset, options and clock are the same.
    """

    ruleset: Ruleset
    options: dict[str, Any] | None = None
    """
    The options of the ruleset, as in a new game.
    """
    clock: NewClock | None = None
    side: Literal["red", "black", "white", "random"] | None = None
    """
    `random`, the default, takes either.
    """
    name: PlayerName | None = None
    engine_after_ms: int | None = None
    """
    After this time an engine takes the place of the opponent. By default none does.
    """
    level: int | None = None
    """
    The level of that engine; full strength by default. Needs `engine_after_ms`.
    """


class SeekClock(Model):
    """
    The time control of a seek, as in `Clock`.
    """

    initial_ms: int | None
    increment_ms: int | None
    move_ms: int | None
    byoyomi_ms: int | None
    first_move_ms: int
    days_per_move: int | None = None


class SeekStatus(Model):
    """
    What has come of a seek. A matched one has `game`, `side` and `token`.
    """

    status: Literal["open", "matched"]
    game: str | None = None
    side: Literal["red", "black", "white"] | None = None
    token: str | None = None
    """
    The token of the seeker's seat.
    """


PhraseName = TypeAliasType("PhraseName", Literal["hello", "good_luck", "well_played", "thanks", "sorry", "rematch"])


class NewPhrase(Model):
    phrase: PhraseName


class Phrase(Model):
    """
    What a player has said.
    """

    side: Literal["red", "black", "white"]
    phrase: PhraseName
    at: datetime


class Pause(Model):
    pass


class Resume(Model):
    pass


class AddTime(Model):
    side: Side
    ms: int


class Adjudicate(Model):
    result: Literal["red", "black", "white", "draw"]
    """
    The side that wins, or `draw`.
    """
    detail: str | None = None
    """
    Why, for the players.
    """


class Abort(Model):
    """
    The side that aborts the game.
    """

    side: Side


class Ready(Model):
    """
    The side that is ready.
    """

    side: Side


class Join(Model):
    """
    The invitation to a game, and who accepts it.
    """

    invitation: str
    name: PlayerName | None = None
    """
    The name of the player, unless the creator of the game has given one.
    """


class BestMove(SearchFields):
    """
    How to search for the best move.
    """

    play: bool | None = None
    """
    Also play the move; false by default.
    """


class Review(SearchFields):
    """
    How to search each position of the game.
    """


class XiangqiPositionInput(StartFields):
    """
    A position of Xiangqi.
    """

    ruleset: Literal["xiangqi"] = "xiangqi"
    options: XiangqiOptions | None = None


class GomokuPositionInput(StartFields):
    """
    A position of freestyle Gomoku.
    """

    ruleset: Literal["gomoku"] = "gomoku"
    options: GomokuOptions | None = None


class GomokuStandardPositionInput(StartFields):
    """
    A position of standard Gomoku.
    """

    ruleset: Literal["gomoku_standard"] = "gomoku_standard"
    options: GomokuOptions | None = None


class RenjuPositionInput(StartFields):
    """
    A position of Renju.
    """

    ruleset: Literal["renju"] = "renju"
    options: RenjuOptions | None = None


class CaroPositionInput(StartFields):
    """
    A position of Caro.
    """

    ruleset: Literal["caro"] = "caro"
    options: CaroOptions | None = None


class OpeningTitle(Model):
    """
    The name of the opening, missing if it has none: the common ones of Xiangqi, also mirrored, and the 26 of Renju, also
    mirrored and turned, for games from the start position.

    """

    english: Annotated[str, Field(examples=["Central Cannon vs. Screen Horses"])]
    chinese: Annotated[str, Field(examples=["中炮对屏风马"])]


class BookMove(Model):
    move: Annotated[str, Field(examples=["h2e2"])]
    chinese: Annotated[str, Field(examples=["炮二平五"])]
    wxf: Annotated[str, Field(examples=["C2=5"])]
    weight: int
    """
    The weight by which the book chooses the move.
    """
    share: float
    """
    The probability that the book chooses the move.
    """


PositionInput = TypeAliasType(
    "PositionInput",
    XiangqiPositionInput | GomokuPositionInput | GomokuStandardPositionInput | RenjuPositionInput | CaroPositionInput,
)
"""
A position, by its start and its moves.
"""


class XiangqiAnalysisInput(StartFields, SearchFields):
    """
    A position of Xiangqi, and how to search it.
    """

    ruleset: Literal["xiangqi"] = "xiangqi"
    options: XiangqiOptions | None = None


class GomokuAnalysisInput(StartFields, SearchFields):
    """
    A position of freestyle Gomoku, and how to search it.
    """

    ruleset: Literal["gomoku"] = "gomoku"
    options: GomokuOptions | None = None


class GomokuStandardAnalysisInput(StartFields, SearchFields):
    """
    A position of standard Gomoku, and how to search it.
    """

    ruleset: Literal["gomoku_standard"] = "gomoku_standard"
    options: GomokuOptions | None = None


class RenjuAnalysisInput(StartFields, SearchFields):
    """
    A position of Renju, and how to search it.
    """

    ruleset: Literal["renju"] = "renju"
    options: RenjuOptions | None = None


class CaroAnalysisInput(StartFields, SearchFields):
    """
    A position of Caro, and how to search it.
    """

    ruleset: Literal["caro"] = "caro"
    options: CaroOptions | None = None


AnalysisInput = TypeAliasType(
    "AnalysisInput",
    XiangqiAnalysisInput | GomokuAnalysisInput | GomokuStandardAnalysisInput | RenjuAnalysisInput | CaroAnalysisInput,
)
"""
A position, and how to search it.
"""


class BatchPosition(Model):
    """
    A position of any ruleset. The options of another ruleset are refused.
    """

    ruleset: Ruleset
    options: Options | None = None
    fen: str | None = None
    moves: list[str] | None = None


class BatchInput(SearchSettings):
    """
    Positions, and how the engine searches each of them.
    """

    positions: list[BatchPosition]
    """
    With `lines`, at most 1280 lines of all positions together.
    """


class MoveText(Model):
    """
    A move in every notation. Except in Xiangqi `chinese` and `wxf` are null.
    """

    move: str
    chinese: str | None
    wxf: str | None
    by: Literal["human", "engine"] | None = None
    at: datetime | None = None
    clock_ms: int | None = None
    """
    In games with a clock: what the mover had left after the move, with its increment. Once the initial time is used up, and without it, what was left of the time for the move.
    """


LegalMove = TypeAliasType("LegalMove", str | MoveText)
"""
Coordinates, or with `notation=all` the move in every notation.
"""


class Verdict(Model):
    """
    How the rules judge a repetition, and why.
    """

    side: Side | None
    """
    The side at fault; null in a draw.
    """
    kind: Literal[
        "perpetual_check", "perpetual_chase", "alternating_check_chase", "mutual_check", "mutual_chase", "allowed"
    ]
    cycle: list[str]
    chased: str | None
    rule: str


class PositionWarning(Model):
    """
    A move that would end the game by repetition, or a remark about an unusual position.
    """

    code: Literal[
        "perpetual_check", "perpetual_chase", "alternating_check_chase", "repetition_draw", "composed_position"
    ]
    """
    `composed_position`: no game can reach the position, for example because of a sixth soldier. It can be played and
    searched like any other.

    """
    side: Side | None
    """
    The side that would lose, or the side to move; null if the warning is about the position.
    """
    move: str | None
    """
    The move; null if the warning is about the position.
    """
    detail: str
    remaining: int | None = None
    """
    Where attacks are counted: how many more such attacks in a row are allowed after this move. Absent if the move ends the
    game.

    """


class ForbiddenPoint(Model):
    """
    A point where Black may not play in Renju.
    """

    point: str
    kind: Literal["three_three", "four_four", "overline"]


class Opening(Model):
    """
    The state of the opening.
    """

    name: Literal["free", "swap", "swap2", "pro", "long_pro", "soosyrv8", "taraguchi10"]
    phase: Literal["play", "put", "choose", "offer", "pick"]
    """
    `play`: the opening is over; the sides move in turn. `put`: `turn` places a stone of the color `stone`. `choose`:
    `turn` plays one of `choices` as a move. `offer`: `turn` offers `offers_left` more points for the fifth stone.
    `pick`: `turn` plays one of `offered`.

    """
    stone: Side
    choices: list[str]
    offered: list[str]
    offers_left: int
    swapped: bool
    """
    Whether the players have exchanged colors an odd number of times; `players` and seats follow the exchange.
    """


GameStatus = TypeAliasType("GameStatus", Literal["playing", "won", "drawn", "waiting", "aborted"])
"""
Whether the game is being played or how it ended. `waiting`: a seat is still open, or a player is not ready. `aborted`: it ended without a result.

"""


GameEndReason = TypeAliasType(
    "GameEndReason",
    Literal[
        "checkmate",
        "stalemate",
        "perpetual_check",
        "perpetual_chase",
        "resignation",
        "agreement",
        "timeout",
        "abandonment",
        "adjudication",
        "repetition",
        "no_capture_limit",
        "move_limit",
        "insufficient_material",
        "five_in_a_row",
        "forbidden_move",
        "board_full",
    ],
)
"""
Why the game ended.
"""


class PositionFields(Model):
    """
    What the rules say about a position of any ruleset.
    """

    ruleset: Ruleset
    options: Options
    start_fen: str
    fen: str
    turn: Side
    ply: int
    in_check: bool
    status: GameStatus
    winner: Side | None
    reason: GameEndReason | None
    verdict: Verdict | None
    moves: list[MoveText]
    legal_moves: list[LegalMove]
    """
    Complete while `status` is `playing`; with `notation=all` each move in every notation.
    """
    forbidden: list[ForbiddenPoint]
    warnings: list[PositionWarning]
    """
    Moves that would end the game by repetition, and remarks about an unusual position. Where attacks are counted, also
    moves that continue a sequence of them, with `remaining`.

    """
    opening: Opening | None
    """
    The state of the opening; null in Xiangqi.
    """


class Position(PositionFields):
    """
    A position as the rules see it.
    """


class Seats(Model):
    """
    The secret tokens of the caller's seats, by side. The responses to creating a game with `seats` and to joining one contain
    them, once.

    """

    red: str | None = None
    black: str | None = None
    white: str | None = None


class SideTimes(Model):
    """
    A time for each side of the ruleset, in milliseconds.
    """

    red: int | None = None
    black: int | None = None
    white: int | None = None


class SideFlags(Model):
    """
    A yes or no for each side of the ruleset.
    """

    red: bool | None = None
    black: bool | None = None
    white: bool | None = None


class TakebackOffer(Model):
    """
    A side's offer to take back that many plies.
    """

    side: Side
    plies: int


class ReadySides(Model):
    """
    Whether each side is ready to begin.
    """

    red: bool | None = None
    black: bool | None = None
    white: bool | None = None


class Aborted(Model):
    """
    `player`: the player of `side` did not want to play it. `first_move_late`: `side` did not make its first move in time.
    `paused_too_long`: nobody resumed it.

    """

    reason: Literal["player", "first_move_late", "paused_too_long"]
    side: Side | None = None


class Score(Model):
    """
    For the side to move. Either `cp` or `mate` is present.
    """

    cp: int | None = None
    """
    Hundredths of a soldier in Xiangqi. In the others a similar unit: at 240 a side wins e times as often as it loses.
    """
    mate: int | None = None
    """
    In moves of that side; negative if that side is mated.
    """


class Wdl(Model):
    """
    The expected shares of wins, draws and losses of the side to move, in thousandths; together 1000. They follow from the score:
    mates and lines that end in a draw are certain; in Xiangqi half of the games between equals are drawn, in five in a row none.

    """

    win: int
    draw: int
    loss: int


SearchSource = TypeAliasType("SearchSource", Literal["search", "book", "forced", "threats", "table", "fallback"])
"""
Where the best move is from: a search, the opening book, the only legal move, a win by threats, an endgame table, or `fallback`: the engine that the request names did not answer in time or not with a legal move, so this is the last line that it reported, or our own engine's; `engine` says whose. A move of a game and a hint are `forced` if only one move is legal; an analysis searches it like any other.
"""


class BatchProgress(Model):
    """
    How many positions of a batch have their result, and how many it has. Only a batch has it.
    """

    done: int
    positions: int


BatchLines = TypeAliasType(
    "BatchLines",
    Annotated[
        str,
        Field(
            json_schema_extra={
                "contentMediaType": "application/x-ndjson",
                "contentSchema": {"$ref": "#/components/schemas/BatchLine"},
            }
        ),
    ],
)
"""
One `BatchLine` per line; empty lines are heartbeats.
"""


PuzzleRuleset = TypeAliasType("PuzzleRuleset", Literal["xiangqi", "gomoku", "renju"])
"""
The rulesets that have puzzles.
"""


class Oembed(Model):
    """
    The board of a game for a frame, as oEmbed describes it.
    """

    version: str
    """
    Always `1.0`.
    """
    type: str
    """
    Always `rich`.
    """
    provider_name: str
    provider_url: str
    title: str
    """
    The game and its players.
    """
    html: str
    """
    An `iframe` with the board.
    """
    width: int
    height: int


class Puzzle(Model):
    """
    A position that the side to move wins by force. It is played with the default options of the ruleset, in five in a row
    on a board of 15×15.

    """

    id: str
    ruleset: PuzzleRuleset
    level: int
    """
    The lowest level of the engine that solves it.
    """
    theme: Literal["checks", "quiet_move", "fours", "threats"]
    """
    `checks`: every move of the solver gives check; `quiet_move`: one does not; `fours`: every move makes a four;
    `threats`: one makes another threat.

    """
    goal: Literal["mate", "five"]
    """
    `mate`: checkmate or stalemate. `five`: a winning row.
    """
    goal_moves: int
    """
    The number of moves in which the solver reaches the goal.
    """
    fen: str
    turn: Side
    solution: list[str]
    """
    The moves of both sides in coordinates. The first and the last are the solver's; the other side holds out as long
    as it can. Each of the solver's moves is the only one that wins as soon, except that another move may win at once
    in place of the last one if it is not the only one. In Xiangqi this is proved against all moves. In five in a row
    a win is one by continuous fours and threes.

    """


class Oversight(Model):
    """
    What a mistake overlooked, by the rules or by the engine's lines.
    """

    kind: Literal[
        "missed_win", "allows_win", "allows_double_four", "loses_piece", "forbidden_repetition", "forbidden_point"
    ]
    """
    `missed_win`: the side had a forced win; `allows_win`: the other side has one after the move; `allows_double_four`:
    the other side wins by fours in two directions at once; `loses_piece`: the other side takes a piece for nothing;
    `forbidden_repetition`: the move lost by the rules of repetition; `forbidden_point`: the stone was placed on a
    forbidden point.

    """
    moves: int | None
    """
    The number of moves of the winner in a forced win.
    """
    point: str | None
    """
    Where the lost piece stands, or the stone that makes the double four.
    """
    piece: str | None
    """
    The lost piece: `rook`, `horse`, `cannon`, `advisor` or `elephant`.
    """


class Accuracy(Model):
    """
    The accuracy of each side in percent; null if it has not moved. By the
    [formulas of lichess](https://lichess.org/page/accuracy) from our winning chances: each move counts by the winning chance
    that it lost, and the accuracy of a side is the mean of two averages of its moves, one weighted by how sharp the game was,
    the other harmonic.

    """

    red: float | None = None
    black: float | None = None
    white: float | None = None


class Claim(Model):
    side: Literal["red", "black", "white"]
    """
    The side that claims.
    """
    result: Literal["win", "draw"]


class StreamEnd(Model):
    """
    The data of the last event of every stream.
    """

    reason: Literal["game_over", "deleted", "shutdown", "done"]
    next_game: str | None = None
    """
    Only in the stream of a game, the rematch that both sides have agreed to.
    """


EventId = TypeAliasType("EventId", int)
"""
The ids of a stream increase.
"""


class Presence(Model):
    """
    Whether each person of a game with seats is connected. An engine is not listed.
    """

    red: Literal["here", "away"] | None = None
    black: Literal["here", "away"] | None = None
    white: Literal["here", "away"] | None = None


class PresenceEvent(Model):
    """
    A player has connected or is away.
    """

    id: EventId
    event: Literal["presence"] = "presence"
    data: Presence


class StreamOffer(Model):
    """
    What a side did about an offer. The game after it follows.
    """

    kind: Literal["draw", "takeback", "rematch"]
    side: Literal["red", "black", "white"]
    action: Literal["offer", "accept", "decline"]
    plies: int | None = None
    """
    Only of a takeback.
    """


class OfferEvent(Model):
    """
    A side has made or answered an offer.
    """

    id: EventId
    event: Literal["offer"] = "offer"
    data: StreamOffer


class Ruling(Model):
    """
    The last thing that an arbiter did with a game.
    """

    action: Literal["pause", "resume", "add_time", "adjudicate"]
    by: str
    """
    The name of the arbiter's API key.
    """
    at: datetime
    side: Literal["red", "black", "white"] | None = None
    """
    To whom time was added.
    """
    ms: int | None = None
    """
    The time that was added.
    """
    detail: str | None = None
    """
    Why the game was decided, if the arbiter said so.
    """


class ArbiterEvent(Model):
    """
    An arbiter has acted. The game after it follows.
    """

    id: EventId
    event: Literal["arbiter"] = "arbiter"
    data: Ruling


class PhraseEvent(Model):
    """
    A player has said one of the six phrases.
    """

    id: EventId
    event: Literal["phrase"] = "phrase"
    data: Phrase


class Watchers(Model):
    """
    How many streams without a token of a seat are open, at all servers together.
    """

    watchers: int


class WatchersEvent(Model):
    """
    The number of watchers has changed. It comes every five seconds at most.
    """

    id: EventId
    event: Literal["watchers"] = "watchers"
    data: Watchers


class EndEvent(Model):
    """
    The last event of every stream.
    """

    id: EventId
    event: Literal["end"] = "end"
    data: StreamEnd


ServerSentEvents = TypeAliasType(
    "ServerSentEvents",
    Annotated[str, Field(json_schema_extra={"contentMediaType": "text/event-stream"})],
)
"""
Server-sent events. Each has the fields `id`, `event` and `data`, which together are a `StreamEvent`; lines that
begin with a colon are heartbeats.

"""


EventLines = TypeAliasType(
    "EventLines",
    Annotated[
        str,
        Field(
            json_schema_extra={
                "contentMediaType": "application/x-ndjson",
                "contentSchema": {"$ref": "#/components/schemas/StreamEvent"},
            }
        ),
    ],
)
"""
One `StreamEvent` per line; empty lines are heartbeats.
"""


class Health(Model):
    """
    The state of the server.
    """

    status: Literal["ok"] = "ok"


class Readiness(Model):
    """
    The state of a server that accepts new work.
    """

    status: Literal["ready"] = "ready"
    store: Literal["available", "unavailable"]
    """
    Whether games can be created and changed.
    """
    engines: dict[str, Literal["available", "cannot_start"]]
    """
    The engines beside the server's own, by their names: `cannot_start` if the last attempt to start one failed.
    """


class EngineLevel(Model):
    """
    A level of the engine in one game.
    """

    level: int
    group: Literal["new", "beginner", "casual", "club", "strong", "master", "engine"]
    """
    The players whom the level suits.
    """
    elo: int
    """
    The strength on this game's own ladder, measured by matches of the levels against each other. Level 1 has 400 by
    definition. Figures of different games are not comparable.

    """


class NamedEngine(Model):
    """
    An engine that a search may name in `engine`.
    """

    name: str


class LevelRange(Model):
    """
    The lowest and the highest level of the engine.
    """

    min: int
    max: int


class GameDetailsPlayers(Model):
    red: PlayerDetails | None = None
    black: PlayerDetails | None = None
    white: PlayerDetails | None = None


class ShortGameReply(Model):
    """
    The engine's reply in short. While a game without `hints` is running, it is the move alone.
    """

    best_move: str
    score: Score | None = None
    win_rate: float | None = None
    source: SearchSource | None = None


class Problem(Model):
    """
    An error (RFC 9457).
    """

    type: str
    title: str
    status: int
    detail: str
    """
    What the server expected and what it got.
    """
    instance: str
    code: ProblemCode
    request_id: str
    errors: list[FieldError] | None = None
    reason: IllegalMoveReason | None = None
    candidates: list[str] | None = None
    """
    The moves that an ambiguous text can mean.
    """
    version: int | None = None
    """
    The current version of the game.
    """
    ply: int | None = None
    """
    The ply, from 1, of the first wrong move in a list or record.
    """
    move: str | None = None
    """
    That move as the client sent it.
    """
    game: int | str | None = None
    """
    The number, from 1, of the game with the error in a collection; or the id of the game that has a reference.
    """
    scope: Scope | None = None
    oldest: str | None = None
    """
    The id of the oldest event that is kept.
    """
    line: int | None = None
    """
    The line, from 1, of the error in a record that is text.
    """
    byte: int | None = None
    """
    The offset, from 0, of the error in a binary record.
    """
    pointer: str | None = None


class FeedEvent(Model):
    """
    Something that happened to a game or an analysis of the API key.
    """

    id: str
    """
    Increases. `Last-Event-ID` resumes after it.
    """
    event: Literal[
        "game_created",
        "game_started",
        "move_played",
        "offer",
        "arbiter",
        "game_finished",
        "game_deleted",
        "analysis_finished",
    ]
    at: datetime
    game: str | None
    """
    Null for an analysis.
    """
    user: str | None
    reference: Reference
    data: dict[str, Any]
    """
    The state of the game: `ruleset`, `version`, `ply`, `turn`, `fen`, `status`; with a move also `move`, at the end also `result` (the
    side that won, `draw` or `aborted`), `reason`, `record` (PGN), and `aborted` if it was. For an offer `kind`, `side` and `action`. For
    `arbiter` the `Ruling`. For an analysis
    its id as `analysis`, and `status`: `done` or `failed`.

    """


class GameDetails(Model):
    """
    What is to change; null removes a value.
    """

    players: GameDetailsPlayers | None = None
    reference: Reference | None = None
    metadata: dict[str, Any] | None = None


class Players(Model):
    """
    The players of a game by side; red and black in Xiangqi, black and white in the other rulesets.
    """

    red: GamePlayer | None = None
    black: GamePlayer | None = None
    white: GamePlayer | None = None


NewSeats = TypeAliasType("NewSeats", bool | SeatsByInvitation)
"""
`true`: the response contains the token of each side, once. `invite`: it contains the token of the creator's side and an
invitation to the other one. `invite_both`: it contains an invitation to each side and no token. `false`, the default:
nobody needs a token.

"""


GameRecord = TypeAliasType("GameRecord", str | RecordText | RecordBytes)
"""
A record of a game. A string is a `RecordText` without `format`.
"""


class RuledEnd(Model):
    """
    How our rules would have ended an imported game.
    """

    winner: str | None
    """
    The name of the side that wins; null for a draw.
    """
    reason: GameEndReason
    rule: str | None
    """
    The clause on a repetition.
    """


class RecordConversion(Model):
    """
    Records to convert.
    """

    record: GameRecord
    format: Literal["pgn", "text", "dhtmlxq", "sgf", "psq", "text_board", "pos"]
    """
    The format to write. Which games each is for is as for `format` of `GET /v1/games/{id}/record`.

    """
    notation: Literal["iccs", "chinese", "wxf"] | None = None
    """
    The notation of the moves in a `pgn` of Xiangqi; `iccs` by default.
    """
    ruleset: Ruleset | None = None
    """
    Needed if the record does not tell its game.
    """


class Draw(Model):
    """
    What a side does about a draw.
    """

    side: Side
    action: OfferAction


class Takeback(Model):
    """
    What a side does about taking moves back.
    """

    side: Side
    action: OfferAction
    plies: int | None = None
    """
    How many plies to take back, in an offer. By default as many as needed for `side` to be to move again.
    """


class Rematch(Model):
    """
    What a side does about another game.
    """

    side: Side
    action: OfferAction


class Seek(Model):
    """
    Somebody who looks for an opponent.
    """

    id: str
    ruleset: Ruleset
    options: dict[str, Any]
    """
    All options of the ruleset.
    """
    clock: SeekClock | None
    side: Literal["red", "black", "white", "random"]
    name: str | None
    engine_after_ms: int | None
    level: int | None
    created_at: datetime


class CreatedSeek(Model):
    """
    A seek for the seeker.
    """

    secret: str
    """
    The bearer token that asks for the game, and withdraws the seek.
    """
    id: str
    ruleset: Ruleset
    options: dict[str, Any]
    """
    All options of the ruleset.
    """
    clock: SeekClock | None
    side: Literal["red", "black", "white", "random"]
    name: str | None
    engine_after_ms: int | None
    level: int | None
    created_at: datetime


class Seeks(Model):
    seeks: list[Seek]


class KnownOpening(Model):
    """
    What is known about the opening of a game.
    """

    name: OpeningTitle | None = None
    book: list[BookMove]
    """
    The moves of the opening book in this position, those with the greatest weight first. Only Xiangqi has a book. A level
    plays from it unless `book` is false.

    """


class ReviewInput(SearchFields):
    """
    A game of any ruleset, by its moves or a record, and how the engine searches its positions.
    """

    ruleset: Ruleset | None = None
    """
    Required without `record`.
    """
    options: Options | None = None
    fen: str | None = None
    moves: list[str] | None = None
    record: GameRecord | None = None


class Clock(Model):
    """
    The time control of a game, as in `NewClock`, and the time that each side has left.
    """

    initial_ms: int | None
    increment_ms: int | None
    move_ms: int | None
    byoyomi_ms: int | None
    first_move_ms: int
    days_per_move: int | None = None
    """
    Only by correspondence. `move_ms` and `first_move_ms` say the same in milliseconds.
    """
    remaining_ms: SideTimes
    """
    As of `at`: the initial time that is left; once it is used up, what is left of the byo-yomi for the move; without
    `initial_ms`, what is left for the move.

    """
    byoyomi: SideFlags
    """
    Whether the side has used up its initial time and plays on byo-yomi.
    """
    at: datetime
    """
    The time of the last change of the clock.
    """
    running: Side | None
    """
    The side whose time runs. Null until both sides have made their first moves, while an engine is to move but no request
    has asked for its move, and once the game is over.

    """
    deadline: datetime | None
    """
    When the server ends the game if no move comes. Null while no time runs.
    """


class Line(Model):
    """
    A line of play that the search found.
    """

    pv: list[str]
    score: Score
    win_rate: float
    """
    The share of wins and half that of draws.
    """
    wdl: Wdl
    bound: Literal["exact", "lower", "upper"]
    depth: int
    seldepth: int
    nodes: int


class Search(Model):
    """
    The result of a search.
    """

    best_move: str
    ponder: str | None
    chinese: str | None
    wxf: str | None
    source: SearchSource
    score: Score
    win_rate: float
    depth: int
    seldepth: int
    nodes: int
    nps: int
    time_ms: int
    queued_ms: int
    """
    How long the search waited for a thread or rested while other searches had their turn.
    """
    reduced: bool
    """
    Whether the server was so busy that the search got only a few hundred nodes.
    """
    hash_hit_rate: float
    hash_full: float
    engine: str
    """
    Who searched: the server's own engine with its version, or the name of another.
    """
    pv: list[str]
    lines: list[Line]


class Reply(Model):
    """
    The move of an engine, and the result of the search that chose it. While a game without `hints` is running, only the required
    fields are there: nothing that judges the position.

    """

    best_move: str
    ponder: str | None = None
    chinese: str | None
    wxf: str | None
    source: SearchSource | None = None
    score: Score | None = None
    win_rate: float | None = None
    depth: int | None = None
    seldepth: int | None = None
    nodes: int | None = None
    nps: int | None = None
    time_ms: int
    queued_ms: int
    """
    How long the search waited for a thread or rested while other searches had their turn.
    """
    reduced: bool
    """
    Whether the server was so busy that the search got only a few hundred nodes.
    """
    hash_hit_rate: float | None = None
    hash_full: float | None = None
    engine: str
    """
    Who searched: the server's own engine with its version, or the name of another.
    """
    pv: list[str] | None = None
    lines: list[Line] | None = None


class BatchResult(Model):
    """
    The result of one position of a batch, or the problem for which there is none.
    """

    index: int
    """
    The place of the position in the request.
    """
    result: Search | None = None
    problem: Problem | None = None


class BatchLine(Model):
    """
    A line of the stream of a batch: the result of a position (`position`), why the stream fails (`error`), or its `end`. Only
    the last two have `data`.

    """

    id: EventId
    event: Literal["position", "error", "end"]
    index: int | None = None
    result: Search | None = None
    problem: Problem | None = None
    data: dict[str, Any] | None = None


class Ply(Model):
    """
    The data of a review's `ply` event. Scores are for the side that moved, within ±1000.
    """

    ply: int
    side: Side
    move: str
    chinese: str | None
    wxf: str | None
    score_before: int
    score_after: int
    best_move: str
    best_line: list[str]
    """
    What could have been played instead, by both sides. It begins with `best_move`.
    """
    loss: int
    label: Literal["best", "good", "inaccuracy", "mistake", "blunder"]
    exempt: Literal["book", "forced", "opening"] | None
    """
    Why the move is no mistake, whatever the scores say; null if it is judged by them. `book`: the opening book has it, or it
    belongs to a named opening of Renju; `forced`: it was the only legal move; `opening`: a decision of an opening protocol that
    no single score judges. The last stone before the other player chooses a color is judged by the balance: its scores are how
    far a color is ahead, negated.

    """
    oversight: Oversight | None
    """
    What the move overlooked; null unless it is a mistake with a simple reason.
    """


class ReviewResult(Model):
    """
    The data of a review's `result` event.
    """

    plies: int
    accuracy: Accuracy


class ReviewDocument(Model):
    """
    A review as one document.
    """

    moves: list[Ply]
    summary: ReviewResult | None
    """
    Null if the server shut down before it had judged all moves.
    """


class ThinkingEvent(Model):
    """
    The last finished depth of an engine's search for its move. In a game without `hints` there is none.
    """

    id: EventId
    event: Literal["thinking"] = "thinking"
    data: Search


class InfoEvent(Model):
    """
    A finished depth of an analysis.
    """

    id: EventId
    event: Literal["info"] = "info"
    data: Search


class PlyEvent(Model):
    """
    A reviewed move.
    """

    id: EventId
    event: Literal["ply"] = "ply"
    data: Ply


class ProblemEvent(Model):
    """
    An error that ended an analysis or a review.
    """

    id: EventId
    event: Literal["error"] = "error"
    data: Problem


StreamResult = TypeAliasType("StreamResult", Search | ReviewResult)
"""
The `Search` of an analysis, or the `ReviewResult` of a review.
"""


class RulesetDescription(Model):
    """
    A ruleset, its options and its levels.
    """

    ruleset: Ruleset
    sides: list[Side]
    start_fen: str
    options: dict[str, Any]
    """
    Each option with its `default` and its `values`, or `min` and `max`.
    """
    levels: list[EngineLevel]
    """
    The levels of the engine in this game, weakest first.
    """
    engines: list[NamedEngine]
    """
    The engines that a search of this ruleset may name, beside the server's own.
    """


class Rulesets(Model):
    """
    What this server offers.
    """

    rulesets: list[RulesetDescription]
    levels: LevelRange
    limits: dict[str, Any]
    """
    The limits in force. For quotas, 0 means no limit. `games_per_minute` and `search_ms_per_minute` may apply only to clients
    without an API key: the header `RateLimit` of a response shows the quotas of its client. `searches_per_client` is how many
    searches of more than 50 ms a client may have at once while others have none; they share the processors.
    `analyses_per_client` is how many long analyses of one client may wait or run.

    """
    engine: str


class ListedGame(Model):
    """
    The short form of a game, with what its owner looks for.
    """

    id: str
    version: int
    ply: int
    turn: Side
    fen: str
    status: GameStatus
    winner: Side | None
    reason: GameEndReason | None
    clock: Clock | None = None
    players: Players
    user: str | None
    """
    The end user on whose behalf the game was created.
    """
    reference: Reference
    metadata: Metadata
    created_at: datetime
    updated_at: datetime


class NewGameFields(StartFields):
    """
    `record` holds the moves and the position itself, so it excludes `fen` and `moves`. Most formats name the game, too: then
    `ruleset` must agree with the record.

    """

    record: GameRecord | None = None
    """
    A record to import instead of `fen` and `moves`.
    """
    seats: NewSeats | None = None
    hints: bool | None = None
    """
    Whether hints, reviews and engine moves for a person are available while the game is running. True by default, but
    false in a game with seats between two people. Only a game with seats can be without hints.

    """
    private: bool | None = None
    """
    Whether reading the game needs one of its tokens. Needs `seats`; false by default.
    """
    ready_check: bool | None = None
    """
    Whether the game waits, with its clock stopped, until both players are ready: see `ready`. Needs `seats` and people on
    both sides, and does not go with `days_per_move`. False by default.

    """
    abandon_ms: int | None = None
    """
    How long the side to move may be away before the other side may claim the game. Needs `seats`, and does not
    go with `days_per_move`; the default is the server's, usually 60000.

    """
    clock: NewClock | None = None
    """
    The time control; none by default.
    """
    run: bool | None = None
    """
    With engines on both sides: whether the server plays the game to its end by itself. It plays a few games of each
    client at once, in the search threads that nobody else needs; the others wait for their turn. False by default.

    """
    reference: Reference | None = None
    metadata: Metadata | None = None


class ImportNote(Model):
    """
    A difference between the record and the game, or between the record and what our rules say. A game keeps all moves of its
    record that are legal by the way pieces move and check, and the result that the record claims. `would_have_ended`: the
    rules would have ended the game after `ply` plies, as `verdict` says. `would_have_been_refused`: they would have refused
    the move with the number `ply`, for this `reason`: it repeats the position, or its point is forbidden to Black in Renju.
    `result_contradicts`: the result is not that of `verdict`. `moves_after_the_end_left_out`: the side to move was mated,
    or stalemated, after `ply` plies. `comments_left_out`: they belong to no move, such as lines that programs append.
    `variations_left_out`: from a move on they are not legal. `tree_too_large`: a game keeps at most `bytes` bytes of
    variations, comments and other remarks. `ruleset_assumed`: the record says only that it is five in a row, and was read as `gomoku`.

    """

    code: Literal[
        "comments_left_out",
        "variations_left_out",
        "tree_too_large",
        "moves_after_the_end_left_out",
        "would_have_ended",
        "would_have_been_refused",
        "result_contradicts",
        "ruleset_assumed",
    ]
    count: int | None = None
    """
    How many were left out.
    """
    bytes: int | None = None
    """
    How much memory the tree of a game may take.
    """
    ply: int | None = None
    """
    The number of plies.
    """
    reason: IllegalMoveReason | None = None
    verdict: RuledEnd | None = None
    detail: str


class ShortGame(Model):
    """
    The short form of a game after a change (`Prefer: return=minimal`).
    """

    id: str
    version: int
    ply: int
    turn: Side
    fen: str
    status: GameStatus
    winner: Side | None
    reason: GameEndReason | None
    clock: Clock | None = None
    moves: list[MoveText]
    """
    The moves that the request led to.
    """
    reply: ShortGameReply | None
    tokens: Seats | None = None
    invitation: str | None = None
    invitations: Invitations | None = None
    spectator: str | None = None


class NewXiangqiGame(NewGameFields):
    """
    A new game of Xiangqi.
    """

    ruleset: Literal["xiangqi"] = "xiangqi"
    options: XiangqiOptions | None = None
    players: NewXiangqiPlayers | None = None
    side: XiangqiCreatorSide | None = None


class NewGomokuGame(NewGameFields):
    """
    A new game of freestyle Gomoku, in which five or more win.
    """

    ruleset: Literal["gomoku"] = "gomoku"
    options: GomokuOptions | None = None
    players: NewGomokuPlayers | None = None
    side: GomokuCreatorSide | None = None


class NewGomokuStandardGame(NewGameFields):
    """
    A new game of standard Gomoku, in which exactly five win.
    """

    ruleset: Literal["gomoku_standard"] = "gomoku_standard"
    options: GomokuOptions | None = None
    players: NewGomokuPlayers | None = None
    side: GomokuCreatorSide | None = None


class NewRenjuGame(NewGameFields):
    """
    A new game of Renju.
    """

    ruleset: Literal["renju"] = "renju"
    options: RenjuOptions | None = None
    players: NewGomokuPlayers | None = None
    side: GomokuCreatorSide | None = None


class NewCaroGame(NewGameFields):
    """
    A new game of Caro.
    """

    ruleset: Literal["caro"] = "caro"
    options: CaroOptions | None = None
    players: NewGomokuPlayers | None = None
    side: GomokuCreatorSide | None = None


NewGame = TypeAliasType("NewGame", NewXiangqiGame | NewGomokuGame | NewGomokuStandardGame | NewRenjuGame | NewCaroGame)
"""
A new game. Each ruleset has its own options and sides.
"""


class Analysis(Model):
    """
    A long analysis.
    """

    id: str
    status: Literal["queued", "running", "done", "cancelled", "failed"]
    request: AnalysisInput | None = None
    """
    The request. A batch does not repeat it.
    """
    progress: BatchProgress | None = None
    results: list[BatchResult] | None = None
    """
    Those of a batch so far, in the order of its positions.
    """
    result: Search | None
    """
    The best result so far, also of a running or cancelled analysis.
    """
    problem: Problem | None
    """
    Why the analysis failed.
    """
    created_at: datetime
    updated_at: datetime


class ResultEvent(Model):
    """
    The result of an analysis or a review.
    """

    id: EventId
    event: Literal["result"] = "result"
    data: StreamResult


class NewGames(Model):
    games: list[NewGame]


class GameList(Model):
    games: list[ListedGame]
    next_cursor: str | None
    """
    The `cursor` of the next page.
    """


class ImportedRecord(Model):
    """
    What the game kept of the record that it was imported from.
    """

    format: ImportFormat
    tags: RecordTags
    notes: list[ImportNote]


class ConvertedRecord(Model):
    """
    A record in its new format, which is in `text` or, if it is binary, in `base64`.
    """

    ruleset: Ruleset
    ply: int
    """
    The number of plies of the main line.
    """
    status: Literal["playing", "won", "drawn"]
    winner: str | None
    reason: GameEndReason | None
    import_: Annotated[ImportedRecord, Field(alias="import")]
    text: str | None
    base64: str | None


class GameFields(Model):
    """
    The fields of a game of any ruleset in addition to those of its position.
    """

    id: str
    version: int
    reference: Reference | None = None
    metadata: Metadata | None = None
    players: Players
    seats: bool
    """
    Whether acting needs a token.
    """
    tokens: Seats | None = None
    clock: Clock | None
    """
    Null in a game without a clock.
    """
    ready: ReadySides | None = None
    """
    Which players are ready; absent unless the game waits for that.
    """
    run: bool | None = None
    """
    Whether the server plays the game to its end by itself; absent if not.
    """
    presence: Presence | None
    """
    Which players are connected; null in a game without seats and by correspondence. It is not part of the version, so the `ETag` contains it in
    addition to the version. The response to a change shows it at the time of the change, also when it is replayed.

    """
    invitation: str | None = None
    """
    The secret for the other player. Only the response that creates a game with an invitation contains it.
    """
    invitations: Invitations | None = None
    spectator: str | None = None
    """
    The token for those who watch a private game. Only the response that creates the game contains it.
    """
    hints: bool
    """
    Whether hints, reviews and engine moves for a person are available while the game is running.
    """
    private: bool
    """
    Whether reading the game needs one of its tokens.
    """
    abandon_ms: int | None
    """
    How long the side to move may be away before the other side may claim the game; null without seats and by correspondence.
    """
    paused: bool
    """
    Whether an arbiter has paused the game.
    """
    ruling: Ruling | None
    """
    What an arbiter did last; null if none did anything.
    """
    takeback_offer: TakebackOffer | None
    """
    The open offer to take moves back.
    """
    rematch_offer: Side | None
    """
    The side that offers another game.
    """
    next_game: str | None
    """
    The id of the rematch, once both sides have agreed.
    """
    aborted: Aborted | None = None
    """
    Why the game was aborted; absent if it was not.
    """
    draw_offer: Side | None
    """
    The side whose draw offer is open.
    """
    import_: Annotated[ImportedRecord | None, Field(alias="import")]
    """
    Null unless the game was imported from a record.
    """
    created_at: datetime
    updated_at: datetime
    expires_at: datetime
    """
    When the server deletes the game if nobody uses it; every use postpones this.
    """


class Game(PositionFields, GameFields):
    """
    A `Position` with an id, players and a version.
    """


class Played(Model):
    """
    The game after a move, and the search that chose the engine's move, if it made one.
    """

    game: Game
    reply: Reply | None


BestMoveAnswer = TypeAliasType("BestMoveAnswer", Search | Played)
"""
A `Search`; with `play`, the game and the search.
"""


class GameEvent(Model):
    """
    The game after a change.
    """

    id: EventId
    event: Literal["game"] = "game"
    data: Game


StreamEvent = TypeAliasType(
    "StreamEvent",
    GameEvent
    | PresenceEvent
    | OfferEvent
    | ArbiterEvent
    | PhraseEvent
    | WatchersEvent
    | ThinkingEvent
    | InfoEvent
    | PlyEvent
    | ResultEvent
    | ProblemEvent
    | EndEvent,
)
"""
One event of a stream.
"""


class CreatedGames(Model):
    games: list[Game]


class ConvertedRecords(Model):
    """
    Converted records.
    """

    records: list[ConvertedRecord]
