// A player of five in a row who sees the page alone: where stones are, by the names of the points.
import type { Page } from "playwright-core";
import { DIRECTIONS } from "../../src/board/winningRow";

export type Color = "Black" | "White";

const SIZE = 15;

/** What a line of five points is worth with so many stones of one color and none of the other. */
const OWN = [1, 10, 100, 2_000, 1_000_000];
const OTHER = [1, 8, 80, 1_500, 100_000];

const nameOf = (file: number, rank: number) => `${String.fromCharCode(97 + file)}${rank + 1}`;

/** The stones on the board, as a screen reader finds them. */
async function stonesOn(page: Page): Promise<Map<string, Color>> {
  const names = await page
    .locator(".cells [data-point]")
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label") ?? ""));
  return new Map(
    names.flatMap((name) => {
      const [, point, color] = /^(\w+): (Black|White) stone/.exec(name) ?? [];
      return point && color ? [[point, color as Color] as const] : [];
    }),
  );
}

/** The empty points, the most promising first. */
export async function candidates(page: Page, own: Color): Promise<string[]> {
  const stones = await stonesOn(page);
  const worth = new Map<string, number>();
  for (let file = 0; file < SIZE; file += 1) {
    for (let rank = 0; rank < SIZE; rank += 1) {
      for (const [right, up] of DIRECTIONS) {
        const line = [0, 1, 2, 3, 4].map((step) => [file + step * right, rank + step * up] as const);
        if (line.some(([x, y]) => x >= SIZE || y >= SIZE || y < 0)) continue;
        const points = line.map(([x, y]) => nameOf(x, y));
        const colors = new Set(points.flatMap((point) => stones.get(point) ?? []));
        if (colors.size > 1) continue;
        const empty = points.filter((point) => !stones.has(point));
        const value = (colors.has(own) ? OWN : OTHER)[SIZE_OF_LINE - empty.length] ?? 0;
        for (const point of empty) worth.set(point, (worth.get(point) ?? 0) + value);
      }
    }
  }
  return [...worth].sort(([, one], [, other]) => other - one).map(([point]) => point);
}

const SIZE_OF_LINE = 5;
