import type { Game, Position, Ruleset, Side } from "../api/types";

export const sidesOf = (ruleset: Ruleset): readonly [Side, Side] =>
  ruleset === "xiangqi" ? ["red", "black"] : ["black", "white"];

export const otherSide = (ruleset: Ruleset, side: Side): Side => {
  const [first, second] = sidesOf(ruleset);
  return side === first ? second : first;
};

export const isGame = (position: Position | Game | null): position is Game =>
  position !== null && "id" in position;

export const isEngine = (game: Game, side: Side): boolean => game.players[side]?.kind === "engine";

/** The legal moves as coordinates; the page never requests their other notations. */
export const legalMoves = (position: Position): string[] =>
  position.legal_moves.map((move) => (typeof move === "string" ? move : move.move));
