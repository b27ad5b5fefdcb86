// What a review teaches: the opening's name, what a mistake overlooked, and another try from before it.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  choose,
  chooseGame,
  openTab,
  picture,
  play,
  reviewed,
  tap,
  waitForMoves,
  withPage,
} from "./support/browser";
import { ndjson } from "./support/ndjson";
import { browser, server } from "./support/stage";

test("a review says what a mistake overlooked and lets one try again", async () => {
  const body = { ruleset: "xiangqi", moves: ["h2e2", "h9g7", "e2e6", "g7e6"] };
  const created = await fetch(`${server.url}/v1/games`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { id } = (await created.json()) as { id: string };
  await withPage(browser, `${server.url}/#/g/${id}`, async (page) => {
    await openTab(page, "Moves");
    await page.getByText("Central Cannon", { exact: true }).waitFor();
    await openTab(page, "Analysis");
    await page.getByRole("button", { name: "Review the game" }).click();
    const mistake = page.locator(".mistakes li", { hasText: "Loses the cannon on e6." });
    await reviewed(page);
    await mistake.waitFor();
    await picture(page, "lesson");
    await mistake.getByRole("button", { name: "Try again here" }).click();
    assert.match(page.url(), /#\/$/);
    // The cannon stands in the center again, and it is Red's turn.
    await page.locator('[data-point="e2"][aria-label*="cannon"]').waitFor();
  });
});

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w";

/** A review that finds one blunder, so that no result depends on a real search. */
const reviewOf = (ply: number, side: string, move: string, better: string): string => {
  const found = {
    ...{ ply, side, move, chinese: move, wxf: move, label: "blunder", oversight: null },
    ...{ score_before: 0, score_after: -600, best_move: better, best_line: [better], loss: 0.4 },
  };
  return ndjson([
    { event: "ply", data: found },
    { event: "end", data: { reason: "done" } },
  ]);
};

test("another try is played by the rules of the reviewed game, from its start, against its engine", async () => {
  const options = { repetition: "tiantian", repetition_penalty: "lose", no_capture_limit: 60 };
  const engine = { kind: "engine", level: 7, limits: { time_ms: 300 } };
  const game = {
    ...{ ruleset: "xiangqi", options, fen: `${START} - - 0 1`, moves: ["h2e2", "h9g7", "e2e6", "g7e6"] },
    players: { black: engine },
  };
  const created = await fetch(`${server.url}/v1/games`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(game),
  });
  const { id } = (await created.json()) as { id: string };
  await withPage(browser, `${server.url}/#/g/${id}`, async (page) => {
    await page.route("**/review", (route) =>
      route.fulfill({
        headers: { "content-type": "application/x-ndjson" },
        body: reviewOf(3, "red", "e2e6", "h0g2"),
      }),
    );
    await openTab(page, "Analysis");
    await page.getByRole("button", { name: "Review the game" }).click();
    await page.getByRole("button", { name: "Try again here" }).click();
    await page.locator('[data-point="e2"][aria-label*="cannon"]').waitFor();
    await openTab(page, "New game");
    assert.equal(await page.getByRole("combobox", { name: "Level", exact: true }).inputValue(), "7");
    assert.equal(await page.getByRole("combobox", { name: "Time per move" }).inputValue(), "300");
    const request = page.waitForRequest((sent) => sent.method() === "POST" && sent.url().endsWith("/games"));
    await play(page, "h0g2");
    const body = (await request).postDataJSON();
    assert.deepEqual(body.options, options);
    assert.equal(body.fen.split(" ")[0], START.split(" ")[0]);
    assert.deepEqual(body.moves, ["h2e2", "h9g7"]);
    assert.deepEqual(body.players, { black: engine });
    await page.locator(".strip", { hasText: "Level 7" }).waitFor();
  });
});

test("a game of two people on one screen is tried again by two people, with its opening rule", async () => {
  await withPage(browser, server.url, async (page) => {
    await chooseGame(page, "Gomoku");
    await choose(page, "Two people here");
    await page.getByText("More rules").click();
    await page.getByRole("combobox", { name: "Board" }).selectOption("13");
    await page.locator("[data-point=n13]").waitFor({ state: "detached" });
    await page.getByRole("combobox", { name: "Opening" }).selectOption("swap");
    for (const [index, point] of ["g7", "h8", "a1"].entries()) {
      await tap(page, point);
      await waitForMoves(page, index + 1);
    }
    await page.getByRole("button", { name: "Keep colors" }).click();
    await waitForMoves(page, 4);
    await tap(page, "g8");
    await waitForMoves(page, 5);
    await tap(page, "a13");
    await waitForMoves(page, 6);
    await page.route("**/review", (route) =>
      route.fulfill({
        headers: { "content-type": "application/x-ndjson" },
        body: reviewOf(6, "black", "a13", "g6"),
      }),
    );
    // The settings of the next game have changed since.
    await openTab(page, "New game");
    await choose(page, "Renju");
    await choose(page, "Engine");
    await openTab(page, "Analysis");
    await page.getByRole("button", { name: "Review the game" }).click();
    const request = page.waitForRequest(
      (sent) => sent.url().endsWith("/positions") && sent.postDataJSON().moves?.length === 5,
    );
    await page.getByRole("button", { name: "Try again here" }).click();
    const { options, moves } = (await request).postDataJSON();
    assert.deepEqual(options, { opening: "swap", board_size: 13 });
    assert.ok(moves.includes("stay"));
    await openTab(page, "New game");
    await page.getByRole("radio", { name: "Two people here", checked: true }).waitFor();
    await tap(page, "g6");
    await waitForMoves(page, 6);
    assert.equal(await page.locator(".strip", { hasText: "engine" }).count(), 0);
  });
});

test("a renju opening has its name in both languages", async () => {
  const created = await fetch(`${server.url}/v1/games`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ruleset: "renju", moves: ["h8", "g8", "g9"] }),
  });
  const { id } = (await created.json()) as { id: string };
  await withPage(browser, `${server.url}/#/g/${id}`, async (page) => {
    await openTab(page, "Moves");
    await page.getByText("Kagetsu").waitFor();
    await page.getByRole("combobox", { name: "Language" }).selectOption("zh");
    await page.getByText("花月").waitFor();
  });
});
