// The courses, by somebody who does only what the page says; the card of rules; and the first choice of pieces.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { isAccessible } from "./support/accessible";
import { isReady, PHONE, picture, play, tap, withPage } from "./support/browser";
import { browser, server } from "./support/stage";

const goOn = (page: Page) => page.getByRole("button", { name: "Go on" }).click();
const isDone = (page: Page) => page.locator(".verdict", { hasText: "Well done!" }).waitFor();
const step = (page: Page, title: string) => page.getByRole("heading", { name: title, exact: true }).waitFor();

test("a newcomer is led from the front page through the course, and finds it again where it was left", async () => {
  await withPage(
    browser,
    server.url,
    async (page) => {
      const requests: string[] = [];
      page.on("request", (request) => requests.push(new URL(request.url()).pathname));
      await page.locator(".tiles").getByRole("link", { name: "Learn" }).click();
      await page.getByRole("link", { name: "Xiangqi 0 of 26" }).click();
      await step(page, "The chariot");
      assert.ok(requests.some((path) => /assets\/learn-.*\.js$/.test(path)));
      assert.equal(await page.locator(".board .offered").count(), 2);
      await isAccessible(page, "a lesson");
      await picture(page, "learn-chariot");
      await play(page, "a0b1");
      await page.locator(".verdict.bad", { hasText: "A chariot cannot go from a0 to b1" }).waitFor();
      await play(page, "a0a6");
      await page.locator(".board .offered").nth(1).waitFor({ state: "detached" });
      await play(page, "a6h6");
      await isDone(page);
      await goOn(page);
      await step(page, "The horse");
      await page.getByRole("button", { name: "Show me" }).click();
      await isDone(page);
      await page.goto(`${server.url}/#/learn/xiangqi/13`);
      await step(page, "Checkmate");
      await play(page, "b0b8");
      await page.locator(".verdict.bad", { hasText: "Not this one" }).waitFor();
      await play(page, "b0b9");
      await isDone(page);
      await page.goto(`${server.url}/#/learn/xiangqi/17`);
      await step(page, "Exercise 1");
      await page.getByRole("button", { name: "Show me" }).click();
      await isDone(page);
      await page.goto(`${server.url}/#/learn`);
      await page.getByRole("link", { name: "Xiangqi 4 of 26" }).click();
      await step(page, "The horse’s leg");
      await page.getByRole("link", { name: "13. Checkmate (done)" }).waitFor();
    },
    { bypassCSP: true },
  );
});

test("the courses of five in a row show what is forbidden, and let an opening be chosen", async () => {
  await withPage(
    browser,
    server.url,
    async (page) => {
      await page.goto(`${server.url}/#/learn/renju/2`);
      await step(page, "Forbidden: two threes");
      await tap(page, "h9");
      await page.locator(".verdict", { hasText: "H9 is forbidden to black" }).waitFor();
      await isDone(page);
      await picture(page, "learn-renju-phone");
      await page.goto(`${server.url}/#/learn/renju/7`);
      await page.getByRole("button", { name: "Swap colors" }).click();
      await isDone(page);
      await page.goto(`${server.url}/#/learn/caro/1`);
      await tap(page, "h9");
      await page.locator(".verdict.bad", { hasText: "Not this one" }).waitFor();
      await tap(page, "h6");
      await isDone(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${overflow}`);
    },
    PHONE,
  );
});

test("a card beside the game has its rules and leads to its course", async () => {
  await withPage(browser, server.url, async (page) => {
    await page.getByRole("radio", { name: "Renju", exact: true }).check();
    await page.getByText("Rules of Renju").click();
    await page.getByText("Forbidden to Black: two open threes at once").waitFor();
    await page.getByRole("link", { name: "Learn it step by step" }).click();
    await step(page, "Five in a row");
  });
});

test("the first visit shows the sets of pieces as pictures, until one is chosen", async () => {
  await withPage(
    browser,
    server.url,
    async (page) => {
      const choice = page.getByRole("region", { name: "Which pieces do you read best?" });
      await isAccessible(page, "the first visit");
      await picture(page, "first-visit");
      await choice.getByRole("button", { name: "Letters" }).click();
      await choice.waitFor({ state: "detached" });
      assert.ok((await page.locator(".board .glyph").allTextContents()).includes("K"));
      await page.reload();
      await isReady(page);
      assert.equal(await choice.count(), 0);
    },
    { bypassCSP: true },
  );
});
