// Runs axe on every view, in both themes, on a desktop and on a phone.
import { test } from "node:test";
import { isAccessible, pictures } from "./support/accessible";
import {
  choose,
  chooseGame,
  gameId,
  isReady,
  openTab,
  PHONE,
  play,
  reviewed,
  tap,
  waitForMoves,
  withPage,
} from "./support/browser";
import { visitor } from "./support/people";
import { browser, server } from "./support/stage";

for (const [screen, size] of [
  ["desktop", {}],
  ["phone", PHONE],
] as const) {
  test(`axe finds no violations: ${screen}`, async () => {
    // The page's content security policy blocks the injected axe script.
    const options = { ...size, bypassCSP: true };
    await withPage(
      browser,
      server.url,
      async (page) => {
        await isAccessible(page, "home");
        await page.getByText("More rules").click();
        await tap(page, "h2");
        await isAccessible(page, "a selected piece");
        await tap(page, "e2");
        await waitForMoves(page, 2);
        await page.getByRole("button", { name: "Hint" }).click();
        await page.locator(".hint").waitFor();
        await isAccessible(page, "moves");
        await pictures(page, `moves-${screen}`);
        await openTab(page, "Analysis");
        await page.getByLabel("Analyze this position").check();
        await page.locator(".finding ol li").nth(1).waitFor();
        await isAccessible(page, "analysis");
        await page.getByRole("button", { name: "Review the game" }).click();
        await reviewed(page);
        await isAccessible(page, "review");
        await page.getByLabel("Analyze this position").uncheck();
        await openTab(page, "Record");
        await tap(page, "e9");
        await page.locator(".notice").waitFor();
        await isAccessible(page, "record and notice");
        await page.getByRole("button", { name: "Resign" }).click();
        await isAccessible(page, "resigning");
        await openTab(page, "New game");
        await page.locator(".panel").getByRole("button", { name: "New game" }).click();
        await chooseGame(page, "Gomoku");
        await tap(page, "h8");
        await waitForMoves(page, 2);
        await isAccessible(page, "gomoku");
        await pictures(page, `gomoku-${screen}`);
        await openTab(page, "New game");
        await page.getByRole("button", { name: "Set up a position" }).click();
        await page.locator(".verdict").waitFor();
        await isAccessible(page, "editor");
      },
      options,
    );
  });

  test(`axe finds no violations before and after games: ${screen}`, async (t) => {
    const { page } = await visitor(t, browser, { ...size, bypassCSP: true });
    await page.goto(`${server.url}/#/g/00000000-0000-4000-8000-000000000000`);
    await page.locator(".start").waitFor();
    await isAccessible(page, "an unknown game");
    await page.goto(server.url);
    await isReady(page);
    await play(page, "h2e2");
    await waitForMoves(page, 2);
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Yes, resign" }).click();
    await page.locator(".status .result").waitFor();
    await isAccessible(page, "a finished game with its result");
    await page.waitForFunction(() =>
      Object.keys(localStorage).some((key) => localStorage.getItem(key)?.includes('"won"')),
    );
    const id = gameId(page);
    await page.route(`**/v1/games/${id}*`, (route) =>
      route.continue({ url: `${server.url}/v1/games/00000000-0000-4000-8000-000000000000` }),
    );
    await page.goto("about:blank");
    await page.goto(`${server.url}/#/g/${id}`);
    await page.getByRole("button", { name: "Make it again" }).waitFor();
    await isAccessible(page, "a lost game");
    await page.locator("header a").first().click();
    await isReady(page);
    await chooseGame(page, "Renju");
    await choose(page, "Two people here");
    await page.getByText("More rules").click();
    await page.getByLabel("Opening").selectOption("taraguchi10");
    await tap(page, "h8");
    await page.getByRole("group", { name: "Opening: what will you do?" }).waitFor();
    await isAccessible(page, "the choices of an opening");
  });
}
