// Somebody who has never seen the game and does only what the page says: finishes a course, wins, and finds a blunder.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import type { Page } from "playwright-core";
import {
  ARTIFACTS,
  choose,
  chooseGame,
  reviewed,
  status,
  tap,
  waitForMoves,
  withPage,
} from "./support/browser";
import { candidates, type Color } from "./support/fiveInARow";
import { browser, server } from "./support/stage";

/** What the page said on the way. */
const met: string[] = [];
const note = (text: string | null) => {
  const line = (text ?? "").replace(/\s+/g, " ").trim();
  if (line && met.at(-1) !== line) met.push(line);
};

const verdict = async (page: Page) => (await page.locator(".verdict").textContent())?.trim() ?? "";
const stones = (page: Page) => page.locator(".stone").count();

/** Taps a point, and waits until the page has said something about it or has answered it. */
async function tryPoint(page: Page, point: string): Promise<string> {
  const before = await stones(page);
  await tap(page, point);
  await page.waitForFunction(
    (count) =>
      document.querySelectorAll(".stone").length >= count + 2 ||
      document.querySelector(".verdict")?.textContent?.trim(),
    before,
  );
  return verdict(page);
}

/** Tries what looks best until the page says that the step is done. */
async function solveStep(page: Page): Promise<void> {
  await page.locator(".board:not(.loading)").waitFor();
  const task = (await page.locator(".task").textContent()) ?? "";
  note(`${await page.locator(".course h2").textContent()}: ${task}`);
  const choice = page.locator(".opening button").first();
  if (/You choose/.test(task)) await choice.click();
  const own: Color = /White to move/.test(task) ? "White" : "Black";
  for (let moves = 0; (await verdict(page)) !== "Well done!" && !/You choose/.test(task); moves += 1) {
    const before = await stones(page);
    for (const point of await candidates(page, own)) {
      note(await tryPoint(page, point));
      if ((await verdict(page)) === "Well done!" || (await stones(page)) > before) break;
    }
    assert.ok(moves < 20, "the step does not end");
  }
  await page.locator(".verdict", { hasText: "Well done!" }).waitFor();
}

async function finishCourse(page: Page): Promise<void> {
  await page.locator(".tiles").getByRole("link", { name: "Learn" }).click();
  note(await page.locator(".course > p").first().textContent());
  await page.getByRole("link", { name: /^Gomoku 0 of/ }).click();
  for (;;) {
    await page.locator(".task").waitFor();
    const step = page.url();
    await solveStep(page);
    const goOn = page.locator(".course button.primary");
    const isLast = (await goOn.textContent()) === "Finish";
    await goOn.click();
    if (isLast) break;
    await page.waitForFunction((old) => location.href !== old, step);
  }
  await page.getByRole("link", { name: "Gomoku 16 of 16" }).waitFor();
  note(await page.getByRole("link", { name: /^Gomoku/ }).textContent());
}

async function winAgainstLevelOne(page: Page): Promise<void> {
  await page.locator("header h1 a").click();
  await chooseGame(page, "Gomoku");
  await page.getByLabel("Level").selectOption("1");
  await page.getByLabel("Time per move").selectOption("200");
  await status(page).filter({ hasText: "Place a stone" }).waitFor();
  for (let moves = 1; moves < 60; moves += 1) {
    note(await status(page).textContent());
    const [point = "h8"] = (await stones(page)) === 0 ? ["h8"] : await candidates(page, "Black");
    await tap(page, point);
    await page.waitForFunction(
      (count) =>
        document.querySelectorAll(".moves li button.move").length >= count ||
        document.querySelector(".status .result"),
      moves * 2,
    );
    if ((await page.locator(".status .result").count()) > 0) break;
  }
  note(await status(page).textContent());
  await status(page).filter({ hasText: "Black wins: five in a row" }).waitFor();
}

/** A game in which Red gives a chariot for nothing. */
const GAME = "a0a1 h9g7 a1d1 a9a8 d1d9 e9d9";

async function findBlunder(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Record" }).click();
  await page.getByLabel("A record, a list of moves").fill(GAME);
  await page.getByRole("button", { name: "Load" }).click();
  await waitForMoves(page, GAME.split(" ").length);
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.getByRole("button", { name: "Review the game" }).click();
  await reviewed(page);
  const blunder = page.locator(".mistakes li", { hasText: "Loses the chariot" });
  note((await page.locator(".mistakes li").allTextContents()).join(" / "));
  assert.match((await blunder.locator(".move").textContent()) ?? "", /^3\. d1d9\s*\?\?$/);
  await blunder.locator(".move").click();
  await status(page).filter({ hasText: "After move 2 (Black)" }).waitFor();
  await blunder.locator(".pv button").first().click();
  await status(page).filter({ hasText: "A better line" }).waitFor();
  note(await status(page).textContent());
}

test("a newcomer finishes the course of Gomoku, wins against level 1, and finds the blunder of a game", async () => {
  await withPage(browser, server.url, async (page) => {
    await choose(page, "Gomoku");
    await finishCourse(page);
    await winAgainstLevelOne(page);
    await page.locator("header h1 a").click();
    await choose(page, "Xiangqi");
    await findBlunder(page);
  });
  mkdirSync(ARTIFACTS, { recursive: true });
  writeFileSync(`${ARTIFACTS}newcomer.txt`, `${met.join("\n")}\n`);
});
