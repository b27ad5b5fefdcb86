// Moves in the user's notation.
import { send } from "../api/server";
import type { MoveText, Position, Search } from "../api/types";
import { texts } from "../i18n";
import type { Lang } from "../i18n/languages";
import { prefs } from "./prefs";

const TRADITIONAL: Record<string, string> = { 车: "車", 马: "馬", 帅: "帥", 进: "進", 后: "後" };

/** The server writes the Chinese notation in simplified characters. These readers write some of them otherwise. */
const SIGNS: Partial<Record<Lang, Record<string, string>>> = {
  "zh-Hant": { ...TRADITIONAL, 将: "將" },
  ja: TRADITIONAL,
};

export function moveText(move: MoveText): string {
  // The API treats opening choices as moves.
  if (!/^([a-t]\d+)+$/.test(move.move)) return texts.value.opening.choice(move.move);
  const { notation, lang } = prefs.value;
  const text = (notation === "coordinates" ? null : move[notation]) ?? move.move;
  const signs = SIGNS[lang];
  return signs ? text.replace(/[车马帅将进后]/g, (sign) => signs[sign] ?? sign) : text;
}

export const hintText = (search: Search): string =>
  moveText({ move: search.best_move, chinese: search.chinese, wxf: search.wxf });

const cache = new Map<string, MoveText[]>();
const MAX_CACHED = 300;

/** The fields of a position that a request needs to play further moves from it. */
export type BasePosition = Pick<Position, "ruleset" | "options" | "start_fen" | "moves">;

/** A line of moves in every notation. Asks the server in Xiangqi; the other games have only coordinates. */
export async function lineTexts(position: BasePosition, line: readonly string[]): Promise<MoveText[]> {
  const coordinates = line.map((move) => ({ move, chinese: null, wxf: null }));
  if (position.ruleset !== "xiangqi" || prefs.value.notation === "coordinates") return coordinates;
  const moves = [...position.moves.map(({ move }) => move), ...line];
  const body = { ruleset: position.ruleset, options: position.options, fen: position.start_fen, moves };
  const key = JSON.stringify(body);
  const translated = cache.get(key) ?? (await send("position", { body })).moves.slice(position.moves.length);
  if (cache.size > MAX_CACHED) cache.clear();
  cache.set(key, translated);
  return translated;
}
