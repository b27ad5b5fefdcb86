// Keeps the last reviews in this browser, so that a reload shows them again.
import type { Game, Ply, ReviewResult } from "../api/types";
import { save } from "./prefs";

interface KeptReview {
  id: string;
  /** Of the game, because another one may have the id after it was undone. */
  moves: string[];
  plies: Ply[];
  result: ReviewResult;
}

const STORAGE_KEY = "duiyi.reviews";
/** A review of eighty moves is some twenty thousand characters. */
const MOST = 12;

function keptReviews(): KeptReview[] {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
  } catch {
    return [];
  }
}

const movesOf = (game: Game): string[] => game.moves.map(({ move }) => move);

/** The review of the moves of this game; null if this browser has none. */
export function keptReview(game: Game): KeptReview | null {
  const found = keptReviews().find(({ id }) => id === game.id);
  return found && found.moves.join(" ") === movesOf(game).join(" ") ? found : null;
}

export function keepReview(game: Game, plies: Ply[], result: ReviewResult): void {
  const others = keptReviews().filter(({ id }) => id !== game.id);
  const kept = { id: game.id, moves: movesOf(game), plies, result };
  save(STORAGE_KEY, [kept, ...others].slice(0, MOST));
}
