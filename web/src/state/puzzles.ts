// Puzzles: the one on the board, the user's moves, and the replies from its solution.
import { computed, signal } from "@preact/signals";
import { send, UnreachableError } from "../api/server";
import type { Position, Puzzle } from "../api/types";
import { handsFor } from "./hands";
import { showError } from "./notice";
import { positionOf } from "./positions";
import { stocked, stockedPuzzle, stockUp } from "./puzzleStock";
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
import { namePuzzle, route } from "./route";
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
  positionOf({ ruleset: puzzle.ruleset, fen: puzzle.fen, moves: [...moves] });

/** Changes the attempt at this puzzle, unless another puzzle has taken its place. */
function update(puzzle: Puzzle, change: Partial<Attempt>): void {
  const now = attempt.value;
  if (now?.puzzle === puzzle) attempt.value = { ...now, ...change };
}

const isCurrent = (puzzle: Puzzle): boolean => attempt.value?.puzzle === puzzle;

let lastRequest = 0;

/** Puts a puzzle on the board, once `find` has it. */
async function begin(find: () => Promise<Puzzle>, retry: () => void): Promise<void> {
  lastRequest += 1;
  const request = lastRequest;
  attempt.value = null;
  isLoading.value = true;
  hands.cancel();
  try {
    const puzzle = await find();
    const position = await positionAfter(puzzle, []);
    if (request !== lastRequest) return;
    attempt.value = { puzzle, position, phase: "choosing", feedback: null, hasMissed: false };
    const { ruleset } = puzzle;
    const before = ruleset === progress.value.ruleset ? progress.value : withRuleset(progress.value, ruleset);
    updateProgress(afterShown(before, puzzle.id));
    namePuzzle(puzzle.id);
    void stockUp(puzzle, progress.value);
  } catch (error) {
    if (request === lastRequest) showError(error, retry);
  } finally {
    if (request === lastRequest) isLoading.value = false;
  }
}

export function nextPuzzle(): Promise<void> {
  const { ruleset, levels, seen } = progress.value;
  const query = { ruleset, level: levels[ruleset], seen: seen.join(",") };
  const find = async () => {
    try {
      return await send("next_puzzle", { query });
    } catch (error) {
      const kept = error instanceof UnreachableError ? await stocked(ruleset, seen) : null;
      if (kept) return kept;
      throw error;
    }
  };
  return begin(find, () => void nextPuzzle());
}

async function findPuzzle(id: string): Promise<Puzzle> {
  try {
    return await send("show_puzzle", { path: { id } });
  } catch (error) {
    const kept = error instanceof UnreachableError ? await stockedPuzzle(id) : null;
    if (kept) return kept;
    throw error;
  }
}

/** Opens the puzzle of the address, or the next one. The one on the board stays. */
export async function openPuzzle(id: string | null): Promise<void> {
  const shown = attempt.peek()?.puzzle.id;
  if (id === null) {
    if (shown) namePuzzle(shown);
    else await nextPuzzle();
  } else if (id !== shown) {
    await begin(
      () => findPuzzle(id),
      () => void openPuzzle(id),
    );
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
  const isExpected = move === solution[ply];
  const refuse = () => {
    miss(now);
    update(puzzle, { phase: "choosing", feedback: "wrong" });
  };
  if (!isExpected && !isLast) return refuse();
  update(puzzle, { phase: "replying", feedback: null });
  try {
    const after = await positionAfter(puzzle, [...solution.slice(0, ply), move]);
    if (!isCurrent(puzzle)) return;
    // Another last move may win as well.
    if (!isExpected && after.status !== "won") return refuse();
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
  hands.cancel();
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

/** How the user moves in the puzzle. */
export const hands = handsFor(
  () => (attempt.value?.phase === "choosing" ? attempt.value.position : null),
  (move) => void tryMove(move),
  () => attempt.value && update(attempt.value.puzzle, { feedback: "notYours" }),
);

// Without the network there may have been no puzzle.
window.addEventListener("online", () => {
  const now = route.value;
  if (now.page === "puzzles" && attempt.value === null) void openPuzzle(now.id);
});
