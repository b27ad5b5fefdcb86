// The positions of a game that is kept in this browser, for the time without the server: its pieces without the rules.
import type { Position } from "../api/types";
import { readFen, writeFen } from "../board/fen";
import { isSamePoint, isXiangqi, pointsOf } from "../board/geometry";
import { sidesOf } from "./sides";

type Played = Pick<Position, "ruleset" | "options" | "start_fen"> & { moves: readonly string[] };

/** The position after these moves. It knows of no legal move, so the board only shows it. */
export function replayed({ ruleset, options, start_fen, moves }: Played): Position {
  const start = readFen(start_fen);
  const sides = sidesOf(ruleset);
  const isFirstToMove = start.turn === "w" ? isXiangqi(ruleset) : start.turn === "b" && !isXiangqi(ruleset);
  let stones = 0;
  const pieces = moves.reduce((before, move) => {
    const [from, to] = pointsOf(ruleset, move);
    if (!from) return before;
    if (!to) {
      const isBlack = (stones % 2 === 0) === isFirstToMove;
      stones += 1;
      return [...before, { letter: isBlack ? "b" : "w", point: from }];
    }
    const rest = before.filter(({ point }) => !isSamePoint(point, to));
    return rest.map((piece) => (isSamePoint(piece.point, from) ? { ...piece, point: to } : piece));
  }, start.pieces);
  const counted = isXiangqi(ruleset) ? moves.length : stones;
  const isFirst = (counted % 2 === 0) === isFirstToMove;
  const turn = isFirst ? sides[0] : sides[1];
  const letter = isXiangqi(ruleset) ? (isFirst ? "w" : "b") : isFirst ? "b" : "w";
  return {
    ruleset,
    options,
    start_fen,
    fen: writeFen(ruleset, { size: start.size, pieces, turn: letter }),
    turn,
    ply: moves.length,
    in_check: false,
    status: "playing",
    winner: null,
    reason: null,
    verdict: null,
    legal_moves: [],
    forbidden: [],
    warnings: [],
    opening: null,
    moves: moves.map((move) => ({ move, chinese: null, wxf: null })),
  } as Position;
}
