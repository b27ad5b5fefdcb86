// The name of the opening that a game has taken.
import type { Position } from "../api/types";
import { type Point, pointName, pointsOf } from "../board/geometry";
import {
  type OpeningName,
  RENJU_OPENINGS,
  XIANGQI_OPENINGS,
  type XiangqiOpening,
} from "../i18n/openingNames";

const XIANGQI_START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w ";
const RENJU_START = `${Array(15).fill("15").join("/")} b`;
/** Later moves do not name an opening. */
const OPENING_PLIES = 16;

export type Played = Pick<Position, "ruleset" | "start_fen"> & { moves: readonly { move: string }[] };

/** The name, or null if the opening has none or the game did not begin with the start position. */
export function openingName({ ruleset, start_fen, moves }: Played): OpeningName | null {
  const played = moves.slice(0, OPENING_PLIES).map(({ move }) => move);
  if (ruleset === "xiangqi" && start_fen.startsWith(XIANGQI_START)) return xiangqiName(played);
  return ruleset === "renju" && start_fen === RENJU_START ? renjuName(played) : null;
}

const mirrored = (move: string): string =>
  pointsOf("xiangqi", move)
    .map(({ file, rank }) => pointName("xiangqi", { file: 8 - file, rank }))
    .join("");

/** Whether `moves` contains the wanted ones in their order. */
function hasInOrder(moves: readonly string[], wanted: string): boolean {
  let from = 0;
  return wanted.split(" ").every((move) => {
    from = moves.indexOf(move, from) + 1;
    return from > 0;
  });
}

function isTaken(opening: XiangqiOpening, played: readonly string[]): boolean {
  const [red, black] = [0, 1].map((side) => played.filter((_, ply) => ply % 2 === side));
  const isFirst = red?.[0] === opening.red.slice(0, 4);
  return (
    isFirst && hasInOrder(red, opening.red) && (!opening.black || hasInOrder(black ?? [], opening.black))
  );
}

const length = ({ red, black = "" }: XiangqiOpening): number => red.length + black.length;

function xiangqiName(played: readonly string[]): OpeningName | null {
  const sides = [played, played.map(mirrored)];
  const taken = XIANGQI_OPENINGS.filter((opening) => sides.some((moves) => isTaken(opening, moves)));
  return taken.sort((a, b) => length(b) - length(a))[0] ?? null;
}

const CENTER = 7;

/** The eight ways to turn and mirror the board. */
const SYMMETRIES: readonly ((point: Point) => Point)[] = [0, 1, 2, 3, 4, 5, 6, 7].map((way) => (point) => {
  const [x, y] = [point.file - CENTER, point.rank - CENTER];
  const [a, b] = way & 4 ? [y, x] : [x, y];
  return { file: CENTER + (way & 1 ? -a : a), rank: CENTER + (way & 2 ? -b : b) };
});

function renjuName(played: readonly string[]): OpeningName | null {
  const stones = played.flatMap((move) => pointsOf("renju", move)).slice(0, 3);
  const [first] = stones;
  if (stones.length < 3 || first?.file !== CENTER || first.rank !== CENTER) return null;
  const keys = SYMMETRIES.map((turned) =>
    stones
      .slice(1)
      .map((stone) => pointName("renju", turned(stone)))
      .join(" "),
  );
  const known = keys.find((key) => key in RENJU_OPENINGS);
  return known === undefined ? null : (RENJU_OPENINGS[known] ?? null);
}
