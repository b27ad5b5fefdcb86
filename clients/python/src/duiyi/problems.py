"""An exception for each code of a problem. Generated from openapi.yaml by clients/generate."""

from .errors import ApiError


class InvalidRequest(ApiError):
    """`invalid_request`"""


class InvalidJson(ApiError):
    """`invalid_json`"""


class Unauthorized(ApiError):
    """`unauthorized`"""


class Forbidden(ApiError):
    """`forbidden`"""


class ScopeMissing(ApiError):
    """`scope_missing`"""


class ConsentNeeded(ApiError):
    """`consent_needed`"""


class HintsOff(ApiError):
    """`hints_off`"""


class NotFound(ApiError):
    """`not_found`"""


class GameNotFound(ApiError):
    """`game_not_found`"""


class SeekNotFound(ApiError):
    """`seek_not_found`"""


class MethodNotAllowed(ApiError):
    """`method_not_allowed`"""


class RequestTimeout(ApiError):
    """`request_timeout`"""


class GameOver(ApiError):
    """`game_over`"""


class NothingToClaim(ApiError):
    """`nothing_to_claim`"""


class GamePaused(ApiError):
    """`game_paused`"""


class GameNotPaused(ApiError):
    """`game_not_paused`"""


class NoClock(ApiError):
    """`no_clock`"""


class SeekMatched(ApiError):
    """`seek_matched`"""


class PhrasesUsedUp(ApiError):
    """`phrases_used_up`"""


class GameNotOver(ApiError):
    """`game_not_over`"""


class NotStarted(ApiError):
    """`not_started`"""


class GameStarted(ApiError):
    """`game_started`"""


class NoReadyCheck(ApiError):
    """`no_ready_check`"""


class SeatTaken(ApiError):
    """`seat_taken`"""


class GameTooLong(ApiError):
    """`game_too_long`"""


class NotYourTurn(ApiError):
    """`not_your_turn`"""


class GameChanged(ApiError):
    """`game_changed`"""


class NothingToUndo(ApiError):
    """`nothing_to_undo`"""


class NoDrawOffer(ApiError):
    """`no_draw_offer`"""


class NoTakebackOffer(ApiError):
    """`no_takeback_offer`"""


class NoRematchOffer(ApiError):
    """`no_rematch_offer`"""


class ReferenceTaken(ApiError):
    """`reference_taken`"""


class RequestInFlight(ApiError):
    """`request_in_flight`"""


class EventsExpired(ApiError):
    """`events_expired`"""


class UpgradeRequired(ApiError):
    """`upgrade_required`"""


class VersionMismatch(ApiError):
    """`version_mismatch`"""


class BodyTooLarge(ApiError):
    """`body_too_large`"""


class UnsupportedMediaType(ApiError):
    """`unsupported_media_type`"""


class IllegalMove(ApiError):
    """`illegal_move`"""


class InvalidPosition(ApiError):
    """`invalid_position`"""


class InvalidRecord(ApiError):
    """`invalid_record`"""


class InvalidMoveText(ApiError):
    """`invalid_move_text`"""


class AmbiguousMove(ApiError):
    """`ambiguous_move`"""


class IdempotencyKeyReused(ApiError):
    """`idempotency_key_reused`"""


class RateLimited(ApiError):
    """`rate_limited`"""


class Internal(ApiError):
    """`internal`"""


class Overloaded(ApiError):
    """`overloaded`"""


class ShuttingDown(ApiError):
    """`shutting_down`"""


class StoreUnavailable(ApiError):
    """`store_unavailable`"""


BY_CODE: dict[str, type[ApiError]] = {
    "invalid_request": InvalidRequest,
    "invalid_json": InvalidJson,
    "unauthorized": Unauthorized,
    "forbidden": Forbidden,
    "scope_missing": ScopeMissing,
    "consent_needed": ConsentNeeded,
    "hints_off": HintsOff,
    "not_found": NotFound,
    "game_not_found": GameNotFound,
    "seek_not_found": SeekNotFound,
    "method_not_allowed": MethodNotAllowed,
    "request_timeout": RequestTimeout,
    "game_over": GameOver,
    "nothing_to_claim": NothingToClaim,
    "game_paused": GamePaused,
    "game_not_paused": GameNotPaused,
    "no_clock": NoClock,
    "seek_matched": SeekMatched,
    "phrases_used_up": PhrasesUsedUp,
    "game_not_over": GameNotOver,
    "not_started": NotStarted,
    "game_started": GameStarted,
    "no_ready_check": NoReadyCheck,
    "seat_taken": SeatTaken,
    "game_too_long": GameTooLong,
    "not_your_turn": NotYourTurn,
    "game_changed": GameChanged,
    "nothing_to_undo": NothingToUndo,
    "no_draw_offer": NoDrawOffer,
    "no_takeback_offer": NoTakebackOffer,
    "no_rematch_offer": NoRematchOffer,
    "reference_taken": ReferenceTaken,
    "request_in_flight": RequestInFlight,
    "events_expired": EventsExpired,
    "upgrade_required": UpgradeRequired,
    "version_mismatch": VersionMismatch,
    "body_too_large": BodyTooLarge,
    "unsupported_media_type": UnsupportedMediaType,
    "illegal_move": IllegalMove,
    "invalid_position": InvalidPosition,
    "invalid_record": InvalidRecord,
    "invalid_move_text": InvalidMoveText,
    "ambiguous_move": AmbiguousMove,
    "idempotency_key_reused": IdempotencyKeyReused,
    "rate_limited": RateLimited,
    "internal": Internal,
    "overloaded": Overloaded,
    "shutting_down": ShuttingDown,
    "store_unavailable": StoreUnavailable,
}
