// Splits a PGN text into its tokens.
import { PgnError } from "./pgnError";

export interface Token {
  /** A tag's text is its name, a space and its value. A comment's text is without the braces. */
  readonly kind: "tag" | "comment" | "glyph" | "bracket" | "word";
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

const TAG = /\[\s*(\w+)\s+"((?:[^"\\\n]|\\.)*)"\s*\]/y;
const COMMENT = /\{([^}]*)\}/y;
const LINE_COMMENT = /;([^\n]*)/y;
const ESCAPED_LINE = /%[^\n]*/y;
const GLYPH = /\$\d+/y;
const BRACKET = /[()]/y;
const WORD = /[^\s(){}[\];$]+/y;

const isLineStart = (text: string, at: number): boolean => at === 0 || text[at - 1] === "\n";

/** Splits the whole text. Throws a `PgnError` for a comment or a tag that does not end. */
export function tokenize(source: string): Token[] {
  const text = source.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const tokens: Token[] = [];
  let [at, line, lineStart] = [0, 1, 0];
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const skip = (length: number) => {
    for (const end = at + length; at < end; at += 1) {
      if (text[at] !== "\n") continue;
      line += 1;
      lineStart = at + 1;
    }
  };
  const fail = (reason: "open_comment" | "open_tag" | "unreadable"): never => {
    const rest = text.slice(at).split("\n")[0] as string;
    throw new PgnError(reason, line, at - lineStart + 1, rest.slice(0, 30));
  };
  while (at < text.length) {
    const char = text[at] as string;
    const place = { line, column: at - lineStart + 1 };
    if (/\s/.test(char)) {
      skip(1);
      continue;
    }
    const read = (): [RegExpExecArray | null, Token | null] => {
      if (char === "[") {
        const found = match(TAG) ?? fail("open_tag");
        const value = (found[2] as string).replace(/\\(.)/g, "$1");
        return [found, { kind: "tag", text: `${found[1]} ${value}`, ...place }];
      }
      if (char === "{" || char === ";") {
        const found = match(char === "{" ? COMMENT : LINE_COMMENT) ?? fail("open_comment");
        return [found, { kind: "comment", text: found[1] as string, ...place }];
      }
      if (char === "%" && isLineStart(text, at)) return [match(ESCAPED_LINE), null];
      const kind = char === "$" ? "glyph" : char === "(" || char === ")" ? "bracket" : "word";
      const found = match({ glyph: GLYPH, bracket: BRACKET, word: WORD }[kind]);
      return [found, found && { kind, text: found[0], ...place }];
    };
    const [found, token] = read();
    if (!found) fail("unreadable");
    if (token) tokens.push(token);
    skip(found?.[0].length ?? 1);
  }
  return tokens;
}
