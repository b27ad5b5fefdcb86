// A review to trust: kept over a reload, the same each time, with better lines to play on the board.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { openTab, PHONE, picture, reviewed, status, waitForMoves, withPage } from "./support/browser";
import { browser, server } from "./support/stage";

/** Red loses a chariot for nothing at the fifth ply. */
const MOVES = ["a0a1", "h9g7", "a1d1", "a9a8", "d1d9", "e9d9"];

async function createGame(moves: string[], more: object = {}): Promise<string> {
  const created = await fetch(`${server.url}/v1/games`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ruleset: "xiangqi", moves, ...more }),
  });
  return ((await created.json()) as { id: string }).id;
}

async function openReview(page: Page, count: number): Promise<void> {
  await waitForMoves(page, count);
  await openTab(page, /Analysis|分析/);
  await page.getByRole("button", { name: /Review the game|复盘/ }).click();
  await reviewed(page);
}

const lineOfChariot = (page: Page) =>
  page.locator(".mistakes li", { hasText: "3. d1d9" }).locator(".pv button");

test("a reload shows the review again, and another review gives the same labels", async () => {
  const id = await createGame(MOVES);
  await withPage(browser, `${server.url}/#/g/${id}`, async (page) => {
    await openReview(page, MOVES.length);
    const labels = async () => {
      await reviewed(page);
      return page.locator(".mistakes li, .accuracy dd").allTextContents();
    };
    const found = await labels();
    let reviews = 0;
    page.on("request", (request) => (reviews += Number(request.url().endsWith("/review"))));
    await page.reload();
    await waitForMoves(page, MOVES.length);
    await openTab(page, "Analysis");
    assert.deepEqual(await labels(), found);
    assert.equal(reviews, 0);
    await page.getByRole("button", { name: "Review the game" }).click();
    assert.deepEqual(await labels(), found);
    await page.locator(".review progress").waitFor({ state: "detached" });
    assert.equal(reviews, 1);
  });
});

test("the moves of a common opening are no mistakes", async () => {
  const moves = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7"];
  const id = await createGame(moves);
  await withPage(
    browser,
    `${server.url}/#/g/${id}`,
    async (page) => {
      await openReview(page, moves.length);
      await page.getByText("没有发现疑问手、错着和败着").waitFor();
      assert.equal(await page.locator(".mistakes li").count(), 0);
    },
    { locale: "zh-CN" },
  );
});

test("the better line is played on the board by pointing, by a click and by the keyboard", async () => {
  const id = await createGame(MOVES);
  await withPage(browser, `${server.url}/#/g/${id}`, async (page) => {
    await openReview(page, MOVES.length);
    const line = lineOfChariot(page);
    const first = (await line.first().textContent()) ?? "";
    const to = first.slice(2, 4);
    const isShown = () => status(page).filter({ hasText: "A better line" }).waitFor();
    const isGone = () => status(page).filter({ hasText: "A better line" }).waitFor({ state: "detached" });
    const says = page.locator(`[data-point=${to}][aria-label*="Red"]`);
    await line.first().hover();
    await isShown();
    await says.waitFor();
    await page.locator("h1").hover();
    await isGone();
    await line.first().click();
    await page.locator("h1").hover();
    await isShown();
    await picture(page, "better-line");
    await page.keyboard.press("Shift+Tab");
    await isGone();
    await page.keyboard.press("Tab");
    await page.locator(".mistakes .pv button:focus").waitFor();
    await isShown();
    // The move in words, for readers who read no coordinates.
    const words = page.locator(".mistakes li", { hasText: "3. d1d9" }).locator(".words");
    assert.match(
      (await words.textContent()) ?? "",
      /^(chariot|horse|cannon|soldier|elephant|advisor|general) /,
    );
  });
});

test("on a phone the board stays in view while the mistakes are read", async () => {
  const id = await createGame(MOVES);
  await withPage(
    browser,
    `${server.url}/#/g/${id}`,
    async (page) => {
      await openReview(page, MOVES.length);
      await page.locator(".mistakes li").last().scrollIntoViewIfNeeded();
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await picture(page, "phone-review");
      const board = await page.locator(".board").boundingBox();
      assert.ok(board && board.y >= 0 && board.y + board.height < 500, JSON.stringify(board));
      await lineOfChariot(page).first().tap();
      await status(page).filter({ hasText: "A better line" }).waitFor();
    },
    PHONE,
  );
});
