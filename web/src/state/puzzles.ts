// Puzzles: the one on the board, the user's moves, and the replies from its solution.
import { computed, signal } from "@preact/signals";
import { get, post } from "../api/client";
import type { Position, Puzzle } from "../api/types";
import { readFen } from "../board/fen";
import { isSamePoint, isXiangqi, type Point, pointName, pointsOf } from "../board/geometry";
import { showError } from "./notice";
import { load, save } from "./prefs";
import {
  afterMiss,
  afterShown,
  afterSolved,
  type Progress,
  type PuzzleRuleset,
  START,
  withRuleset,
} from "./puzzleProgress";
import { legalMoves } from "./sides";

export interface Attempt {
  puzzle: Puzzle;
  /** After the moves of both sides so far. */
  position: Position;
  /** `replying`: the other side is about to answer; `solved` and `shown` are ends. */
  phase: "choosing" | "replying" | "solved" | "shown";
  /** What to say about the last move. */
  feedback: "right" | "wrong" | "illegal" | "notYours" | null;
  hasMissed: boolean;
}

const STORAGE_KEY = "duiyi.puzzles";
const REPLY_MS = 500;

export const progress = signal<Progress>(load(STORAGE_KEY, START));
export const attempt = signal<Attempt | null>(null);
/** Whether the next puzzle is on its way. */
export const isLoading = signal(false);
export const selectedPiece = signal<Point | null>(null);

/** The number of moves that are left to the user. */
export const movesLeft = computed(() => {
  const now = attempt.value;
  return now ? now.puzzle.goal_moves - Math.floor(now.position.ply / 2) : 0;
});

function updateProgress(next: Progress): void {
  progress.value = next;
  save(STORAGE_KEY, next);
}

const pause = () => new Promise((resolve) => setTimeout(resolve, REPLY_MS));

const positionAfter = (puzzle: Puzzle, moves: readonly string[]): Promise<Position> =>
  post("/v1/positions", { body: { ruleset: puzzle.ruleset, fen: puzzle.fen, moves: [...moves] } });

/** Changes the attempt at this puzzle, unless another puzzle has taken its place. */
function update(puzzle: Puzzle, change: Partial<Attempt>): void {
  const now = attempt.value;
  if (now?.puzzle === puzzle) attempt.value = { ...now, ...change };
}

const isCurrent = (puzzle: Puzzle): boolean => attempt.value?.puzzle === puzzle;

let lastRequest = 0;

export async function nextPuzzle(): Promise<void> {
  lastRequest += 1;
  const request = lastRequest;
  attempt.value = null;
  isLoading.value = true;
  selectedPiece.value = null;
  const { ruleset, levels, seen } = progress.value;
  const query = { ruleset, level: String(levels[ruleset]), seen: seen.join(",") };
  try {
    const puzzle = await get("/v1/puzzles/next", { query });
    const position = await positionAfter(puzzle, []);
    if (request !== lastRequest) return;
    attempt.value = { puzzle, position, phase: "choosing", feedback: null, hasMissed: false };
    updateProgress(afterShown(progress.value, puzzle.id));
  } catch (error) {
    if (request === lastRequest) showError(error, () => void nextPuzzle());
  } finally {
    if (request === lastRequest) isLoading.value = false;
  }
}

export function choosePuzzleRuleset(ruleset: PuzzleRuleset): void {
  updateProgress(withRuleset(progress.value, ruleset));
  void nextPuzzle();
}

/** Counts the first mistake. */
function miss(now: Attempt): void {
  if (!now.hasMissed) updateProgress(afterMiss(progress.value));
  update(now.puzzle, { hasMissed: true });
}

async function tryMove(move: string): Promise<void> {
  const now = attempt.value;
  if (now?.phase !== "choosing") return;
  const { puzzle, position } = now;
  const { solution } = puzzle;
  if (!legalMoves(position).includes(move)) {
    update(puzzle, { feedback: "illegal" });
    return;
  }
  const { ply } = position;
  const isLast = ply + 1 === solution.length;
  update(puzzle, { phase: "replying", feedback: null });
  try {
    const after = await positionAfter(puzzle, [...solution.slice(0, ply), move]);
    if (!isCurrent(puzzle)) return;
    // Another last move may win as well.
    if (move !== solution[ply] && !(isLast && after.status === "won")) {
      miss(now);
      update(puzzle, { phase: "choosing", feedback: "wrong" });
      return;
    }
    update(puzzle, { position: after });
    if (isLast) {
      if (!now.hasMissed) updateProgress(afterSolved(progress.value));
      update(puzzle, { phase: "solved" });
      return;
    }
    const [replied] = await Promise.all([positionAfter(puzzle, solution.slice(0, ply + 2)), pause()]);
    update(puzzle, { position: replied, phase: "choosing", feedback: "right" });
  } catch (error) {
    update(puzzle, { position, phase: "choosing" });
    showError(error, () => void tryMove(move));
  }
}

/** Plays the rest of the solution on the board. */
export async function showSolution(): Promise<void> {
  const now = attempt.value;
  if (now?.phase !== "choosing") return;
  const { puzzle, position } = now;
  miss(now);
  selectedPiece.value = null;
  update(puzzle, { phase: "replying", feedback: null });
  try {
    for (let ply = position.ply + 1; ply <= puzzle.solution.length; ply += 1) {
      const after = await positionAfter(puzzle, puzzle.solution.slice(0, ply));
      if (!isCurrent(puzzle)) return;
      update(puzzle, { position: after });
      if (ply < puzzle.solution.length) await pause();
    }
    update(puzzle, { phase: "shown" });
  } catch (error) {
    update(puzzle, { position, phase: "choosing" });
    showError(error, () => void showSolution());
  }
}

const letterAt = (position: Position, point: Point): string | null =>
  readFen(position.fen).pieces.find((piece) => isSamePoint(piece.point, point))?.letter ?? null;

const isOwn = (position: Position, letter: string): boolean =>
  (position.turn === "red") === (letter === letter.toUpperCase());

export function canPickUpPiece(point: Point): boolean {
  const now = attempt.value;
  if (now?.phase !== "choosing" || !isXiangqi(now.puzzle.ruleset)) return false;
  const letter = letterAt(now.position, point);
  return letter !== null && isOwn(now.position, letter);
}

/** A click, a tap or Enter on a point. */
export function tapPuzzle(point: Point): void {
  const now = attempt.value;
  if (now?.phase !== "choosing") return;
  const { puzzle, position } = now;
  const from = selectedPiece.value;
  if (!isXiangqi(puzzle.ruleset)) void tryMove(pointName(puzzle.ruleset, point));
  else if (canPickUpPiece(point)) selectedPiece.value = from && isSamePoint(from, point) ? null : point;
  else if (from) dropPuzzlePiece(from, point);
  else if (letterAt(position, point)) update(puzzle, { feedback: "notYours" });
}

export function dropPuzzlePiece(from: Point, to: Point): void {
  selectedPiece.value = null;
  void tryMove(pointName("xiangqi", from) + pointName("xiangqi", to));
}

/** The legal targets of the selected piece. */
export const puzzleTargets = computed<Point[]>(() => {
  const [now, from] = [attempt.value, selectedPiece.value];
  if (!now || !from) return [];
  const moves = legalMoves(now.position).map((move) => pointsOf(now.puzzle.ruleset, move));
  return moves.flatMap(([start, end]) => (start && end && isSamePoint(start, from) ? [end] : []));
});
