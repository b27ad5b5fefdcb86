// Whole games against level 1, played by clicks. A newcomer plays one of Gomoku.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { chooseGame, gameId, picture, play, status, withPage } from "./support/browser";
import { browser, server } from "./support/stage";

interface Seen {
  status: string;
  turn: string;
  ply: number;
  moves: { move: string }[];
  ruleset: string;
  options: object;
}

const read = async (page: Page): Promise<Seen> =>
  (await fetch(`${server.url}/v1/games/${gameId(page)}`)).json() as Promise<Seen>;

/** The server's best move after a short search at full strength. */
async function strongMove(game: Pick<Seen, "ruleset" | "options" | "moves">): Promise<string> {
  const body = {
    ruleset: game.ruleset,
    options: game.options,
    moves: game.moves.map(({ move }) => move),
    limits: { time_ms: 120 },
  };
  const response = await fetch(`${server.url}/v1/analysis`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { best_move: string }).best_move;
}

const LONGEST_GAME = 200;

/** Plays a game to its end by clicks; returns its final state. */
async function playOut(page: Page, ruleset: string): Promise<Seen> {
  await play(page, await strongMove({ ruleset, options: {}, moves: [] }));
  await page.waitForFunction(() => location.hash.startsWith("#/g/"));
  for (let count = 1; count < LONGEST_GAME; count += 1) {
    await page.waitForFunction((ply) => {
      const made = document.querySelectorAll(".moves li button.move").length;
      const line = document.querySelector(".status .line")?.textContent ?? "";
      return made >= ply || /wins|Draw:/.test(line);
    }, count * 2);
    const game = await read(page);
    if (game.status !== "playing") return game;
    await play(page, await strongMove(game));
  }
  throw new Error("the game did not end");
}

for (const [ruleset, name] of [
  ["xiangqi", "Xiangqi"],
  ["renju", "Renju"],
] as const) {
  test(`a game of ${name} against level 1 is won by clicks`, async () => {
    await withPage(browser, server.url, async (page) => {
      await chooseGame(page, name);
      await page.getByLabel("Level").selectOption("1");
      await page.getByLabel("Time per move").selectOption("200");
      const game = await playOut(page, ruleset);
      assert.equal(game.status, "won");
      const winner = ruleset === "xiangqi" ? "Red" : "Black";
      await status(page)
        .filter({ hasText: `${winner} wins` })
        .waitFor();
      await picture(page, `won-${ruleset}`);
    });
  });
}
