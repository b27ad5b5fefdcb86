// What the server knows about openings: the name of the one that a game has taken, and the moves of the engine's book.
import { signal } from "@preact/signals";
import { send } from "../api/server";
import type { KnownOpening, Position } from "../api/types";
import type { BasePosition } from "./text";

export interface OpeningName {
  en: string;
  zh: string;
}

/** Later moves do not name an opening, and the book does not know them. */
const OPENING_PLIES = 16;
const MAX_KEPT = 400;

const answers = signal<ReadonlyMap<string, KnownOpening>>(new Map());
const asked = new Set<string>();

const bodyOf = ({ ruleset, options, start_fen: fen, moves }: BasePosition, plies: number) => ({
  ruleset,
  options,
  fen,
  moves: moves.slice(0, plies).map(({ move }) => move),
});

/** The server's answer, or null while it is on its way. */
function known(position: BasePosition, plies: number): KnownOpening | null {
  return answers.value.get(JSON.stringify(bodyOf(position, plies))) ?? null;
}

/** Asks the server once for each position. */
async function ask(position: BasePosition, plies: number): Promise<void> {
  const body = bodyOf(position, plies);
  const key = JSON.stringify(body);
  if (asked.has(key)) return;
  asked.add(key);
  try {
    const answer = await send("opening", { body });
    const kept = asked.size > MAX_KEPT ? [] : answers.peek();
    if (asked.size > MAX_KEPT) asked.clear();
    answers.value = new Map([...kept, [key, answer]]);
  } catch {
    // The opening stays without a name. The next visit of the position asks again.
    asked.delete(key);
  }
}

/** The name, or null if the opening has none. Until the server has answered, the name of the moves before. */
export function openingName(position: BasePosition): OpeningName | null {
  const plies = Math.min(position.moves.length, OPENING_PLIES);
  if (plies === 0) return null;
  void ask(position, plies);
  for (let earlier = plies; earlier > 0; earlier -= 1) {
    const answer = known(position, earlier);
    if (answer) return answer.name ? { en: answer.name.english, zh: answer.name.chinese } : null;
  }
  return null;
}

/** The moves of the engine's book, those with the greatest weight first. */
export function bookMoves(position: Position): KnownOpening["book"] {
  const plies = position.moves.length;
  if (position.ruleset !== "xiangqi" || plies > OPENING_PLIES) return [];
  void ask(position, plies);
  return known(position, plies)?.book ?? [];
}
