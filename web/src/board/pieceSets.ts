// The sets of Xiangqi pieces: which sign each of them puts on a piece.
import type { Letter } from "./fen";

export const PIECE_SETS = ["traditional", "simplified", "letters", "pictures"] as const;
export type PieceSet = (typeof PIECE_SETS)[number];

/** What is drawn on a piece: a character or letter, or paths in a square of half a cell around the point. */
export type Sign = { text: string } | Pictogram;

export interface Pictogram {
  /** A filled shape. */
  shape: string;
  /** Strokes over it. */
  strokes?: string;
}

/** The characters of both sides, in the order of `KINDS`. */
const CHARACTERS = {
  traditional: { red: "帥仕相馬車炮兵", black: "將士象馬車砲卒" },
  simplified: { red: "帅仕相马车炮兵", black: "将士象马车炮卒" },
} as const;

const KINDS = "kabnrcp";

/** The letters of the WXF notation. */
const WESTERN: Record<string, string> = { k: "K", a: "A", b: "E", n: "H", r: "R", c: "C", p: "P" };

/** The letter of a piece's kind, for both sides. */
export const letterOf = (letter: Letter): string => WESTERN[letter.toLowerCase()] ?? letter;

const PICTOGRAMS: Record<string, Pictogram> = {
  // A crown.
  k: { shape: "M-.25 .12L-.29-.16-.13-.03 0-.25 .13-.03 .29-.16 .25 .12ZM-.25 .16H.25V.24H-.25Z" },
  // An official with a winged hat.
  a: {
    shape:
      "M-.13-.11A.13 .16 0 0 1 .13-.11ZM-.31-.11H.31V-.04H-.31ZM-.1-.02H.1A.1 .11 0 0 1-.1-.02ZM-.23 .27Q-.23 .11 0 .11 .23 .11 .23 .27Z",
  },
  // The head of an elephant with ears, tusks and trunk.
  b: {
    shape:
      "M-.1-.2Q-.34-.31-.33-.03-.31 .18-.12 .07ZM.1-.2Q.34-.31 .33-.03 .31 .18 .12 .07ZM-.11-.17Q0-.27 .11-.17L.09 .08H-.09Z",
    strokes: "M0 .05V.18Q0 .28 .12 .25M-.12 .11L-.14 .2",
  },
  // The head of a horse.
  n: {
    shape:
      "M-.15 .27Q-.15 .12 0 .02-.07 .06-.14 .05L-.2 .13-.28 .06Q-.24-.09-.12-.18L-.11-.29-.03-.22Q.11-.22 .18-.07 .24 .07 .22 .27Z",
  },
  // A wheel with spokes.
  r: {
    shape: "M0-.07A.07 .07 0 0 1 0 .07 .07 .07 0 0 1 0-.07Z",
    strokes:
      "M0-.24A.24 .24 0 0 1 0 .24 .24 .24 0 0 1 0-.24ZM0-.24V.24M-.24 0H.24M-.17-.17L.17 .17M-.17 .17L.17-.17",
  },
  // A barrel on a wheel.
  c: {
    shape: "M-.3-.02Q-.32-.12-.22-.16L.2-.3 .27-.13-.17 .03Q-.26 .06-.3-.02Z",
    strokes: "M-.02 .07A.1 .1 0 0 1-.02 .27 .1 .1 0 0 1-.02 .07ZM-.02 .17h.001",
  },
  // A foot soldier with a lance.
  p: {
    shape:
      "M-.07-.24A.1 .1 0 0 1-.07-.04 .1 .1 0 0 1-.07-.24ZM-.25 .27Q-.25 0-.07 0 .11 0 .11 .27ZM.2-.31L.27-.15H.13Z",
    strokes: "M.2-.16V.27",
  },
};

export function signOf(set: PieceSet, letter: Letter): Sign {
  const kind = letter.toLowerCase();
  if (set === "letters") return { text: WESTERN[kind] ?? "" };
  if (set === "pictures") return PICTOGRAMS[kind] ?? { text: "" };
  const { red, black } = CHARACTERS[set];
  return { text: (letter === kind ? black : red).charAt(KINDS.indexOf(kind)) };
}

/** Sets whose signs are the same on both sides. The pieces of Black are dark there, so that the color is not all that tells them apart. */
export const hasSameSigns = (set: PieceSet): boolean => set === "letters" || set === "pictures";
