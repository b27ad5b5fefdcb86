"""Every operation of the API: each function describes one request, which `send` of a client sends. Generated from openapi.yaml by clients/generate."""

from datetime import datetime
from typing import Any, Literal
from urllib.parse import quote

from . import models
from ._call import Call


def list_games(
    *,
    user: str | None = None,
    reference: str | None = None,
    status: models.GameStatus | None = None,
    ruleset: models.Ruleset | None = None,
    updated_after: datetime | None = None,
    limit: int | None = None,
    cursor: str | None = None,
    duiyi_user: str | None = None,
) -> Call[models.GameList]:
    """List the games of an API key."""
    return Call(
        "list_games",
        "GET",
        "/v1/games",
        models.GameList,
        query={
            "user": user,
            "reference": reference,
            "status": status,
            "ruleset": ruleset,
            "updated_after": updated_after,
            "limit": limit,
            "cursor": cursor,
        },
        headers={"Duiyi-User": duiyi_user},
    )


def create_game(
    body: models.NewGame | dict[str, Any],
    *,
    idempotency_key: str | None = None,
    prefer: str | None = None,
    duiyi_user: str | None = None,
) -> Call[models.Game]:
    """Create a game."""
    return Call(
        "create_game",
        "POST",
        "/v1/games",
        models.Game,
        body=body,
        headers={"Idempotency-Key": idempotency_key, "Prefer": prefer, "Duiyi-User": duiyi_user},
    )


def create_games(
    body: models.NewGames | dict[str, Any], *, idempotency_key: str | None = None, duiyi_user: str | None = None
) -> Call[models.CreatedGames]:
    """Create many games, all or none."""
    return Call(
        "create_games",
        "POST",
        "/v1/games/batch",
        models.CreatedGames,
        body=body,
        headers={"Idempotency-Key": idempotency_key, "Duiyi-User": duiyi_user},
    )


def get_game(
    id: str,
    *,
    notation: Literal["coordinates", "all"] | None = None,
    if_none_match: str | None = None,
    prefer: str | None = None,
    duiyi_user: str | None = None,
) -> Call[models.Game]:
    """Get a game."""
    return Call(
        "get_game",
        "GET",
        f"/v1/games/{quote(id, safe='')}",
        models.Game,
        query={"notation": notation},
        headers={"If-None-Match": if_none_match, "Prefer": prefer, "Duiyi-User": duiyi_user},
    )


def change_details(
    id: str,
    body: models.GameDetails | dict[str, Any],
    *,
    if_match: str | None = None,
    idempotency_key: str | None = None,
    duiyi_user: str | None = None,
) -> Call[models.Game]:
    """Change names, reference and metadata."""
    return Call(
        "change_details",
        "PATCH",
        f"/v1/games/{quote(id, safe='')}",
        models.Game,
        body=body,
        headers={"If-Match": if_match, "Idempotency-Key": idempotency_key, "Duiyi-User": duiyi_user},
    )


def delete_game(id: str, *, if_match: str | None = None, duiyi_user: str | None = None) -> Call[None]:
    """Delete a game."""
    return Call(
        "delete_game",
        "DELETE",
        f"/v1/games/{quote(id, safe='')}",
        None,
        headers={"If-Match": if_match, "Duiyi-User": duiyi_user},
    )


def play_move(
    id: str,
    body: models.PlayMove | dict[str, Any],
    *,
    if_match: str | None = None,
    idempotency_key: str | None = None,
    prefer: str | None = None,
    duiyi_user: str | None = None,
) -> Call[models.Played]:
    """Play a move; an engine opponent replies."""
    return Call(
        "play_move",
        "POST",
        f"/v1/games/{quote(id, safe='')}/moves",
        models.Played,
        body=body,
        headers={"If-Match": if_match, "Idempotency-Key": idempotency_key, "Prefer": prefer, "Duiyi-User": duiyi_user},
    )


def undo(
    id: str,
    body: models.Undo | dict[str, Any] | None = None,
    *,
    if_match: str | None = None,
    idempotency_key: str | None = None,
    prefer: str | None = None,
    duiyi_user: str | None = None,
) -> Call[models.Game]:
    """Take moves back."""
    return Call(
        "undo",
        "POST",
        f"/v1/games/{quote(id, safe='')}/undo",
        models.Game,
        body=body,
        headers={"If-Match": if_match, "Idempotency-Key": idempotency_key, "Prefer": prefer, "Duiyi-User": duiyi_user},
    )


def resign(
    id: str,
    body: models.Resign | dict[str, Any],
    *,
    if_match: str | None = None,
    idempotency_key: str | None = None,
    prefer: str | None = None,
    duiyi_user: str | None = None,
) -> Call[models.Game]:
    """Resign."""
    return Call(
        "resign",
        "POST",
        f"/v1/games/{quote(id, safe='')}/resign",
        models.Game,
        body=body,
        headers={"If-Match": if_match, "Idempotency-Key": idempotency_key, "Prefer": prefer, "Duiyi-User": duiyi_user},
    )


def draw(
    id: str,
    body: models.Draw | dict[str, Any],
    *,
    if_match: str | None = None,
    idempotency_key: str | None = None,
    prefer: str | None = None,
    duiyi_user: str | None = None,
) -> Call[models.Game]:
    """Offer, accept or decline a draw."""
    return Call(
        "draw",
        "POST",
        f"/v1/games/{quote(id, safe='')}/draw",
        models.Game,
        body=body,
        headers={"If-Match": if_match, "Idempotency-Key": idempotency_key, "Prefer": prefer, "Duiyi-User": duiyi_user},
    )


def claim(
    id: str,
    body: models.Claim | dict[str, Any],
    *,
    if_match: str | None = None,
    idempotency_key: str | None = None,
    prefer: str | None = None,
    duiyi_user: str | None = None,
) -> Call[models.Game]:
    """Claim an abandoned game."""
    return Call(
        "claim",
        "POST",
        f"/v1/games/{quote(id, safe='')}/claim",
        models.Game,
        body=body,
        headers={"If-Match": if_match, "Idempotency-Key": idempotency_key, "Prefer": prefer, "Duiyi-User": duiyi_user},
    )


def takeback(
    id: str,
    body: models.Takeback | dict[str, Any],
    *,
    if_match: str | None = None,
    idempotency_key: str | None = None,
    prefer: str | None = None,
    duiyi_user: str | None = None,
) -> Call[models.Game]:
    """Ask to take moves back, and answer."""
    return Call(
        "takeback",
        "POST",
        f"/v1/games/{quote(id, safe='')}/takeback",
        models.Game,
        body=body,
        headers={"If-Match": if_match, "Idempotency-Key": idempotency_key, "Prefer": prefer, "Duiyi-User": duiyi_user},
    )


def rematch(
    id: str,
    body: models.Rematch | dict[str, Any],
    *,
    if_match: str | None = None,
    idempotency_key: str | None = None,
    prefer: str | None = None,
    duiyi_user: str | None = None,
) -> Call[models.Game]:
    """Offer, accept or decline another game."""
    return Call(
        "rematch",
        "POST",
        f"/v1/games/{quote(id, safe='')}/rematch",
        models.Game,
        body=body,
        headers={"If-Match": if_match, "Idempotency-Key": idempotency_key, "Prefer": prefer, "Duiyi-User": duiyi_user},
    )


def abort(
    id: str,
    body: models.Abort | dict[str, Any],
    *,
    if_match: str | None = None,
    idempotency_key: str | None = None,
    prefer: str | None = None,
    duiyi_user: str | None = None,
) -> Call[models.Game]:
    """Abort the game."""
    return Call(
        "abort",
        "POST",
        f"/v1/games/{quote(id, safe='')}/abort",
        models.Game,
        body=body,
        headers={"If-Match": if_match, "Idempotency-Key": idempotency_key, "Prefer": prefer, "Duiyi-User": duiyi_user},
    )


def ready(
    id: str,
    body: models.Ready | dict[str, Any],
    *,
    if_match: str | None = None,
    idempotency_key: str | None = None,
    prefer: str | None = None,
    duiyi_user: str | None = None,
) -> Call[models.Game]:
    """Say that a player is ready."""
    return Call(
        "ready",
        "POST",
        f"/v1/games/{quote(id, safe='')}/ready",
        models.Game,
        body=body,
        headers={"If-Match": if_match, "Idempotency-Key": idempotency_key, "Prefer": prefer, "Duiyi-User": duiyi_user},
    )


def say(id: str, body: models.NewPhrase | dict[str, Any], *, duiyi_user: str | None = None) -> Call[models.Phrase]:
    """Say a phrase to the other player."""
    return Call(
        "say",
        "POST",
        f"/v1/games/{quote(id, safe='')}/phrases",
        models.Phrase,
        body=body,
        headers={"Duiyi-User": duiyi_user},
    )


def pause(
    id: str,
    body: models.Pause | dict[str, Any],
    *,
    if_match: str | None = None,
    idempotency_key: str | None = None,
    prefer: str | None = None,
    duiyi_user: str | None = None,
) -> Call[models.Game]:
    """Pause a game as its arbiter."""
    return Call(
        "pause",
        "POST",
        f"/v1/games/{quote(id, safe='')}/pause",
        models.Game,
        body=body,
        headers={"If-Match": if_match, "Idempotency-Key": idempotency_key, "Prefer": prefer, "Duiyi-User": duiyi_user},
    )


def resume(
    id: str,
    body: models.Resume | dict[str, Any],
    *,
    if_match: str | None = None,
    idempotency_key: str | None = None,
    prefer: str | None = None,
    duiyi_user: str | None = None,
) -> Call[models.Game]:
    """Resume a paused game as its arbiter."""
    return Call(
        "resume",
        "POST",
        f"/v1/games/{quote(id, safe='')}/resume",
        models.Game,
        body=body,
        headers={"If-Match": if_match, "Idempotency-Key": idempotency_key, "Prefer": prefer, "Duiyi-User": duiyi_user},
    )


def add_time(
    id: str,
    body: models.AddTime | dict[str, Any],
    *,
    if_match: str | None = None,
    idempotency_key: str | None = None,
    prefer: str | None = None,
    duiyi_user: str | None = None,
) -> Call[models.Game]:
    """Add to the time of a side as its arbiter."""
    return Call(
        "add_time",
        "POST",
        f"/v1/games/{quote(id, safe='')}/add-time",
        models.Game,
        body=body,
        headers={"If-Match": if_match, "Idempotency-Key": idempotency_key, "Prefer": prefer, "Duiyi-User": duiyi_user},
    )


def adjudicate(
    id: str,
    body: models.Adjudicate | dict[str, Any],
    *,
    if_match: str | None = None,
    idempotency_key: str | None = None,
    prefer: str | None = None,
    duiyi_user: str | None = None,
) -> Call[models.Game]:
    """Decide a game as its arbiter."""
    return Call(
        "adjudicate",
        "POST",
        f"/v1/games/{quote(id, safe='')}/adjudicate",
        models.Game,
        body=body,
        headers={"If-Match": if_match, "Idempotency-Key": idempotency_key, "Prefer": prefer, "Duiyi-User": duiyi_user},
    )


def join(
    id: str,
    body: models.Join | dict[str, Any],
    *,
    if_match: str | None = None,
    idempotency_key: str | None = None,
    prefer: str | None = None,
    duiyi_user: str | None = None,
) -> Call[models.Game]:
    """Join a game by its invitation."""
    return Call(
        "join",
        "POST",
        f"/v1/games/{quote(id, safe='')}/join",
        models.Game,
        body=body,
        headers={"If-Match": if_match, "Idempotency-Key": idempotency_key, "Prefer": prefer, "Duiyi-User": duiyi_user},
    )


def best_move(
    id: str,
    body: models.BestMove | dict[str, Any] | None = None,
    *,
    if_match: str | None = None,
    idempotency_key: str | None = None,
    prefer: str | None = None,
    duiyi_user: str | None = None,
) -> Call[models.BestMoveAnswer]:
    """Get a hint for the side to move, or let the engine make the move."""
    return Call(
        "best_move",
        "POST",
        f"/v1/games/{quote(id, safe='')}/best-move",
        models.BestMoveAnswer,
        body=body,
        headers={"If-Match": if_match, "Idempotency-Key": idempotency_key, "Prefer": prefer, "Duiyi-User": duiyi_user},
    )


def review(
    id: str,
    body: models.Review | dict[str, Any] | None = None,
    *,
    last_event_id: str | None = None,
    duiyi_user: str | None = None,
) -> Call[models.ReviewDocument]:
    """Review the whole game."""
    return Call(
        "review",
        "POST",
        f"/v1/games/{quote(id, safe='')}/review",
        models.ReviewDocument,
        body=body,
        headers={"Last-Event-ID": last_event_id, "Duiyi-User": duiyi_user},
    )


def events(
    id: str, *, ticket: str | None = None, last_event_id: str | None = None, duiyi_user: str | None = None
) -> Call[None]:
    """Stream the changes of a game."""
    return Call(
        "events",
        "GET",
        f"/v1/games/{quote(id, safe='')}/events",
        None,
        query={"ticket": ticket},
        headers={"Last-Event-ID": last_event_id, "Duiyi-User": duiyi_user},
    )


def socket(
    id: str,
    *,
    ticket: str | None = None,
    last_event_id: int | None = None,
    sec_websocket_protocol: str | None = None,
    duiyi_user: str | None = None,
) -> Call[None]:
    """Follow a game over a WebSocket."""
    return Call(
        "socket",
        "GET",
        f"/v1/games/{quote(id, safe='')}/socket",
        None,
        query={"ticket": ticket, "last_event_id": last_event_id},
        headers={"Sec-WebSocket-Protocol": sec_websocket_protocol, "Duiyi-User": duiyi_user},
    )


def issue_ticket(
    id: str, body: dict[str, Any] | None = None, *, duiyi_user: str | None = None
) -> Call[models.StreamTicket]:
    """Get a ticket for a stream."""
    return Call(
        "issue_ticket",
        "POST",
        f"/v1/games/{quote(id, safe='')}/tickets",
        models.StreamTicket,
        body=body,
        headers={"Duiyi-User": duiyi_user},
    )


def record(
    id: str,
    *,
    format: Literal["json", "pgn", "text", "svg", "png", "dhtmlxq", "sgf", "psq", "text_board", "pos"] | None = None,
    notation: Literal["iccs", "chinese", "wxf"] | None = None,
    if_none_match: str | None = None,
    duiyi_user: str | None = None,
) -> Call[models.Game]:
    """Export the record."""
    return Call(
        "record",
        "GET",
        f"/v1/games/{quote(id, safe='')}/record",
        models.Game,
        query={"format": format, "notation": notation},
        headers={"If-None-Match": if_none_match, "Duiyi-User": duiyi_user},
    )


def list_seeks(*, duiyi_user: str | None = None) -> Call[models.Seeks]:
    """List the open seeks."""
    return Call("list_seeks", "GET", "/v1/seeks", models.Seeks, headers={"Duiyi-User": duiyi_user})


def create_seek(
    body: models.NewSeek | dict[str, Any], *, idempotency_key: str | None = None, duiyi_user: str | None = None
) -> Call[models.CreatedSeek]:
    """Look for an opponent."""
    return Call(
        "create_seek",
        "POST",
        "/v1/seeks",
        models.CreatedSeek,
        body=body,
        headers={"Idempotency-Key": idempotency_key, "Duiyi-User": duiyi_user},
    )


def await_game(id: str, *, prefer: str | None = None) -> Call[models.SeekStatus]:
    """Wait for an opponent."""
    return Call("await_game", "GET", f"/v1/seeks/{quote(id, safe='')}", models.SeekStatus, headers={"Prefer": prefer})


def withdraw_seek(id: str) -> Call[None]:
    """Stop looking for an opponent."""
    return Call("withdraw_seek", "DELETE", f"/v1/seeks/{quote(id, safe='')}", None)


def follow_events(
    *, moves: bool | None = None, last_event_id: str | None = None, duiyi_user: str | None = None
) -> Call[None]:
    """Follow the events of all games."""
    return Call(
        "follow_events",
        "GET",
        "/v1/events",
        None,
        query={"moves": moves},
        headers={"Last-Event-ID": last_event_id, "Duiyi-User": duiyi_user},
    )


def convert_record(
    body: models.RecordConversion | dict[str, Any], *, duiyi_user: str | None = None
) -> Call[models.ConvertedRecords]:
    """Convert records."""
    return Call(
        "convert_record", "POST", "/v1/records", models.ConvertedRecords, body=body, headers={"Duiyi-User": duiyi_user}
    )


def review_moves(
    body: models.ReviewInput | dict[str, Any], *, last_event_id: str | None = None, duiyi_user: str | None = None
) -> Call[models.ReviewDocument]:
    """Review a game that is not stored."""
    return Call(
        "review_moves",
        "POST",
        "/v1/reviews",
        models.ReviewDocument,
        body=body,
        headers={"Last-Event-ID": last_event_id, "Duiyi-User": duiyi_user},
    )


def position(
    body: models.PositionInput | dict[str, Any],
    *,
    notation: Literal["coordinates", "all"] | None = None,
    duiyi_user: str | None = None,
) -> Call[models.Position]:
    """Apply the rules to a position."""
    return Call(
        "position",
        "POST",
        "/v1/positions",
        models.Position,
        body=body,
        query={"notation": notation},
        headers={"Duiyi-User": duiyi_user},
    )


def opening(body: models.PositionInput | dict[str, Any], *, duiyi_user: str | None = None) -> Call[models.KnownOpening]:
    """Name an opening and list the moves of the book."""
    return Call("opening", "POST", "/v1/openings", models.KnownOpening, body=body, headers={"Duiyi-User": duiyi_user})


def analyse(
    body: models.AnalysisInput | dict[str, Any], *, last_event_id: str | None = None, duiyi_user: str | None = None
) -> Call[models.Search]:
    """Search a position."""
    return Call(
        "analyse",
        "POST",
        "/v1/analysis",
        models.Search,
        body=body,
        headers={"Last-Event-ID": last_event_id, "Duiyi-User": duiyi_user},
    )


def submit_analysis(
    body: models.AnalysisInput | dict[str, Any],
    *,
    idempotency_key: str | None = None,
    prefer: str | None = None,
    duiyi_user: str | None = None,
) -> Call[models.Analysis]:
    """Submit a long analysis."""
    return Call(
        "submit_analysis",
        "POST",
        "/v1/analyses",
        models.Analysis,
        body=body,
        headers={"Idempotency-Key": idempotency_key, "Prefer": prefer, "Duiyi-User": duiyi_user},
    )


def submit_batch(
    body: models.BatchInput | dict[str, Any],
    *,
    idempotency_key: str | None = None,
    prefer: str | None = None,
    duiyi_user: str | None = None,
) -> Call[models.Analysis]:
    """Submit many positions."""
    return Call(
        "submit_batch",
        "POST",
        "/v1/analyses/batch",
        models.Analysis,
        body=body,
        headers={"Idempotency-Key": idempotency_key, "Prefer": prefer, "Duiyi-User": duiyi_user},
    )


def show_analysis(
    id: str, *, prefer: str | None = None, last_event_id: str | None = None, duiyi_user: str | None = None
) -> Call[models.Analysis]:
    """Get a long analysis."""
    return Call(
        "show_analysis",
        "GET",
        f"/v1/analyses/{quote(id, safe='')}",
        models.Analysis,
        headers={"Prefer": prefer, "Last-Event-ID": last_event_id, "Duiyi-User": duiyi_user},
    )


def cancel_analysis(id: str, *, duiyi_user: str | None = None) -> Call[models.Analysis]:
    """Cancel a long analysis."""
    return Call(
        "cancel_analysis",
        "DELETE",
        f"/v1/analyses/{quote(id, safe='')}",
        models.Analysis,
        headers={"Duiyi-User": duiyi_user},
    )


def next_puzzle(
    ruleset: models.PuzzleRuleset, *, level: int | None = None, seen: str | None = None, duiyi_user: str | None = None
) -> Call[models.Puzzle]:
    """Get a puzzle to solve."""
    return Call(
        "next_puzzle",
        "GET",
        "/v1/puzzles/next",
        models.Puzzle,
        query={"ruleset": ruleset, "level": level, "seen": seen},
        headers={"Duiyi-User": duiyi_user},
    )


def show_puzzle(id: str, *, duiyi_user: str | None = None) -> Call[models.Puzzle]:
    """Get a puzzle by its id."""
    return Call(
        "show_puzzle", "GET", f"/v1/puzzles/{quote(id, safe='')}", models.Puzzle, headers={"Duiyi-User": duiyi_user}
    )


def rulesets(*, duiyi_user: str | None = None) -> Call[models.Rulesets]:
    """List rulesets, options, levels and limits."""
    return Call("rulesets", "GET", "/v1/rulesets", models.Rulesets, headers={"Duiyi-User": duiyi_user})


def healthz() -> Call[models.Health]:
    """Liveness."""
    return Call("healthz", "GET", "/healthz", models.Health)


def readyz() -> Call[models.Readiness]:
    """Readiness."""
    return Call("readyz", "GET", "/readyz", models.Readiness)


def metrics() -> Call[str]:
    """Metrics in OpenMetrics text."""
    return Call("metrics", "GET", "/metrics", str)


def openapi() -> Call[bytes]:
    """This document."""
    return Call("openapi", "GET", "/openapi.yaml", bytes)


def docs() -> Call[str]:
    """Interactive API documentation."""
    return Call("docs", "GET", "/docs", str)


def docs_file(name: str) -> Call[str]:
    """A file of the documentation page."""
    return Call("docs_file", "GET", f"/docs/{quote(name, safe='')}", str)


def home() -> Call[str]:
    """The web board."""
    return Call("home", "GET", "/", str)


def asset(name: str) -> Call[bytes]:
    """A file of the web board."""
    return Call("asset", "GET", f"/assets/{quote(name, safe='')}", bytes)


def shared_game(id: str) -> Call[str]:
    """The web board with a game."""
    return Call("shared_game", "GET", f"/g/{quote(id, safe='')}", str)


def embedded_game(id: str) -> Call[str]:
    """The board of a game for a frame."""
    return Call("embedded_game", "GET", f"/embed/{quote(id, safe='')}", str)


def shared_puzzle(id: str) -> Call[str]:
    """The web board with a puzzle."""
    return Call("shared_puzzle", "GET", f"/p/{quote(id, safe='')}", str)


def oembed(
    url: str, *, maxwidth: int | None = None, maxheight: int | None = None, format: Literal["json"] | None = None
) -> Call[models.Oembed]:
    """How another site shows a game."""
    return Call(
        "oembed",
        "GET",
        "/oembed",
        models.Oembed,
        query={"url": url, "maxwidth": maxwidth, "maxheight": maxheight, "format": format},
    )
