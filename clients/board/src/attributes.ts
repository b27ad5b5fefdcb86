// What the attributes of the element say.
import { isFen } from "../../../web/src/board/fen";
import { PIECE_SETS, type PieceSet } from "../../../web/src/board/pieceSets";
import type { Notation } from "../../../web/src/state/prefs";
import type { Lang } from "../../../web/src/i18n/languages";
import type { Ruleset, Side } from "../../typescript/src/types";
import { langOf } from "./texts";

export const ATTRIBUTES = [
  "game", "server", "token", "side", "fen", "moves", "ruleset", "arrows", "flipped", "readonly", "notation", "pieces",
  "board", "theme", "lang", "label",
] as const; // prettier-ignore

const SIDES: readonly Side[] = ["red", "black", "white"];
const RULESETS: readonly Ruleset[] = ["xiangqi", "gomoku", "gomoku_standard", "renju", "caro"];
const NOTATIONS: readonly Notation[] = ["coordinates", "chinese", "wxf"];

const START: Record<"xiangqi" | "others", string> = {
  xiangqi: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
  others: `${Array(15).fill("15").join("/")} b`,
};

const words = (text: string | null) => (text ?? "").split(/[\s,]+/).filter(Boolean);
const oneOf = <T extends string>(values: readonly T[], text: string | null, initial: T): T =>
  values.find((value) => value === text) ?? initial;

export interface Attributes {
  game: { server: string; id: string } | null;
  /** Whose secret the page has. */
  seat: { token?: string | undefined; side?: Side | undefined };
  ruleset: Ruleset;
  fen: string;
  moves: string[];
  arrows: string[];
  isFlipped: boolean;
  isReadOnly: boolean;
  notation: Notation;
  pieces: PieceSet;
  lang: Lang;
  label: string | null;
}

/** The server and the id in the path or the address of a game. */
function readGame(text: string | null, server: string | null): Attributes["game"] {
  const id = /[0-9a-f-]{36}/.exec(text ?? "")?.[0];
  if (!text || !id) return null;
  const base = new URL(server ?? ".", document.baseURI);
  return { server: new URL(text, base).origin, id };
}

/** A FEN without a ruleset has the size of its game: ten rows are Xiangqi. */
const rulesetOf = (fen: string | null): Ruleset =>
  fen && fen.trim().split(/\s/)[0]?.split("/").length !== 10 ? "gomoku" : "xiangqi";

export function readAttributes(element: Element): Attributes {
  const read = (name: (typeof ATTRIBUTES)[number]) => element.getAttribute(name);
  const given = read("fen");
  const ruleset = oneOf(RULESETS, read("ruleset"), rulesetOf(given));
  return {
    game: readGame(read("game"), read("server")),
    seat: { token: read("token") ?? undefined, side: SIDES.find((side) => side === read("side")) },
    ruleset,
    fen: given && isFen(given.trim()) ? given.trim() : START[ruleset === "xiangqi" ? "xiangqi" : "others"],
    moves: words(read("moves")),
    arrows: words(read("arrows")),
    isFlipped: element.hasAttribute("flipped"),
    isReadOnly: element.hasAttribute("readonly"),
    notation: oneOf(NOTATIONS, read("notation"), "coordinates"),
    pieces: oneOf(PIECE_SETS, read("pieces"), "traditional"),
    lang: langOf(element),
    label: read("label"),
  };
}
