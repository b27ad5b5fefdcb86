// Records in the formats that only the server reads: it makes a PGN of them.
import { send } from "../api/server";
import type { Ruleset } from "../api/types";

const MOVE = /[a-sA-S]\d|[进退平進後前炮马馬车車相象士仕兵卒帅将帥將]|[RNHBEAKCPrnhbeakcp][1-9][-+=.]/;

/** Whether the server should read a text: DhtmlXQ, full-width digits, or a first line that is neither a tag nor moves. */
export function isForeign(text: string): boolean {
  const [first = ""] = text.trim().split("\n");
  const isTitle =
    text.trim().includes("\n") && !first.startsWith("[") && !first.startsWith("{") && !MOVE.test(first);
  return /\[DhtmlXQ/i.test(text) || /[０-９]/.test(text) || isTitle;
}

/** The first record of a text as PGN with its comments and variations. Throws what the server answers. */
export async function toPgn(record: string, ruleset: Ruleset): Promise<string> {
  const { records } = await send("convert_record", { body: { record, format: "pgn", ruleset } });
  return records[0]?.text ?? "";
}

/** The text from its first line on that holds a tag or moves. */
export function withoutTitle(text: string): string {
  const lines = text.trim().split("\n");
  const first = lines.findIndex((line) => /^[[{]/.test(line) || MOVE.test(line));
  return lines.slice(Math.max(first, 0)).join("\n");
}

/** The text of a file: UTF-8, or else the encoding of Chinese files. */
export function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}
