// Moves in the user's notation.
import { post } from "../api/client";
import type { MoveText, Position, Search } from "../api/types";
import { words } from "../i18n";
import { prefs } from "./prefs";

export function textOf(move: MoveText): string {
  // The choices of an opening are played like moves.
  if (!/^([a-s]\d+)+$/.test(move.move)) return words.value.opening.choice(move.move);
  const { notation } = prefs.value;
  return (notation === "coordinates" ? null : move[notation]) ?? move.move;
}

export const hintText = (search: Search): string =>
  textOf({ move: search.best_move, chinese: search.chinese, wxf: search.wxf });

const known = new Map<string, MoveText[]>();
const MOST_KNOWN = 300;

/** The part of a position that a request needs to continue from it. */
export type Before = Pick<Position, "ruleset" | "options" | "start_fen" | "moves">;

/** A line of moves in every notation. Asks the server in Xiangqi; the other games have only coordinates. */
export async function lineTexts(position: Before, line: readonly string[]): Promise<MoveText[]> {
  const plain = line.map((move) => ({ move, chinese: null, wxf: null }));
  if (position.ruleset !== "xiangqi" || prefs.value.notation === "coordinates") return plain;
  const moves = [...position.moves.map(({ move }) => move), ...line];
  const body = { ruleset: position.ruleset, options: position.options, fen: position.start_fen, moves };
  const key = JSON.stringify(body);
  const texts = known.get(key) ?? (await post("/v1/positions", { body })).moves.slice(position.moves.length);
  if (known.size > MOST_KNOWN) known.clear();
  known.set(key, texts);
  return texts;
}
