// Puzzles on the page: solving one, a wrong move, the solution, and what the browser remembers.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { isAccessible, pictures } from "./support/accessible";
import { choose, PHONE, picture, play, withPage } from "./support/browser";
import { visitor } from "./support/people";
import { browser, server } from "./support/stage";

interface Puzzle {
  solution: string[];
  ruleset: string;
  fen: string;
}

/** Does something that asks for a puzzle, and returns it once it is on the board. */
async function puzzleAfter(page: Page, action: () => Promise<unknown>): Promise<Puzzle> {
  const answer = page.waitForResponse((response) => response.url().includes("/v1/puzzles/next"));
  await action();
  const puzzle = (await (await answer).json()) as Puzzle;
  await says(page, /Find the only move/);
  return puzzle;
}

const says = (page: Page, text: RegExp) => page.locator(".puzzle .verdict", { hasText: text }).waitFor();
const nextPuzzle = (page: Page) =>
  puzzleAfter(page, () => page.getByRole("button", { name: "Next puzzle" }).click());
const open = (page: Page) => puzzleAfter(page, () => page.getByRole("button", { name: "Puzzles" }).click());

async function solve(page: Page, { solution }: Puzzle): Promise<void> {
  for (let ply = 0; ply < solution.length; ply += 2) {
    await play(page, solution[ply] as string);
    await says(page, ply + 1 < solution.length ? /Right! And now\?/ : /Solved!/);
    // The feedback on one move must not be taken for that on the next.
    if (ply + 3 < solution.length) await page.waitForTimeout(50);
  }
}

const streak = (page: Page) => page.locator(".puzzle .streak").textContent();

/** A legal move that does not solve the puzzle. */
async function wrongMove(page: Page, { ruleset, fen, solution }: Puzzle): Promise<string> {
  const answer = await page.request.post(`${server.url}/v1/positions`, { data: { ruleset, fen } });
  const { legal_moves } = (await answer.json()) as { legal_moves: string[] };
  return legal_moves.find((move) => move !== solution[0]) as string;
}

test("a puzzle is solved move by move, and the streak outlives a reload", async () => {
  await withPage(browser, server.url, async (page) => {
    await solve(page, await open(page));
    await picture(page, "puzzle-solved");
    await solve(page, await nextPuzzle(page));
    assert.equal(await streak(page), "In a row: 2, best: 2");
    const address = page.url();
    await page.reload();
    await says(page, /Find the only move/);
    assert.equal(page.url(), address);
    assert.equal(await streak(page), "In a row: 2, best: 2");
    assert.match((await page.locator(".puzzle .note").first().textContent()) ?? "", /yours: 4/);
  });
});

test("a puzzle that is over opens on the analysis board, with its solution", async () => {
  await withPage(browser, server.url, async (page) => {
    const { solution } = await open(page);
    const link = page.locator(".puzzle").getByRole("button", { name: "Analysis board" });
    assert.equal(await link.count(), 0);
    await page.getByRole("button", { name: "Show the solution" }).click();
    await link.click();
    await page
      .locator(".tree button.move:not(.start-position)")
      .nth(solution.length - 1)
      .waitFor();
    const moves = new URLSearchParams(page.url().split("?")[1]).get("moves");
    assert.equal(moves, solution.join("."));
    await page.locator(".tree .start-position[aria-current]").waitFor();
  });
});

test("a wrong move is taken back with a word, ends the streak, and the solution can be seen", async () => {
  await withPage(browser, server.url, async (page) => {
    await open(page);
    for (const name of ["Gomoku", "Renju"] as const) {
      const puzzle = await puzzleAfter(page, () => choose(page, name));
      await play(page, await wrongMove(page, puzzle));
      await says(page, /Not this one/);
      assert.equal(await streak(page), "In a row: 0, best: 0");
      await page.getByRole("button", { name: "Show the solution" }).click();
      await says(page, /This is the solution/);
      await picture(page, `puzzle-${name.toLowerCase()}`);
    }
  });
});

for (const [screen, size] of [
  ["desktop", {}],
  ["phone", PHONE],
] as const) {
  test(`axe finds no violations in a puzzle: ${screen}`, async () => {
    const options = { ...size, bypassCSP: true };
    await withPage(
      browser,
      server.url,
      async (page) => {
        const puzzle = await open(page);
        await isAccessible(page, "puzzle");
        await play(page, await wrongMove(page, puzzle));
        await says(page, /Not this one/);
        await isAccessible(page, "a wrong move");
        await pictures(page, `puzzle-${screen}`);
      },
      options,
    );
  });
}

test("after a failed first load the next puzzle can be asked for", async (t) => {
  const { page } = await visitor(t, browser);
  await page.route("**/v1/puzzles/next?*", (route) => route.abort(), { times: 1 });
  await page.goto(`${server.url}/#/puzzles`);
  await page.getByText("There is no puzzle on the board.").waitFor();
  await nextPuzzle(page);
});

test("a puzzle has an address, which opens it in another browser and says when it is gone", async (t) => {
  const sender = await visitor(t, browser);
  await sender.page.goto(`${server.url}/#/puzzles`);
  await says(sender.page, /Find the only move/);
  const link = await sender.page.getByLabel("Link to this puzzle").inputValue();
  assert.match(link, /\/p\/[0-9a-f]+$/);
  const goal = await sender.page.locator(".puzzle .task").textContent();
  const { page, complaints } = await visitor(t, browser);
  await page.goto(link);
  await says(page, /Find the only move/);
  assert.equal(await page.locator(".puzzle .task").textContent(), goal);
  assert.equal(new URL(page.url()).hash, `#/puzzles/${link.split("/").pop()}`);
  const before = page.url();
  await page.getByRole("button", { name: "Next puzzle" }).click();
  await page.waitForFunction((before) => location.href !== before, before);
  assert.deepEqual(complaints, []);
  await page.goto(`${server.url}/p/0123`);
  await page.locator(".notice", { hasText: "There is no puzzle" }).waitFor();
});
