// The front page: running games on top, the ways to all places, and the last games.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { isAccessible } from "./support/accessible";
import { gameId, isReady, PHONE, picture, play, status, waitForMoves, withPage } from "./support/browser";
import { startPair, visitor } from "./support/people";
import { browser, server } from "./support/stage";

/** Waits until this browser has kept the moves of the game on the board. */
const isKept = (page: Page, moves: number) =>
  page.waitForFunction(
    ([id, count]) =>
      JSON.parse(localStorage.getItem(`duiyi.game.${id}`) ?? '{"moves":[]}').moves.length === count,
    [gameId(page), moves] as const,
  );

const TEXTS = [
  {
    locale: "en-US",
    heading: "Continue your game",
    game: /Xiangqi · Engine, level 3\s*Your move/,
    first: "Central cannon",
    places: ["Play", "Learn", "Puzzles", "Analysis", "Watch"],
  },
  {
    locale: "zh-CN",
    heading: "继续对局",
    game: /象棋 · 电脑 3 级\s*轮到你走/,
    first: "中炮",
    places: ["对局", "学棋", "做题", "分析", "观战"],
  },
];

for (const { locale, heading, game, first, places } of TEXTS) {
  test(`a new tab offers the running game first, and one click still makes the first move: ${locale}`, async (t) => {
    const { page, complaints } = await visitor(t, browser, { locale });
    await page.goto(server.url);
    await isReady(page);
    assert.equal(await page.locator(".continue").count(), 0);
    await play(page, "h2e2");
    await waitForMoves(page, 2);
    await isKept(page, 2);
    const id = gameId(page);
    const other = await page.context().newPage();
    await other.goto(server.url);
    await isReady(other);
    const section = other.getByRole("region", { name: heading });
    // It comes before everything else in the page.
    assert.ok(await section.evaluate((element) => element.matches("main > :first-child")));
    await picture(other, `front-${locale}`);
    await isAccessible(other, `front page, ${locale}`);
    await section.getByRole("link", { name: game }).click();
    await waitForMoves(other, 2);
    assert.equal(gameId(other), id);
    await other.goto(`${server.url}/?again`);
    await other.getByRole("button", { name: first }).click();
    await waitForMoves(other, 2);
    assert.notEqual(gameId(other), id);
    assert.deepEqual(complaints, []);
  });

  test(`the header leads to every place, also on a phone, and the API is in the footer: ${locale}`, async (t) => {
    const { page } = await visitor(t, browser, { locale });
    await page.goto(server.url);
    await isReady(page);
    const links = page.locator("header nav a");
    assert.deepEqual(await links.allTextContents(), places);
    assert.deepEqual(await page.locator(".tiles a").allTextContents(), places);
    assert.equal(await page.locator('header a[href="/docs"]').count(), 0);
    assert.equal(await page.locator('footer a[href="/docs"]').count(), 1);
    for (const [index, place] of ["", "learn", "puzzles", "analysis", "watch"].entries()) {
      await links.nth(index).click();
      await page.waitForURL(({ hash }) => (place ? hash.startsWith(`#/${place}`) : /^(#\/)?$/.test(hash)));
      await page
        .locator("header nav [aria-current=page]")
        .filter({ hasText: places[index] ?? "" })
        .waitFor();
    }
    const phone = await visitor(t, browser, { ...PHONE, locale });
    await phone.page.goto(server.url);
    await isReady(phone.page);
    const menu = phone.page.locator("header .places button");
    assert.equal(await menu.getAttribute("aria-expanded"), "false");
    await menu.tap();
    await phone.page.locator("header nav a").last().tap();
    await phone.page.getByRole("heading", { name: places.at(-1) ?? "", exact: true }).waitFor();
    await phone.page.locator("header nav").waitFor({ state: "hidden" });
    await menu.tap();
    await phone.page.keyboard.press("Escape");
    await phone.page.locator("header nav").waitFor({ state: "hidden" });
  });
}

test("every running game says whose move it is, also after a move that was made while the page was closed", async (t) => {
  const { first: red, second: black } = await startPair(t, browser, server.url);
  await play(red.page, "h2e2");
  await waitForMoves(red.page, 1);
  await waitForMoves(black.page, 1);
  await isKept(red.page, 1);
  const { page } = red;
  await page.goto(`${server.url}/?later`);
  await page
    .locator(".continue a", { hasText: "Xiangqi · Friend" })
    .filter({ hasText: "Their move" })
    .waitFor();
  // The front page does not show its user as present in the game.
  await black.page.locator(".connection.away").waitFor({ timeout: 40_000 });
  await play(black.page, "h9g7");
  await waitForMoves(black.page, 2);
  await page.goto(`${server.url}/?later-still`);
  await page.locator(".continue a.mine", { hasText: "Your move" }).waitFor();
});

test("a game that the server does not have any more is not offered", async (t) => {
  const { page } = await visitor(t, browser);
  await page.goto(server.url);
  await isReady(page);
  await play(page, "h2e2");
  await waitForMoves(page, 2);
  await isKept(page, 2);
  await page.evaluate(() => {
    const gone = "00000000-0000-4000-8000-000000000000";
    const games = JSON.parse(localStorage.getItem("duiyi.games") ?? "[]");
    localStorage.setItem(`duiyi.game.${gone}`, localStorage.getItem(`duiyi.game.${games[0].id}`) ?? "");
    localStorage.setItem("duiyi.games", JSON.stringify([{ ...games[0], id: gone }, ...games]));
  });
  await page.goto(`${server.url}/?again`);
  await isReady(page);
  await page.waitForFunction(() => document.querySelectorAll(".continue a").length === 1);
});

test("the front page lists the last games with their results", async () => {
  await withPage(browser, server.url, async (page) => {
    await play(page, "h2e2");
    await waitForMoves(page, 2);
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Yes, resign" }).click();
    await status(page).filter({ hasText: "Black wins" }).waitFor();
    await page.waitForFunction(
      (id) => localStorage.getItem(`duiyi.game.${id}`)?.includes('"won"'),
      gameId(page),
    );
    await page.goto(`${server.url}/?again`);
    await isReady(page);
    await page
      .getByRole("region", { name: "Your games" })
      .getByText("Xiangqi · Engine, level 3 · lost")
      .waitFor();
    assert.equal(await page.locator(".continue").count(), 0);
  });
});

test("a game is watched by its link, and found again among those that were watched", async (t) => {
  const created = await fetch(`${server.url}/v1/games`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      ruleset: "xiangqi",
      seats: true,
      players: { red: { kind: "human", name: "Hu Ronghua" }, black: { kind: "human", name: "Yang Guanlin" } },
    }),
  });
  const { id } = (await created.json()) as { id: string };
  const { page, complaints } = await visitor(t, browser);
  await page.goto(`${server.url}/#/watch`);
  const link = page.getByLabel("Link of the game");
  await link.fill("xyz");
  await page.getByRole("button", { name: "Watch" }).click();
  await page.getByRole("alert").filter({ hasText: "no link of a game" }).waitFor();
  await link.fill(`${server.url}/g/${id}`);
  await page.getByRole("button", { name: "Watch" }).click();
  await page.locator(".strip.bottom .who", { hasText: "Hu Ronghua" }).waitFor();
  await page.locator(".strip.top .who", { hasText: "Yang Guanlin" }).waitFor();
  await page.locator("header nav a", { hasText: "Watch" }).click();
  const watched = page.getByRole("link", { name: "Xiangqi · Hu Ronghua – Yang Guanlin" });
  await watched.waitFor();
  await picture(page, "watch");
  await isAccessible(page, "watch");
  await watched.click();
  await page.waitForURL(`${server.url}/#/g/${id}`);
  assert.deepEqual(complaints, []);
});
