export type PgnProblem =
  | "empty"
  | "unreadable"
  | "open_comment"
  | "open_tag"
  | "open_variation"
  | "no_variation"
  | "no_move_to_replace"
  | "no_move_for_glyph"
  | "unknown_game"
  | "several_games"
  | "too_long";

/** Why a text cannot be read. `line` and `column` count from 1. */
export class PgnError extends Error {
  constructor(
    readonly reason: PgnProblem,
    readonly line: number,
    readonly column: number,
    readonly token: string,
  ) {
    super(`${reason} at ${line}:${column}: ${token}`);
  }
}
