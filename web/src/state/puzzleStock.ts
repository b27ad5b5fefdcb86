// A few puzzles ahead, with the positions of their solutions, for the time without the network.
import { createStore, del, get as read, set, values } from "idb-keyval";
import { send } from "../api/server";
import type { Puzzle } from "../api/types";
import { positionOf } from "./positions";
import type { Progress, PuzzleRuleset } from "./puzzleProgress";

const store = createStore("duiyi-puzzles", "puzzles");

/** As many are kept for each game. */
const STOCK = 6;

const kept = (): Promise<Puzzle[]> => values<Puzzle>(store).catch(() => []);

/** A puzzle of the stock that has not been shown lately; null if there is none. */
export async function stocked(ruleset: PuzzleRuleset, seen: readonly string[]): Promise<Puzzle | null> {
  const puzzles = (await kept()).filter((puzzle) => puzzle.ruleset === ruleset);
  return puzzles.find(({ id }) => !seen.includes(id)) ?? puzzles[0] ?? null;
}

export const stockedPuzzle = async (id: string): Promise<Puzzle | null> =>
  (await read<Puzzle>(id, store).catch(() => undefined)) ?? null;

async function add(puzzle: Puzzle): Promise<void> {
  const { ruleset, fen, solution, id } = puzzle;
  for (let ply = 0; ply <= solution.length; ply += 1)
    await positionOf({ ruleset, fen, moves: solution.slice(0, ply) });
  await set(id, puzzle, store);
}

/** Only an installed page asks for puzzles that nobody has asked for. */
const isInstalled = (): boolean => matchMedia("(display-mode: standalone)").matches;

let isBusy = false;

/** Fetches puzzles until the stock of this game is full, and lets those go that have been shown. */
export async function stockUp(shown: Puzzle, { ruleset, levels, seen }: Progress): Promise<void> {
  if (isBusy || !navigator.onLine || !isInstalled()) return;
  isBusy = true;
  try {
    const before = (await kept()).filter((puzzle) => puzzle.ruleset === ruleset);
    const fresh = before.filter(({ id }) => !seen.includes(id));
    for (const { id } of before) if (seen.includes(id) && id !== shown.id) await del(id, store);
    // The one on the board stays, for a reload.
    if (!before.some(({ id }) => id === shown.id)) await add(shown);
    const known = [...seen, ...fresh.map(({ id }) => id)];
    for (let count = fresh.length; count < STOCK; count += 1) {
      const query = { ruleset, level: levels[ruleset], seen: known.join(",") };
      const puzzle = await send("next_puzzle", { query });
      known.push(puzzle.id);
      await add(puzzle);
    }
  } catch {
    // The next puzzle tries again.
  } finally {
    isBusy = false;
  }
}
