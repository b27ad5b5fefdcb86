// Shows where a piece may go and says how its kind moves, for those who do not know the pieces of Xiangqi yet.
import { computed, effect, signal, untracked } from "@preact/signals";
import { send } from "../api/server";
import type { Position } from "../api/types";
import { isSamePoint, isXiangqi, type Point, pointsOf } from "../board/geometry";
import { type PlacedPiece, readFen } from "../board/fen";
import { shownPosition } from "./history";
import { prefs } from "./prefs";
import { attempt } from "./puzzles";
import { route } from "./route";
import { selected } from "./selection";
import { legalMoves } from "./sides";

/** The piece under the pointer or the focus, when the user came to it. */
const pointed = signal<PlacedPiece | null>(null);

/** What the board of a page shows that is loaded later and keeps this up to date: analysis and courses. */
export const pagePosition = signal<Position | null>(null);

function positionOnBoard(): Position | null {
  const { page } = route.value;
  if (page === "edit") return null;
  if (page === "puzzles") return attempt.value?.position ?? null;
  return page === "analysis" || page === "learn" ? pagePosition.value : shownPosition.value;
}

const position = computed<Position | null>(() => {
  const shown = prefs.value.moveHelp ? positionOnBoard() : null;
  return shown && isXiangqi(shown.ruleset) ? shown : null;
});

const pieces = computed<readonly PlacedPiece[]>(() =>
  position.value ? readFen(position.value.fen).pieces : [],
);

const pieceAt = (point: Point): PlacedPiece | null =>
  pieces.value.find((piece) => isSamePoint(piece.point, point)) ?? null;

/** The piece that the help is about: the one under the pointer or the focus while it stands there, or else the selected one. */
export const explained = computed<PlacedPiece | null>(() => {
  const own = pointed.value;
  const there = own && pieceAt(own.point);
  if (there && there.letter === own.letter) return there;
  return selected.value && pieceAt(selected.value);
});

/** The user points at the board, or away from it with null. */
export const pointAt = (point: Point | null): void => {
  pointed.value = point && pieceAt(point);
};

/** The moves of the side that is not to move, by the board with the sides exchanged. */
const movesOfOther = signal<{ fen: string; moves: readonly string[] } | null>(null);

const boardWithOtherTurn = (fen: string): string => {
  const [board, turn] = fen.split(" ");
  return `${board} ${turn === "w" ? "b" : "w"} - - 0 1`;
};

const isToMove = (now: Position, { letter }: PlacedPiece): boolean =>
  (letter === letter.toUpperCase()) === (now.turn === "red");

/** The legal moves of the piece's side if the side could move now; null while they are not known. */
function movesOfSide(now: Position, piece: PlacedPiece): readonly string[] | null {
  if (isToMove(now, piece) && now.status === "playing") return legalMoves(now);
  const other = movesOfOther.value;
  return other?.fen === now.fen ? other.moves : null;
}

/** The points to which a piece may go; null while they are not known. */
export function destinations(piece: PlacedPiece): Point[] | null {
  const now = position.value;
  const moves = now && movesOfSide(now, piece);
  return (
    moves?.flatMap((move) => {
      const [from, to] = pointsOf("xiangqi", move);
      return from && to && isSamePoint(from, piece.point) ? [to] : [];
    }) ?? null
  );
}

/** Where the explained piece may go. */
export const explainedTargets = computed<Point[]>(() =>
  explained.value ? (destinations(explained.value) ?? []) : [],
);

export const pieceToExplain = (point: Point): PlacedPiece | null => (position.value ? pieceAt(point) : null);

/** Asks the server for the moves of the other side. In check there are none: the position would not be legal. */
async function fetchMovesOfOther(now: Position): Promise<void> {
  if (now.in_check || movesOfOther.peek()?.fen === now.fen) return;
  movesOfOther.value = { fen: now.fen, moves: [] };
  try {
    const body = { ruleset: now.ruleset, options: now.options, fen: boardWithOtherTurn(now.fen), moves: [] };
    const moves = legalMoves(await send("position", { body }));
    if (movesOfOther.peek()?.fen === now.fen) movesOfOther.value = { fen: now.fen, moves };
  } catch {
    // The help still says how the piece moves.
    if (movesOfOther.peek()?.fen === now.fen) movesOfOther.value = null;
  }
}

effect(() => {
  const [now, piece] = [position.value, explained.value];
  if (now?.status === "playing" && piece && !isToMove(now, piece))
    untracked(() => void fetchMovesOfOther(now));
});
