// Puzzles: the board with the position to solve, and the panel beside it.
import { useEffect } from "preact/hooks";
import type { Position } from "../api/types";
import { Board } from "../board/Board";
import { describePoint } from "../board/describe";
import { type PlacedPiece, readFen } from "../board/fen";
import { isXiangqi, XIANGQI_SIZE } from "../board/geometry";
import { type Marks, NO_MARKS } from "../board/Marks";
import { positionMarks } from "../board/positionMarks";
import { texts } from "../i18n";
import { analyze } from "../state/analysisEntry";
import { game } from "../state/game";
import { prefs } from "../state/prefs";
import {
  attempt,
  choosePuzzleRuleset,
  hands,
  isLoading,
  movesLeft,
  nextPuzzle,
  openPuzzle,
  progress,
  showSolution,
} from "../state/puzzles";
import { navigate, puzzleLink, route } from "../state/route";
import { CopyField } from "./CopyField";
import { Choice } from "./Field";
import { moveHelpOf } from "./MoveHelp";

const RULESETS = ["xiangqi", "gomoku", "renju"] as const;

const marksOf = (position: Position, pieces: readonly PlacedPiece[]): Marks => ({
  ...positionMarks(position, pieces),
  selected: hands.selected.value,
  targets: hands.targets.value,
});

export function PuzzleBoard() {
  const position = attempt.value?.position;
  const ruleset = progress.value.ruleset;
  const empty = isXiangqi(ruleset) ? XIANGQI_SIZE : { files: 15, ranks: 15 };
  const { size, pieces } = position ? readFen(position.fen) : { size: empty, pieces: [] };
  const marks = position ? marksOf(position, pieces) : NO_MARKS;
  return (
    <Board
      isLoading={!position}
      ruleset={ruleset}
      size={size}
      pieces={pieces}
      isFlipped={isXiangqi(ruleset) && attempt.value?.puzzle.turn === "black"}
      notation={prefs.value.notation}
      marks={marks}
      label={texts.value.puzzles.heading}
      help={texts.value.board.keys}
      describe={(point) => describePoint(texts.value, ruleset, pieces, marks, point)}
      {...moveHelpOf(hands.selected.value)}
      canPickUp={hands.canPickUp}
      onTap={hands.tap}
      onLift={hands.lift}
      onDrop={hands.drop}
      onCancel={hands.cancel}
    />
  );
}

/** Opens the puzzle on the analysis board, before its first move. */
const analyzeAttempt = (position: Position): void =>
  analyze(
    position,
    position.moves.map(({ move }) => move),
    0,
  );

export function PuzzlePanel() {
  const id = route.value.page === "puzzles" ? route.value.id : null;
  useEffect(() => void openPuzzle(id), [id]);
  const { analysisEntry, puzzles: t, setup, rulesets } = texts.value;
  const { ruleset, levels, streak, best } = progress.value;
  const now = attempt.value;
  const isOver = now?.phase === "solved" || now?.phase === "shown";
  return (
    <div class="editor puzzle">
      <h2>{t.heading}</h2>
      <Task />
      <div class="bar">
        <button
          type="button"
          class={isOver ? "primary" : ""}
          disabled={isLoading.value || now?.phase === "replying"}
          onClick={() => void nextPuzzle()}
        >
          {t.next}
        </button>
        {!isOver && (
          <button type="button" disabled={now?.phase !== "choosing"} onClick={() => void showSolution()}>
            {t.show}
          </button>
        )}
      </div>
      <Choice
        legend={setup.ruleset}
        options={RULESETS.map((value) => ({ value, label: rulesets[value] }))}
        value={ruleset}
        onChange={choosePuzzleRuleset}
      />
      {now && <p class="note">{t.level(now.puzzle.level, levels[ruleset])}</p>}
      <p class="note streak">{t.streak(streak, best)}</p>
      {now && <CopyField label={t.link} text={puzzleLink(now.puzzle.id)} />}
      <p class="links">
        {isOver && (
          <button type="button" class="link" onClick={() => analyzeAttempt(now.position)}>
            {analysisEntry.open}
          </button>
        )}
        <button
          type="button"
          class="link"
          onClick={() => navigate(game.value ? `#/g/${game.value.id}` : "#/")}
        >
          {t.leave}
        </button>
      </p>
    </div>
  );
}

/** What to reach, and what to say about the last move. */
function Task() {
  const { puzzles: t, sides } = texts.value;
  const now = attempt.value;
  if (!now) {
    return (
      <p class="task" role="status">
        {isLoading.value ? t.loading : t.none}
      </p>
    );
  }
  const { puzzle, phase, feedback, hasMissed } = now;
  const said = () => {
    if (phase === "solved") return hasMissed ? t.solvedLate : t.solved;
    if (phase === "shown") return t.shown;
    if (feedback === "wrong") return t.wrong(movesLeft.value);
    return feedback ? t[feedback] : t.find;
  };
  return (
    <>
      <p class="task">
        <b>{t.goal(sides[puzzle.turn], puzzle.goal, puzzle.goal_moves)}</b>
      </p>
      <p class={`verdict ${feedback === "wrong" ? "bad" : ""}`} role="status">
        {said()}
      </p>
    </>
  );
}
