// The archive of own games, and the page without a network.
import { test } from "node:test";
import type { Page } from "playwright-core";
import { isAccessible } from "./support/accessible";
import { gameId, isReady, movesShown, person, picture, play, status, waitForMoves } from "./support/browser";
import { visitor } from "./support/people";
import { browser, server } from "./support/stage";

const file = (page: Page) => page.locator("input[type=file]");

/** A file with games of long ago, which the server does not have any more. */
function oldGames(count: number): Buffer {
  const start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
  const settings = {
    ruleset: "xiangqi",
    options: {},
    start_fen: start,
    moves: ["h2e2", "h9g7"],
    clock: null,
  };
  const result = { status: "won", winner: "red", turn: null, mine: ["red"], hints: true, private: false };
  const games = [...Array(count).keys()].map((number) => {
    const players = { red: { kind: "human" }, black: { kind: "human", name: `Rival ${number}` } };
    const id = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
    return { id, at: "2024-05-06T00:00:00Z", kept: { ...settings, ...result, players, chances: [] } };
  });
  return Buffer.from(JSON.stringify({ format: "duiyi-games", version: 1, games }));
}

async function playAGame(page: Page): Promise<string> {
  await page.goto(`${server.url}/?another`);
  await isReady(page);
  await play(page, "h2e2");
  await waitForMoves(page, 2);
  // The page keeps a game a moment after its last change.
  await page.waitForTimeout(600);
  return gameId(page);
}

test("all own games are found by a search, and move to another browser as one file", async (t) => {
  const { page } = await visitor(t, browser, { bypassCSP: true });
  await playAGame(page);
  await page.goto(`${server.url}/?again`);
  await isReady(page);
  await page.getByRole("link", { name: "All your games" }).click();
  await page.getByText("1 of 1 game").waitFor();
  await file(page).setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await page.locator(".notice", { hasText: "This is no file of exported games" }).waitFor();
  await file(page).setInputFiles({ name: "old.json", mimeType: "application/json", buffer: oldGames(300) });
  await page.getByText("301 of 301 games").waitFor();
  await isAccessible(page, "all games");
  await page.getByLabel("Search").fill("rival 29 won");
  await page.getByText("13 of 301 games").waitFor();
  await picture(page, "archive");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export all" }).click();
  const path = await (await download).path();
  const other = await visitor(t, browser);
  await other.page.goto(`${server.url}/#/games`);
  await other.page.getByText("0 of 0 games").waitFor();
  await file(other.page).setInputFiles(path);
  await other.page.getByText("301 of 301 games").waitFor();
  // The server does not have this one any more.
  await other.page.getByLabel("Search").fill("Rival 299");
  await other.page.getByRole("link", { name: /Rival 299/ }).click();
  await other.page.getByText("This game is no longer on the server").first().waitFor();
});

test("without a network the page opens with its games and the analysis that were there, and comes back by itself", async (t) => {
  const someone = await person(browser, { serviceWorkers: "allow" });
  t.after(() => someone.close());
  const { page } = someone;
  await page.goto(server.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  // The worker keeps the parts of the page that are loaded under its control.
  await page.goto(`${server.url}/#/analysis`);
  await page.reload();
  await page.locator(".tree").waitFor();
  const id = await playAGame(page);
  await page.context().setOffline(true);
  await page.goto("about:blank");
  await page.goto(`${server.url}/#/g/${id}`);
  await movesShown(page).nth(1).waitFor();
  await page.getByRole("button", { name: "One move back" }).click();
  await status(page).filter({ hasText: "After move 1 (Red)" }).waitFor();
  await picture(page, "offline-game");
  await page.goto(`${server.url}/#/analysis`);
  await page.locator(".tree").waitFor();
  await page.goto(`${server.url}/#/g/${id}`);
  await movesShown(page).nth(1).waitFor();
  await page.context().setOffline(false);
  await page.locator("button.action:enabled").filter({ hasText: "Undo" }).waitFor();
});

test("an installed page has puzzles for the time without a network", async (t) => {
  const { page } = await visitor(t, browser);
  await page.addInitScript(() => {
    const ask = window.matchMedia.bind(window);
    window.matchMedia = (query) => ask(query.includes("standalone") ? "all" : query);
  });
  let asked = 0;
  const isStocked = page.waitForResponse((response) => {
    if (response.url().includes("/v1/puzzles/next")) asked += 1;
    return asked >= 4;
  });
  await page.goto(`${server.url}/#/puzzles`);
  const says = (text: string) => page.locator(".puzzle .verdict", { hasText: text }).waitFor();
  await says("Find the only move");
  await isStocked;
  await page.context().setOffline(true);
  const before = page.url();
  await page.getByRole("button", { name: "Next puzzle" }).click();
  await page.waitForFunction((address) => location.href !== address, before);
  await says("Find the only move");
  await page.getByRole("button", { name: "Show the solution" }).click();
  await says("This is the solution");
});
