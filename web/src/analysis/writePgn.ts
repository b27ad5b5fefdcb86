// Writes a tree as PGN: variations in brackets, signs as `$1` to `$6`, marks and evaluations as commands in comments.
import type { Ruleset } from "../api/types";
import { RESULTS } from "./readPgn";
import { firstNumber, firstTurn, optionPairs } from "./start";
import { type Branch, type Evaluation, type MoveNode, SIGNS, type Tree } from "./tree";

/** The names of the games in the tag `Game`, as the server writes them. */
export const GAME_NAMES: Record<Ruleset, string> = {
  xiangqi: "Chinese Chess",
  gomoku: "Gomoku",
  gomoku_standard: "Standard Gomoku",
  renju: "Renju",
  caro: "Caro",
};

/** A soldier or its equivalent in hundredths, or the moves to mate, from the first side's point of view: `0.31,14`, `#-3,20`. */
function evaluationText({ score: { cp = 0, mate }, depth }: Evaluation): string {
  return `${mate === undefined ? (cp / 100).toFixed(2) : `#${mate}`},${depth}`;
}

function commandsOf({ shapes, evaluation, commands }: Branch): string[] {
  const textOf = (isArrow: boolean) =>
    shapes
      .filter(({ to }) => (to !== null) === isArrow)
      .map(({ color, from, to }) => color + from + (to ?? ""))
      .join(",");
  const [rings, arrows] = [textOf(false), textOf(true)];
  return [
    ...(rings ? [`[%csl ${rings}]`] : []),
    ...(arrows ? [`[%cal ${arrows}]`] : []),
    ...(evaluation ? [`[%eval ${evaluationText(evaluation)}]`] : []),
    ...commands,
  ];
}

/** The comment after a move with its commands. */
function commentOf(node: Branch): string[] {
  const parts = [...commandsOf(node), ...(node.comment ? [node.comment] : [])];
  return parts.length > 0 ? [`{${parts.join(" ")}}`] : [];
}

/** Xiangqi moves as ICCS: `H2-E2`. */
const written = (ruleset: Ruleset, move: string): string =>
  ruleset === "xiangqi" ? `${move.slice(0, 2)}-${move.slice(2)}`.toUpperCase() : move;

function moveTokens(tree: Tree, node: MoveNode, ply: number, isNumbered: boolean): string[] {
  const half = ply + firstTurn(tree.start);
  const isSecond = half % 2 === 1;
  const number = firstNumber(tree.start) + (half >> 1);
  const glyphs = [...(node.sign ? [SIGNS.indexOf(node.sign) + 1] : []), ...node.glyphs];
  const before = isSecond ? (isNumbered ? `${number}... ` : "") : `${number}. `;
  return [
    before + written(tree.start.ruleset, node.move.move),
    ...glyphs.map((glyph) => `$${glyph}`),
    ...commentOf(node),
  ];
}

/** The moves after a node, which is `startPly` moves after the start. */
function lineTokens(tree: Tree, after: Branch, startPly: number): string[] {
  const tokens: string[] = [];
  let [node, ply] = [after, startPly];
  // After anything between two moves, PGN repeats the number.
  let isNumbered = startPly === 0 || commentOf(after).length > 0;
  for (let next = node.children[0]; next; next = node.children[0]) {
    tokens.push(...moveTokens(tree, next, ply, isNumbered));
    for (const other of node.children.slice(1)) {
      tokens.push("(", ...moveTokens(tree, other, ply, true), ...lineTokens(tree, other, ply + 1), ")");
    }
    isNumbered = node.children.length > 1 || commentOf(next).length > 0;
    [node, ply] = [next, ply + 1];
  }
  return tokens;
}

const MAX_LINE = 100;

/** Tokens in lines of bounded length, where the comments allow it. */
function wrap(tokens: readonly string[]): string {
  const lines: string[] = [];
  let line = "";
  for (const token of tokens) {
    const isTight = line === "" || line.endsWith("(") || token === ")";
    if (!isTight && line.length + 1 + token.length > MAX_LINE) {
      lines.push(line);
      line = token;
    } else line += (isTight ? "" : " ") + token;
  }
  return [...lines, line].join("\n");
}

const tag = (name: string, value: string): string =>
  `[${name} "${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"]`;

/** The whole tree as a PGN game. */
export function writePgn(tree: Tree): string {
  const { ruleset, options, fen } = tree.start;
  const [first, second] = ruleset === "xiangqi" ? ["Red", "Black"] : ["Black", "White"];
  const size = options.board_size;
  const optionsText = optionPairs(options)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
  const { Result: result = "*", ...known } = tree.tags;
  const roster = ["Event", "Site", "Date", "Round", first, second] as string[];
  const others = Object.entries(known).filter(([name]) => !roster.includes(name));
  const tags = [
    tag("Game", GAME_NAMES[ruleset]),
    ...roster.map((name) => tag(name, known[name] ?? "?")),
    tag("Result", result),
    ...(fen ? [tag("FEN", fen)] : []),
    ...(ruleset === "xiangqi" ? [tag("Format", "ICCS")] : []),
    ...(size && size !== 15 ? [tag("BoardSize", String(size))] : []),
    ...(optionsText ? [tag("Options", optionsText)] : []),
    ...others.map(([name, value]) => tag(name, value)),
  ];
  const end = RESULTS.includes(result) ? result : "*";
  const moves = [...commentOf(tree.root), ...lineTokens(tree, tree.root, 0), end];
  return `${tags.join("\n")}\n\n${wrap(moves)}\n`;
}
