// Reads a PGN game with variations, or a list of moves. It knows no rules: the moves stay as they are written until the server
// has read them.
import type { Options, Ruleset } from "../api/types";
import { rulesetNamed } from "../state/gameNames";
import { optionsOf } from "./start";
import {
  bareMove,
  cleanComment,
  type Color,
  COLORS,
  type Evaluation,
  SIGNS,
  type Shape,
  type Tree,
} from "./tree";
import { addComment, type DraftNode, draftNode, draftRoot } from "./draft";
import { PgnError, type PgnProblem } from "./pgnError";
import { type Token, tokenize } from "./pgnTokens";

export interface PgnGame {
  /** The tags that say nothing about the start and are known. */
  tags: Tree["tags"];
  /** Null if neither the tags nor the moves name the game. */
  ruleset: Ruleset | null;
  options: Options;
  fen: string | null;
  root: DraftNode;
}

/** More moves than anybody comments, but few enough for the server to check one by one. */
export const MAX_MOVES = 3000;

/** The tags of the start, which the tree holds in another form. */
const START_TAGS = ["Game", "FEN", "SetUp", "Format", "BoardSize", "Options"];

export const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];

const fail = (reason: PgnProblem, { line, column, text }: Token): never => {
  throw new PgnError(reason, line, column, text);
};

/** Colors of marks by their letters; other programs also write other letters, which become green. */
const colorOf = (letter: string): Color => COLORS.find((color) => color === letter) ?? "G";

function readShapes(list: string): Shape[] | null {
  const shapes = list.split(",").map((text) => /^\s*([A-Z])([a-t]\d{1,2})([a-t]\d{1,2})?\s*$/.exec(text));
  if (shapes.some((match) => match === null)) return null;
  return shapes.flatMap((match) =>
    match ? [{ color: colorOf(match[1] as string), from: match[2] as string, to: match[3] ?? null }] : [],
  );
}

function readEvaluation(text: string): Evaluation | null {
  const match = /^\s*(?:#(-?\d+)|([+-]?\d+(?:\.\d+)?))(?:,(\d+))?\s*$/.exec(text);
  if (!match) return null;
  const [, mate, pawns, depth] = match;
  const score = mate === undefined ? { cp: Math.round(Number(pawns) * 100) } : { mate: Number(mate) };
  return { score, depth: Number(depth ?? 0) };
}

/** Takes the commands out of a comment and adds both to a node. */
function addNotes(node: DraftNode, text: string): void {
  const rest = text.replace(/\[%(\w+)([^\]]*)\]/g, (command, name: string, value: string) => {
    const shapes = name === "cal" || name === "csl" ? readShapes(value) : null;
    const evaluation = name === "eval" ? readEvaluation(value) : null;
    if (shapes) node.shapes.push(...shapes);
    else if (evaluation) node.evaluation = evaluation;
    else node.commands.push(command);
    return "";
  });
  addComment(node, cleanComment(rest));
}

/** Splits `H2-E2!?` into the move and its sign. */
function splitSign(text: string): { move: string; sign: DraftNode["sign"] } {
  const match = /^(.*?)([!?]{1,2})$/.exec(text);
  const sign = SIGNS.find((known) => known === match?.[2]);
  return match && sign ? { move: match[1] as string, sign } : { move: text, sign: null };
}

/** Coordinates as the API writes them. Other notations stay as they are. */
export function normalizedMove(text: string): string {
  const iccs = /^([a-i]\d)-?([a-i]\d)$/i.exec(text);
  if (iccs) return `${iccs[1]}${iccs[2]}`.toLowerCase();
  return /^[a-t]\d{1,2}$/i.test(text) ? text.toLowerCase() : text;
}

/** The move numbers, as `12.`, `12...` or joined to the move that follows. */
const NUMBER = /^\d+(\.+|$)/;

interface Reader {
  root: DraftNode;
  /** The nodes of the line being read and of those that it interrupts. */
  lines: { node: DraftNode; parent: DraftNode | null; open: Token | null }[];
  /** A comment before the first move of a variation. */
  early: string[];
  count: number;
}

function readMove(reader: Reader, token: Token): void {
  const line = reader.lines.at(-1);
  const { move, sign } = splitSign(token.text.replace(NUMBER, ""));
  if (!line || move === "" || /^\.+$/.test(move)) return;
  reader.count += 1;
  if (reader.count > MAX_MOVES) fail("too_long", token);
  const node = draftNode(bareMove(normalizedMove(move)), token);
  node.sign = sign;
  line.node.children.push(node);
  line.parent = line.node;
  line.node = node;
  for (const text of reader.early.splice(0)) addNotes(node, text);
}

function readGlyph({ lines }: Reader, token: Token): void {
  const { node, parent } = lines.at(-1) ?? {};
  if (!node || !parent) return fail("no_move_for_glyph", token);
  const glyph = Number(token.text.slice(1));
  const sign = SIGNS[glyph - 1];
  if (sign && node.sign === null) node.sign = sign;
  else node.glyphs.push(glyph);
}

function readBracket(reader: Reader, token: Token): void {
  const { lines } = reader;
  if (token.text === "(") {
    const { parent } = lines.at(-1) ?? {};
    if (!parent) return fail("no_move_to_replace", token);
    lines.push({ node: parent, parent: null, open: token });
    return;
  }
  if (lines.length === 1) fail("no_variation", token);
  const closed = lines.pop();
  // A variation without a move still has its comment.
  for (const text of reader.early.splice(0)) addNotes(closed?.node ?? reader.root, text);
}

function readToken(reader: Reader, token: Token): void {
  const line = reader.lines.at(-1);
  if (token.kind === "comment") {
    const isEarly = reader.lines.length > 1 && line?.parent === null;
    if (isEarly) reader.early.push(token.text);
    else addNotes(line?.node ?? reader.root, token.text);
  } else if (token.kind === "glyph") readGlyph(reader, token);
  else if (token.kind === "bracket") readBracket(reader, token);
  else if (token.kind === "word") readMove(reader, token);
}

/** The ruleset that the first move shows; points alone do not tell the games of five in a row apart. */
function rulesetOfMoves(root: DraftNode): Ruleset | null {
  const move = root.children[0]?.move.move ?? "";
  if (move === "" || /^[a-t]\d{1,2}$/.test(move) || /^[a-z_]+\d?$/.test(move)) return null;
  return "xiangqi";
}

function rulesetOfTags(tags: ReadonlyMap<string, string>, tokens: readonly Token[]): Ruleset | null {
  const name = tags.get("Game");
  if (name === undefined || name === "?") return null;
  const ruleset = rulesetNamed(name);
  const token = tokens.find(({ kind, text }) => kind === "tag" && text.startsWith("Game"));
  return ruleset ?? fail("unknown_game", token as Token);
}

function optionsOfTags(tags: ReadonlyMap<string, string>): Options {
  const pairs = (tags.get("Options") ?? "").split(/\s+/).flatMap((text): [string, string][] => {
    const [name, value] = text.split("=");
    return name && value ? [[name, value]] : [];
  });
  const size = tags.get("BoardSize");
  const isExactCaro = tags.get("Game")?.toLowerCase() === "caro, exactly five";
  return {
    ...(size ? { board_size: Number(size) } : {}),
    ...(isExactCaro ? { overline_wins: false } : {}),
    ...optionsOf(pairs),
  };
}

/** Reads one game. Throws a `PgnError` that says where the text is wrong. */
export function readPgn(text: string): PgnGame {
  const tokens = tokenize(text);
  const tags = new Map<string, string>();
  const reader: Reader = { root: draftRoot(), lines: [], early: [], count: 0 };
  reader.lines.push({ node: reader.root, parent: null, open: null });
  let isOver = false;
  for (const token of tokens) {
    // Whatever follows the result of the game belongs to another one.
    if (isOver) fail("several_games", token);
    if (token.kind === "tag") {
      if (reader.count > 0) fail("several_games", token);
      const [name = "", ...value] = token.text.split(" ");
      tags.set(name, value.join(" "));
    } else if (token.kind === "word" && RESULTS.includes(token.text)) {
      isOver = reader.lines.length === 1;
    } else readToken(reader, token);
  }
  const open = reader.lines.at(-1)?.open;
  if (open) fail("open_variation", open);
  if (tags.size === 0 && reader.count === 0) throw new PgnError("empty", 1, 1, "");
  return {
    tags: Object.fromEntries(
      [...tags].filter(([name, value]) => !START_TAGS.includes(name) && value !== "?" && value !== "*"),
    ),
    ruleset: rulesetOfTags(tags, tokens) ?? rulesetOfMoves(reader.root),
    options: optionsOfTags(tags),
    fen: tags.get("FEN") ?? null,
    root: reader.root,
  };
}
