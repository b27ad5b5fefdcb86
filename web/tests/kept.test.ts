// What is kept: evaluations, the list of games, games that the server has lost, and running games beside new settings.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import {
  choose,
  chooseSoundEngine,
  gameId,
  isReady,
  openTab,
  play,
  reviewed,
  showEvaluation,
  status,
  tap,
  waitForMoves,
  withPage,
} from "./support/browser";
import { visitor } from "./support/people";
import { browser, server } from "./support/stage";

const evaluation = async (page: Page): Promise<number> =>
  Number(await page.getByRole("meter").getAttribute("aria-valuenow"));

const deleteGame = async (page: Page, url: string): Promise<void> => {
  const id = gameId(page);
  const token = await page.evaluate(
    (id) =>
      Object.values<string>(
        JSON.parse(localStorage.getItem("duiyi.games") ?? "[]").find((game: { id: string }) => game.id === id)
          .tokens,
      )[0],
    id,
  );
  const response = await fetch(`${url}/v1/games/${id}`, {
    method: "DELETE",
    headers: { Authorization: `Bearer ${token}` },
  });
  assert.equal(response.status, 204);
};

test("a game that the server has lost is made again from its moves with one click", async (t) => {
  const { page } = await visitor(t, browser);
  await page.goto(server.url);
  await isReady(page);
  await page.getByLabel("Level").selectOption("20");
  await play(page, "h2e2");
  await waitForMoves(page, 2);
  const lost = gameId(page);
  await page.waitForFunction((id) => localStorage.getItem(`duiyi.game.${id}`)?.includes("h2e2"), lost);
  await deleteGame(page, server.url);
  await page.getByText("no longer on the server").waitFor();
  await tap(page, "h0");
  await page.locator(".notice").filter({ hasText: "no longer on the server" }).waitFor();
  // The same after a reload, when the page knows nothing but the address.
  await page.goto("about:blank");
  await page.goto(`${server.url}/#/g/${lost}`);
  await page.locator('[data-point=e2][aria-label*="Red cannon"]').waitFor();
  await page.getByRole("button", { name: "Make it again from its moves" }).first().click();
  await waitForMoves(page, 2);
  assert.notEqual(gameId(page), lost);
  await play(page, "h0g2");
  await waitForMoves(page, 4);
});

test("an unknown game leads on to a new one", async (t) => {
  const { page } = await visitor(t, browser);
  await page.goto(`${server.url}/#/g/00000000-0000-4000-8000-000000000000`);
  await page.locator(".start").waitFor();
  await tap(page, "h2");
  await page.locator(".notice").filter({ hasText: "no longer on the server" }).waitFor();
  await page.locator(".start").getByRole("button", { name: "New game" }).click();
  await page.getByRole("button", { name: "Central cannon" }).click();
  await waitForMoves(page, 2);
});

test("the list of games names the opponent and the result, also after the browser was closed", async () => {
  await withPage(browser, server.url, async (page) => {
    await page.getByLabel("Level").selectOption("3");
    await play(page, "h2e2");
    await waitForMoves(page, 2);
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Yes, resign" }).click();
    await page.locator(".start").getByRole("button", { name: "New game" }).click();
    await page.getByRole("button", { name: "Central cannon" }).waitFor();
    await page.waitForFunction(() =>
      Object.keys(localStorage).some((key) => localStorage.getItem(key)?.includes('"won"')),
    );
    const other = await page.context().newPage();
    await other.goto(server.url);
    await other.getByText("Your games", { exact: true }).click();
    await other.getByRole("link", { name: "Xiangqi · Engine, level 3 · lost" }).click();
    await status(other).filter({ hasText: "Black wins: resignation" }).waitFor();
    await waitForMoves(other, 2);
  });
});

test("after a reload and after Back the game opens on its moves with its evaluations", async () => {
  await withPage(browser, server.url, async (page) => {
    await openTab(page, "Record");
    await page.getByLabel("A record, a list of moves").fill("h2e2 h9g7 h0g2 i9h9 i0h0");
    await page.getByRole("button", { name: "Load" }).click();
    await waitForMoves(page, 5);
    await openTab(page, "Analysis");
    await page.getByRole("button", { name: "Review the game" }).click();
    await reviewed(page);
    const known = await evaluation(page);
    const curve = await page.locator(".graph .curve").getAttribute("d");
    await page.reload();
    await waitForMoves(page, 5);
    assert.equal(await evaluation(page), known);
    assert.equal(await page.locator(".graph .curve").getAttribute("d"), curve);
    await page.locator("header a").first().click();
    await page.getByRole("button", { name: "Central cannon" }).waitFor();
    await page.goBack();
    await waitForMoves(page, 5);
    assert.equal(await page.locator(".graph .curve").getAttribute("d"), curve);
  });
});

/** Holds reports of a search back until the test releases them, as a slow connection does. */
const DELAYED_REPORTS = `
  const passed = (window.passed = []);
  window.release = () => {};
  const released = new Promise((resolve) => (window.release = resolve));
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const response = await send(input, init);
    if (!String(input).endsWith("/events") || !response.body) return response;
    const gate = new TransformStream({
      async transform(chunk, controller) {
        if (chunk.includes('"event":"thinking"')) await released;
        controller.enqueue(chunk);
        passed.push(chunk);
      },
    });
    const body = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(gate);
    return new Response(body.pipeThrough(new TextEncoderStream()), { headers: response.headers });
  };
`;

test("a search that is reported late does not change the evaluation of a later position", async () => {
  await withPage(browser, server.url, async (page) => {
    await page.addInitScript(DELAYED_REPORTS);
    await page.reload();
    await isReady(page);
    await chooseSoundEngine(page, "500");
    await openTab(page, "Record");
    // Red is two chariots up.
    await page.getByLabel("A record, a list of moves").fill("3k5/4a4/9/9/9/9/9/R8/7R1/4K4 w");
    await page.getByRole("button", { name: "Load" }).click();
    await page.locator('[data-point=h1][aria-label*="Red chariot"]').waitFor();
    await showEvaluation(page);
    await play(page, "h1h2");
    await waitForMoves(page, 2);
    await page.locator(".connection.here").first().waitFor();
    await play(page, "h2h3");
    await waitForMoves(page, 4);
    const before = await evaluation(page);
    assert.ok(before > 80, `${before}`);
    await page.evaluate("release()");
    await page.waitForFunction(() =>
      (window as unknown as { passed: string[] }).passed.some((chunk) =>
        chunk.includes('"event":"thinking"'),
      ),
    );
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
    assert.ok((await evaluation(page)) > 80, `${await evaluation(page)}`);
  });
});

test("a choice in New game leaves the running game alone, and the game after it follows the choice", async () => {
  await withPage(browser, server.url, async (page) => {
    await play(page, "h2e2");
    await waitForMoves(page, 2);
    const id = gameId(page);
    await openTab(page, "New game");
    await choose(page, "Gomoku");
    await page.getByLabel("Level").selectOption("1");
    assert.equal(gameId(page), id);
    await openTab(page, "Moves");
    await waitForMoves(page, 2);
    await openTab(page, "New game");
    await page.locator(".panel").getByRole("button", { name: "New game" }).click();
    await page.locator("[data-point=o15]").waitFor();
    await page.goBack();
    await waitForMoves(page, 2);
    assert.equal(gameId(page), id);
  });
});
