// The board of the analysis, with what the engine found and what the user has drawn.
import { effect } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Position } from "../api/types";
import { Board } from "../board/Board";
import { describePoint } from "../board/describe";
import { type PlacedPiece, readFen } from "../board/fen";
import { pointsOf, XIANGQI_SIZE } from "../board/geometry";
import { type Marks, NO_MARKS } from "../board/Marks";
import { winningRowThrough } from "../board/winningRow";
import { texts } from "../i18n";
import { EvaluationBar } from "../panels/EvaluationBar";
import { allowedArea, lastMove, withPending } from "../panels/GameBoard";
import { moveHelpOf } from "../panels/MoveHelp";
import { pagePosition } from "../state/moveHelp";
import { route } from "../state/route";
import { numbersOnBoard } from "../state/numbering";
import { prefs } from "../state/prefs";
import { AnalysisMarks } from "./AnalysisMarks";
import { analysis, chance, isFlipped, node, preview, shownPath, shownPosition } from "./board";
import {
  cancelDrawing,
  clickWhileDrawing,
  continueDrawing,
  finishDrawing,
  isDrawing,
  startDrawing,
  unfinished,
} from "./drawing";
import { search } from "./engine";
import { canPickUp, dropPiece, selected, tapPoint, targets } from "./moving";
import { positionAt } from "./positions";
import { analysisTexts } from "./texts";
import { toggleShape } from "./tree";

/** What the board draws: a position, and a move after it that the server has not answered yet. */
interface View {
  position: Position;
  pending: string | null;
}

/** The position that is shown, or the one before it until it arrives. */
function currentView(): View | null {
  const now = analysis.value;
  if (!now) return null;
  if (shownPosition.value) return { position: shownPosition.value, pending: null };
  const before = positionAt(now.tree.start, shownPath.value.slice(0, -1));
  return before && { position: before, pending: shownPath.value.at(-1) ?? null };
}

function marksOf({ position, pending }: View, pieces: readonly PlacedPiece[]): Marks {
  const isOffering = position.opening?.phase === "offer" || position.opening?.phase === "pick";
  const last = isOffering ? [] : lastMove(position, pending);
  const king = position.turn === "red" ? "K" : "k";
  const isHere = pending === null;
  const checked = position.in_check && isHere ? pieces.find(({ letter }) => letter === king) : undefined;
  return {
    ...NO_MARKS,
    last,
    selected: selected.value,
    targets: preview.value ? [] : targets.value,
    occupied: pieces.map(({ point }) => point),
    check: checked?.point ?? null,
    forbidden: isHere ? position.forbidden : [],
    offered: (position.opening?.offered ?? []).flatMap((point) => pointsOf(position.ruleset, point)),
    winning: position.reason === "five_in_a_row" && last[0] ? winningRowThrough(pieces, last[0]) : [],
    area: isHere ? allowedArea(position, readFen(position.fen).size) : null,
  };
}

effect(() => {
  const shown = shownPosition.value;
  if (route.value.page === "analysis") pagePosition.value = shown;
});

export function AnalysisBoard() {
  const lastView = useRef<View | null>(null);
  const view = currentView() ?? lastView.current;
  lastView.current = view;
  const ruleset = view?.position.ruleset ?? "xiangqi";
  const { size, pieces: placed } = view ? readFen(view.position.fen) : { size: XIANGQI_SIZE, pieces: [] };
  const pieces = view ? withPending(view.position, placed, view.pending) : placed;
  const marks = view ? marksOf(view, pieces) : NO_MARKS;
  const isPreview = preview.value !== null;
  const drawn = node.value?.shapes ?? [];
  const t = analysisTexts.value;
  const overlay = (
    <AnalysisMarks
      ruleset={ruleset}
      size={size}
      isFlipped={isFlipped.value}
      search={isPreview ? null : search.value}
      shapes={isPreview ? [] : unfinished.value ? toggleShape(drawn, unfinished.value) : drawn}
      preview={isPreview ? t.preview : null}
    />
  );
  const board = (
    <div
      class={`drawing-area${isDrawing.value ? " drawing" : ""}`}
      onPointerDownCapture={startDrawing}
      onPointerMove={continueDrawing}
      onPointerUp={finishDrawing}
      onPointerCancel={cancelDrawing}
      onClickCapture={clickWhileDrawing}
      onContextMenu={(event) => event.preventDefault()}
    >
      <Board
        isLoading={view === null}
        ruleset={ruleset}
        size={size}
        pieces={pieces}
        isFlipped={isFlipped.value}
        notation={prefs.value.notation}
        marks={marks}
        overlay={overlay}
        label={t.boardLabel}
        help={`${texts.value.board.keys} ${t.keys}`}
        describe={(point) => describePoint(texts.value, ruleset, pieces, marks, point)}
        {...moveHelpOf(selected.value)}
        numbers={prefs.value.hasNumbers ? numbersOnBoard(shownPath.value.map((move) => ({ move }))) : null}
        canPickUp={canPickUp}
        onLift={(point) => {
          selected.value = point;
        }}
        onTap={tapPoint}
        onDrop={dropPiece}
        onCancel={() => {
          selected.value = null;
          preview.value = null;
        }}
      />
    </div>
  );
  return (
    <>
      {(prefs.value.hasBar ?? true) && (
        <EvaluationBar ruleset={ruleset} chance={chance.value} isFlipped={isFlipped.value} />
      )}
      {board}
    </>
  );
}
