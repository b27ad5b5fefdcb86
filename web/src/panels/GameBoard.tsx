// The board of the current game with all its marks.

import type { Position } from "../api/types";
import { Board } from "../board/Board";
import { describePoint } from "../board/describe";
import { type PlacedPiece, readFen } from "../board/fen";
import { winningRowThrough } from "../board/winningRow";
import { isXiangqi, type Point, pointsOf, isSamePoint, type Size, XIANGQI_SIZE } from "../board/geometry";
import { type Marks, NO_MARKS } from "../board/Marks";
import { texts } from "../i18n";
import { analysisResult } from "../state/analysis";
import { proposedMove } from "../state/confirm";
import { isMissing, pendingMove } from "../state/game";
import { premove } from "../state/premove";
import {
  cancelSelection,
  canPickUp,
  dropPiece,
  liftPiece,
  selected,
  tapPoint,
  targets,
} from "../state/selection";
import { isPreviewing, isShowingEarlier, shownPosition } from "../state/history";
import { hint } from "../state/hint";
import { numbersOnBoard } from "../state/numbering";
import { prefs } from "../state/prefs";
import { review, ANNOTATIONS } from "../state/review";
import { setup } from "../state/setup";
import { isFlipped } from "../state/view";
import { moveHelpOf } from "./MoveHelp";

const EMPTY_LAYOUT = { size: XIANGQI_SIZE, pieces: [] as PlacedPiece[], turn: "w" };

/** The pieces after the move that the server has not confirmed yet. */
export function withPending(
  position: Position,
  pieces: readonly PlacedPiece[],
  move: string | null,
): readonly PlacedPiece[] {
  const [from, to] = move ? pointsOf(position.ruleset, move) : [];
  if (!from) return pieces;
  if (to) {
    const mover = pieces.find(({ point }) => isSamePoint(point, from));
    const others = pieces.filter(({ point }) => !isSamePoint(point, from) && !isSamePoint(point, to));
    return mover ? [...others, { ...mover, point: to }] : pieces;
  }
  // Offered points are not stones yet.
  if (position.opening?.phase === "offer") return pieces;
  const color = position.opening?.stone ?? position.turn;
  return [...pieces, { letter: color === "black" ? "b" : "w", point: from }];
}

export function lastMove(position: Position, move: string | null): Point[] {
  const moves = [...position.moves.map((made) => made.move), ...(move ? [move] : [])];
  const points = moves.map((made) => pointsOf(position.ruleset, made));
  return points.findLast((found) => found.length > 0) ?? [];
}

/** The square of the legal points, where an opening allows only a part of the board. */
export function allowedArea({ ruleset, opening, legal_moves, status }: Position, size: Size): Marks["area"] {
  if (status !== "playing" || opening?.phase !== "put") return null;
  const points = legal_moves.flatMap((move) =>
    pointsOf(ruleset, typeof move === "string" ? move : move.move),
  );
  if (points.length === 0) return null;
  const files = points.map(({ file }) => file);
  const ranks = points.map(({ rank }) => rank);
  const low = { file: Math.min(...files), rank: Math.min(...ranks) };
  const high = { file: Math.max(...files), rank: Math.max(...ranks) };
  const isWhole = high.file - low.file === size.files - 1 && high.rank - low.rank === size.ranks - 1;
  return isWhole ? null : [low, high];
}

function marksOf(position: Position, pieces: readonly PlacedPiece[], move: string | null): Marks {
  const isOffering = position.opening?.phase === "offer" || position.opening?.phase === "pick";
  const last = isOffering ? [] : lastMove(position, move);
  const king = position.turn === "red" ? "K" : "k";
  const hintMove = hint.value?.position === position ? hint.value.search.best_move : null;
  const analysisMove =
    analysisResult.value?.position === position ? analysisResult.value.search.best_move : null;
  const next = review.value?.plies.get(position.ply + 1);
  const reviewMove =
    isShowingEarlier.value && !isPreviewing.value && next && ANNOTATIONS[next.label] ? next.best_move : null;
  const suggestion = move === null ? (hintMove ?? analysisMove ?? reviewMove) : null;
  return {
    ...NO_MARKS,
    last,
    selected: selected.value,
    targets: targets.value,
    occupied: pieces.map(({ point }) => point),
    check:
      position.in_check && move === null
        ? (pieces.find(({ letter }) => letter === king)?.point ?? null)
        : null,
    forbidden: move === null ? position.forbidden : [],
    offered: (position.opening?.offered ?? []).flatMap((point) => pointsOf(position.ruleset, point)),
    winning: position.reason === "five_in_a_row" && last[0] ? winningRowThrough(pieces, last[0]) : [],
    area: move === null ? allowedArea(position, readFen(position.fen).size) : null,
    premove: premove.value && !isShowingEarlier.value ? pointsOf(position.ruleset, premove.value) : [],
    suggestion: suggestion ? pointsOf(position.ruleset, suggestion) : [],
  };
}

export function GameBoard() {
  const position = shownPosition.value;
  const move = isShowingEarlier.value ? null : (pendingMove.value ?? proposedMove.value);
  const { ruleset } = position ?? setup.value;
  const layout = position
    ? readFen(position.fen)
    : isXiangqi(ruleset)
      ? EMPTY_LAYOUT
      : { ...EMPTY_LAYOUT, size: { files: 15, ranks: 15 } };
  const pieces = position ? withPending(position, layout.pieces, move) : layout.pieces;
  const marks = position ? marksOf(position, pieces, move) : NO_MARKS;
  return (
    <Board
      isLoading={position === null && !isMissing.value}
      ruleset={ruleset}
      size={layout.size}
      pieces={pieces}
      isFlipped={isFlipped.value}
      notation={prefs.value.notation}
      marks={marks}
      label={texts.value.board.label}
      help={texts.value.board.keys}
      describe={(point) => describePoint(texts.value, ruleset, pieces, marks, point)}
      {...moveHelpOf(selected.value)}
      numbers={position && prefs.value.hasNumbers ? numbersOnBoard(position.moves) : null}
      canPickUp={canPickUp}
      onTap={tapPoint}
      onLift={liftPiece}
      onDrop={dropPiece}
      onCancel={cancelSelection}
    />
  );
}
