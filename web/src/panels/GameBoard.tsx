// The board of the current game with all its marks.

import type { Position } from "../api/types";
import { Board } from "../board/Board";
import { describePoint } from "../board/describe";
import { type Placed, readFen } from "../board/fen";
import { rowThrough } from "../board/five";
import { isXiangqi, type Point, pointsOf, same, XIANGQI_SIZE } from "../board/geometry";
import { type Marks, NO_MARKS } from "../board/Marks";
import { words } from "../i18n";
import { found } from "../state/analysis";
import { pending } from "../state/game";
import { canTake, drop, selected, tap, targets } from "../state/hand";
import { isLookingBack, shown } from "../state/lookback";
import { hint } from "../state/play";
import { prefs } from "../state/prefs";
import { review, SIGNS } from "../state/review";
import { setup } from "../state/setup";
import { isFlipped } from "../state/view";

const EMPTY = { size: XIANGQI_SIZE, pieces: [] as Placed[], turn: "w" };

/** The pieces after the move that the server has not confirmed yet. */
function withPending(position: Position, pieces: readonly Placed[], move: string | null): readonly Placed[] {
  const [from, to] = move ? pointsOf(position.ruleset, move) : [];
  if (!from) return pieces;
  if (to) {
    const mover = pieces.find(({ point }) => same(point, from));
    const others = pieces.filter(({ point }) => !same(point, from) && !same(point, to));
    return mover ? [...others, { ...mover, point: to }] : pieces;
  }
  // Offered points are not stones yet.
  if (position.opening?.phase === "offer") return pieces;
  const colour = position.opening?.stone ?? position.turn;
  return [...pieces, { letter: colour === "black" ? "b" : "w", point: from }];
}

function lastMove(position: Position, move: string | null): Point[] {
  const moves = [...position.moves.map((made) => made.move), ...(move ? [move] : [])];
  const points = moves.map((made) => pointsOf(position.ruleset, made));
  return points.findLast((found) => found.length > 0) ?? [];
}

function marksOf(position: Position, pieces: readonly Placed[], move: string | null): Marks {
  const isOffering = position.opening?.phase === "offer" || position.opening?.phase === "pick";
  const last = isOffering ? [] : lastMove(position, move);
  const king = position.turn === "red" ? "K" : "k";
  const hinted = hint.value?.position === position ? hint.value.search.best_move : null;
  const analysed = found.value?.position === position ? found.value.search.best_move : null;
  const next = review.value?.plies.get(position.ply + 1);
  const better = isLookingBack.value && next && SIGNS[next.label] ? next.best_move : null;
  const advised = move === null ? (hinted ?? analysed ?? better) : null;
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
    winning: position.reason === "five_in_a_row" && last[0] ? rowThrough(pieces, last[0]) : [],
    advice: advised ? pointsOf(position.ruleset, advised) : [],
  };
}

export function GameBoard() {
  const position = shown.value;
  const move = isLookingBack.value ? null : pending.value;
  const { ruleset } = position ?? setup.value;
  const layout = position
    ? readFen(position.fen)
    : isXiangqi(ruleset)
      ? EMPTY
      : { ...EMPTY, size: { files: 15, ranks: 15 } };
  const pieces = position ? withPending(position, layout.pieces, move) : layout.pieces;
  const marks = position ? marksOf(position, pieces, move) : NO_MARKS;
  return (
    <Board
      ruleset={ruleset}
      size={layout.size}
      pieces={pieces}
      isFlipped={isFlipped.value}
      notation={prefs.value.notation}
      marks={marks}
      label={words.value.board.label}
      help={words.value.board.keys}
      describe={(point) => describePoint(words.value, ruleset, pieces, marks, point)}
      canTake={canTake}
      onTap={tap}
      onDrop={drop}
      onRelease={() => {
        selected.value = null;
      }}
    />
  );
}
