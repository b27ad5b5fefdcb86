// Makes a tree of a text: a position (FEN), a list of moves, or a PGN game with variations. The server checks every move.
import { ApiError } from "../api/server";
import type { Ruleset } from "../api/types";
import { isFen } from "../board/fen";
import { texts } from "../i18n";
import { draftLines, type DraftNode, treeOf } from "./draft";
import { isForeign, toPgn, withoutTitle } from "./foreignText";
import { PgnError } from "./pgnError";
import { loadPosition } from "./positions";
import { readPgn } from "./readPgn";
import { startOf } from "./start";
import { analysisTexts } from "./texts";
import { newTree, type Start, type Tree } from "./tree";

/** Why a text was not loaded, in words that name the place. */
export class ImportError extends Error {}

const REQUESTS_AT_ONCE = 4;

/** Points alone do not name their game: the one on the board is meant, if it is one of them. */
const rulesetOfPoints = (shown: Ruleset): Ruleset => (shown === "xiangqi" ? "gomoku" : shown);

function rulesetOfFen(fen: string, shown: Ruleset): Ruleset {
  const board = fen.split(" ")[0] ?? "";
  return /[kK]/.test(board) ? "xiangqi" : rulesetOfPoints(shown);
}

/** The options of a board of this size; the server knows the others. */
function optionsOfFen(ruleset: Ruleset, fen: string): Start["options"] {
  const size = (fen.split(" ")[0] ?? "").split("/").length;
  return ruleset === "xiangqi" || ruleset === "renju" ? {} : { board_size: size };
}

/** The error of the server about a line, at the place of the move in the text. */
function illegalMove(error: ApiError, line: readonly DraftNode[]): ImportError {
  const t = analysisTexts.value.problem;
  const reason = texts.value.problems.of(error.problem);
  const node = line[(error.problem.ply ?? 0) - 1];
  if (!node) return new ImportError(reason);
  const { place, move } = node;
  return new ImportError(t.at(place.line, place.column) + t.illegal(move.move, reason));
}

/** Has the server read the moves of one line, and writes their coordinates and notations into its nodes. */
async function readLine(start: Start, line: readonly DraftNode[]): Promise<Start> {
  try {
    const position = await loadPosition(
      start,
      line.map(({ move }) => move.move),
    );
    line.forEach((node, index) => {
      node.move = position.moves[index] ?? node.move;
    });
    return startOf(position);
  } catch (error) {
    throw error instanceof ApiError && error.problem.status < 500 ? illegalMove(error, line) : error;
  }
}

/** Several lines at a time. The first one alone, because the others share its moves and its start. */
async function readLines(start: Start, root: DraftNode): Promise<Start> {
  const [first, ...rest] = draftLines(root);
  const canonical = await readLine(start, first ?? []);
  const errors = new Map<number, unknown>();
  let next = 0;
  const work = async () => {
    while (next < rest.length && errors.size === 0) {
      const index = next;
      next += 1;
      await readLine(canonical, rest[index] ?? []).catch((error: unknown) => errors.set(index, error));
    }
  };
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, work));
  // The first error in the text, whichever answer came first: all lines before a wrong one have been read.
  if (errors.size > 0) throw errors.get(Math.min(...errors.keys()));
  return canonical;
}

/** A text that the server makes a PGN of, with or without its title, or else reads as ours. */
async function treeOfForeign(text: string, shown: Ruleset): Promise<Tree> {
  for (const record of [text, withoutTitle(text)]) {
    try {
      return await treeOfRecord(await toPgn(record, shown), shown);
    } catch (error) {
      if (!(error instanceof ApiError) || error.problem.status >= 500) throw error;
    }
  }
  return treeOfRecord(text, shown);
}

async function treeOfRecord(text: string, shown: Ruleset): Promise<Tree> {
  const { tags, ruleset, options, fen, root } = readPgn(text);
  const start = { ruleset: ruleset ?? rulesetOfPoints(shown), options, fen };
  return treeOf(await readLines(start, root), tags, root);
}

async function treeOfFen(fen: string, shown: Ruleset): Promise<Tree> {
  const ruleset = rulesetOfFen(fen, shown);
  const position = await loadPosition({ ruleset, options: optionsOfFen(ruleset, fen), fen }, []);
  return newTree(startOf(position));
}

/**
 * Reads a text. `shown` is the ruleset on the board, for a text that does not name its game. Throws an `ImportError` that says
 * what is wrong and where; errors of the connection stay as they are.
 */
export async function importText(source: string, shown: Ruleset): Promise<Tree> {
  const text = source.trim();
  try {
    if (isFen(text)) return await treeOfFen(text, shown);
    return await (isForeign(text) ? treeOfForeign : treeOfRecord)(source, shown);
  } catch (error) {
    if (error instanceof PgnError) {
      const { at, of } = analysisTexts.value.problem;
      throw new ImportError(at(error.line, error.column) + of(error.reason, error.token));
    }
    if (error instanceof ApiError && error.problem.status < 500)
      throw new ImportError(texts.value.problems.of(error.problem));
    throw error;
  }
}
