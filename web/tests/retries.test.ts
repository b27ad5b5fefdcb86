// Responses that are lost or late, and moves that are chosen while another request runs.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import {
  choose,
  hold,
  isReady,
  movesShown,
  openTab,
  play,
  tap,
  waitForMoves,
  withPage,
} from "./support/browser";
import { visitor } from "./support/people";
import { browser, server } from "./support/stage";

/** The server carries the next request to a URL out, and its response is lost. */
const lose = (page: Page, url: string) =>
  page.route(
    url,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

const tryAgain = async (page: Page): Promise<void> => {
  await page.locator(".notice", { hasText: "cannot be reached" }).waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator(".notice").waitFor({ state: "detached" });
};

const numberOfGames = async (): Promise<number> => {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^duiyi_games(?:\{[^}]*\})? (\d+)/m.exec(metrics)?.[1]);
};

/** Resolves when the game at `url` has this number of moves on the server. */
const hasMoves = async (page: Page, url: string, count: number): Promise<void> => {
  const game = (await (await page.request.get(url)).json()) as { ply: number };
  if (game.ply < count) await hasMoves(page, url, count);
};

const loadRecord = async (page: Page, record: string): Promise<void> => {
  await openTab(page, "Record");
  await page.getByLabel("A record, a list of moves").fill(record);
  await page.getByRole("button", { name: "Load" }).click();
};

test("an undo whose response was lost is carried out once", async (t) => {
  const { page } = await visitor(t, browser);
  const made = await page.request.post(`${server.url}/v1/games`, {
    data: { ruleset: "xiangqi", moves: ["h2e2", "h9g7", "h0g2"] },
  });
  await page.goto(`${server.url}/#/g/${((await made.json()) as { id: string }).id}`);
  await waitForMoves(page, 3);
  await lose(page, "**/undo");
  const undone = page.waitForResponse((response) => response.url().endsWith("/undo"));
  await page.getByRole("button", { name: "Undo" }).click();
  await tryAgain(page);
  assert.equal((await undone).headers()["idempotency-replayed"], "true");
  await waitForMoves(page, 2);
});

test("a game whose creation was answered into the void is created once, and its move is played once", async (t) => {
  const { page } = await visitor(t, browser);
  await page.goto(server.url);
  await isReady(page);
  const before = await numberOfGames();
  await lose(page, "**/v1/games");
  await play(page, "h2e2");
  await page.locator(".notice", { hasText: "cannot be reached" }).waitFor();
  await lose(page, "**/moves");
  await page.getByRole("button", { name: "Try again" }).click();
  await tryAgain(page);
  await waitForMoves(page, 2);
  assert.equal(await movesShown(page).first().textContent(), "h2e2");
  assert.equal(await numberOfGames(), before + 1);
});

test("a stream that opens while the engine replies does not hide that the move's response was lost", async (t) => {
  const { page } = await visitor(t, browser);
  await page.goto(server.url);
  await isReady(page);
  await page.getByLabel("Level").selectOption("20");
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  await page.route("**/events", (route) => opened.then(() => route.continue()));
  await page.route(
    "**/moves",
    async (route) => {
      const answered = route.fetch();
      await hasMoves(page, route.request().url().replace("/moves", ""), 1);
      open();
      await answered;
      await route.abort();
    },
    { times: 1 },
  );
  // No opening book knows this move, so the engine has to search for its reply.
  await play(page, "a0a1");
  await tryAgain(page);
  await waitForMoves(page, 2);
});

test("a move that is chosen while a hint is searched stands on the board at once, and the next one waits", async () => {
  await withPage(browser, server.url, async (page) => {
    const late = await hold(page, "**/v1/analysis");
    await page.getByRole("button", { name: "Hint" }).click();
    await late.isHeld;
    await play(page, "h2e2");
    await page.locator('[data-point=e2][aria-label*="cannon"]').waitFor();
    await tap(page, "b2");
    await page.locator(".notice", { hasText: "Please wait" }).waitFor();
    await late.release();
    await waitForMoves(page, 2);
    assert.equal(await movesShown(page).first().textContent(), "h2e2");
  });
});

test("a game that is created late does not call the user back from another page", async () => {
  await withPage(browser, server.url, async (page) => {
    await choose(page, "Black");
    const late = await hold(page, "**/v1/games");
    await page.getByRole("button", { name: "Let the engine begin" }).click();
    await late.isHeld;
    await page.getByRole("button", { name: "Puzzles" }).click();
    await late.release();
    assert.match(page.url(), /#\/puzzles(\/|$)/);
    // The game waits in the list.
    await page.goBack();
    await page.getByText("Your games", { exact: true }).click();
    await page.locator(".games a").first().click();
    await openTab(page, "Moves");
    await waitForMoves(page, 1);
  });
});

test("a move that creates its game late leaves the next board alone", async () => {
  await withPage(browser, server.url, async (page) => {
    const late = await hold(page, "**/v1/games");
    const sent = page.waitForResponse("**/moves");
    await play(page, "h2e2");
    await late.isHeld;
    await page.getByRole("button", { name: "Puzzles" }).click();
    await late.release();
    await sent;
    await page.goBack();
    await play(page, "b2e2");
    await waitForMoves(page, 2);
    assert.equal(await movesShown(page).first().textContent(), "b2e2");
  });
});

test("an imported game shows nothing of the game that was on the board", async () => {
  await withPage(browser, server.url, async (page) => {
    await choose(page, "Two people here");
    await play(page, "h2e2");
    await waitForMoves(page, 1);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".hint").waitFor();
    await play(page, "h9g7");
    await waitForMoves(page, 2);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".hint").waitFor();
    await page.locator(".graph .curve").waitFor();
    await loadRecord(page, "a3a4 a6a5 c3c4");
    await waitForMoves(page, 3);
    assert.equal(await page.locator(".graph .curve").count(), 0);
  });
});

test("moves on one line with a drawn result are no position", async () => {
  await withPage(browser, server.url, async (page) => {
    await loadRecord(page, "h2e2 h9g7 1/2-1/2");
    await waitForMoves(page, 2);
  });
});
