// The engine on the analysis board. The tests say themselves what it finds.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { hasTree, isAt, moveButton, pgnOf } from "./support/analysis";
import { isReady, picture, status, withPage } from "./support/browser";
import { isStopped, replaceEngine, report, requestOf, searchOf } from "./support/engine";
import { browser, server } from "./support/stage";

const withEngine = (query: string, run: (page: Page) => Promise<void>, options = {}) =>
  withPage(
    browser,
    server.url,
    async (page) => {
      await replaceEngine(page);
      await page.goto(`${server.url}/?engine#/analysis${query}`);
      await isReady(page);
      await engineSwitch(page).check();
      await run(page);
    },
    options,
  );

const engineSwitch = (page: Page) => page.getByRole("switch", { name: "Engine" });
const lines = (page: Page) => page.getByRole("list", { name: "The engine’s lines" });

const FROM_START = [
  { pv: ["h2e2", "h9g7", "h0g2", "i9h9"], cp: 40 },
  { pv: ["c3c4", "c6c5"], cp: 10 },
  { pv: ["h0g2", "h9g7"], cp: -60 },
];

test("a click on a move of a line adds the line up to there as a variation", async () => {
  await withEngine("?ruleset=xiangqi&moves=g3g4&ply=0", async (page) => {
    await report(page, await searchOf(page, []), 12, FROM_START);
    await lines(page).getByRole("button", { name: "Add h2e2 h9g7 h0g2", exact: true }).click();
    await isAt(page, "h0g2");
    await hasTree(page, ["g3g4", "h2e2", "h9g7", "h0g2"]);
    assert.equal(await page.locator(".variations button.move").count(), 3);
  });
});

test("a line is previewed under the pointer and the focus, with a mark, and the analysis stays where it is", async () => {
  await withEngine("?ruleset=xiangqi", async (page) => {
    await report(page, await searchOf(page, []), 12, FROM_START);
    const cannon = page.locator('[data-point=e2][aria-label*="Red cannon"]');
    const frame = page.locator(".preview-frame");
    await lines(page).getByRole("button", { name: "Add h2e2 h9g7", exact: true }).hover();
    await cannon.waitFor();
    await page.locator('[data-point=g7][aria-label*="Black horse"]').waitFor();
    await frame.waitFor({ state: "attached" });
    await status(page).filter({ hasText: "Preview" }).waitFor();
    await picture(page, "analysis-preview");
    await hasTree(page, []);
    await page.mouse.move(5, 5);
    await frame.waitFor({ state: "detached" });
    await page.locator('[data-point=e2][aria-label*="empty"]').waitFor();
    await lines(page).getByRole("button", { name: "Add c3c4", exact: true }).focus();
    await page.locator('[data-point=c4][aria-label*="Red soldier"]').waitFor();
    await frame.waitFor({ state: "attached" });
    await page.keyboard.press("Enter");
    await isAt(page, "c3c4");
    await frame.waitFor({ state: "detached" });
    await page.waitForFunction(() => document.activeElement?.textContent?.includes("c3c4"));
  });
});

test("lines do not change under the pointer", async () => {
  await withEngine("?ruleset=xiangqi", async (page) => {
    const search = await searchOf(page, []);
    await report(page, search, 12, FROM_START);
    await lines(page).getByRole("button", { name: "Add h2e2", exact: true }).hover();
    await report(page, search, 13, [{ pv: ["b2e2", "b9c7"], cp: 55 }]);
    await lines(page).getByRole("button", { name: "Add h2e2", exact: true }).waitFor();
    await page.mouse.move(5, 5);
    await lines(page).getByRole("button", { name: "Add b2e2", exact: true }).waitFor();
  });
});

test("a search stops when its position is left, and what it still reports does not land elsewhere", async () => {
  await withEngine("?ruleset=xiangqi&moves=h2e2.h9g7", async (page) => {
    const early = await searchOf(page, ["h2e2", "h9g7"]);
    await report(page, early, 8, [{ pv: ["h0g2"], cp: 30 }]);
    await page.keyboard.press("ArrowLeft");
    await isAt(page, "h2e2");
    const late = await searchOf(page, ["h2e2"]);
    assert.equal(await isStopped(page, early), true);
    await report(page, early, 20, [{ pv: ["a0a1"], cp: 900 }]);
    assert.equal(await lines(page).count(), 0);
    await report(page, late, 9, [{ pv: ["b9c7"], cp: 20 }]);
    await lines(page).getByRole("button", { name: "Add b9c7", exact: true }).waitFor();
    // Scores are the first side's: Black to move is 0.20 ahead.
    await moveButton(page, "h2e2").filter({ hasText: "−0.20" }).waitFor();
    await moveButton(page, "h9g7").filter({ hasText: "+0.30" }).waitFor();
    assert.match(await pgnOf(page), /H2-E2 \{\[%eval -0\.20,9\]\}[\s\S]*H9-G7 \{\[%eval 0\.30,8\]\}/);
    await engineSwitch(page).uncheck();
    assert.equal(await isStopped(page, late), true);
    await page.reload();
    await moveButton(page, "h9g7").filter({ hasText: "+0.30" }).waitFor();
  });
});

test("the engine stops when the user leaves the analysis board, and goes on when the user comes back", async () => {
  await withEngine("?ruleset=xiangqi", async (page) => {
    const search = await searchOf(page, []);
    await page.getByRole("button", { name: "Leave" }).click();
    await page.getByRole("button", { name: "Central cannon" }).waitFor();
    assert.equal(await isStopped(page, search), true);
    await page.goBack();
    assert.notEqual(await searchOf(page, []), search);
  });
});

test("the number of lines and threads goes to the server within its limits and outlives a reload", async () => {
  await withEngine("?ruleset=xiangqi", async (page) => {
    const first = await requestOf(page, await searchOf(page, []));
    assert.deepEqual([first.lines, first.threads], [3, 1]);
    await page.getByRole("combobox", { name: "Lines" }).selectOption("5");
    const threads = page.getByRole("combobox", { name: "Threads" });
    const most = await threads.locator("option").last().textContent();
    await threads.selectOption(String(most));
    const wider = await requestOf(page, await searchOf(page, []));
    assert.deepEqual([wider.lines, wider.threads], [5, Number(most)]);
    const limits = await (await page.request.get(`${server.url}/v1/rulesets`)).json();
    assert.equal(Number(most), limits.limits.threads.max);
    await page.reload();
    await isReady(page);
    await engineSwitch(page).check();
    assert.equal(await page.getByRole("combobox", { name: "Lines" }).inputValue(), "5");
  });
});

test("the best moves of the lines are arrows of different weight, and numbers on points", async () => {
  await withEngine("?ruleset=xiangqi", async (page) => {
    await report(page, await searchOf(page, []), 12, FROM_START);
    const arrows = page.locator(".engine-line .shaft");
    await arrows.first().waitFor({ state: "attached" });
    const widths = await arrows.evaluateAll((shafts) =>
      shafts.map((shaft) => Number.parseFloat(getComputedStyle(shaft).strokeWidth)),
    );
    // The best one is drawn last.
    assert.equal(widths.length, 3);
    assert.deepEqual(
      widths,
      [...widths].sort((one, other) => one - other),
    );
    assert.ok((widths[0] ?? 1) < (widths[2] ?? 0));
    await picture(page, "analysis-arrows");
  });
  await withEngine("?ruleset=renju&moves=h8", async (page) => {
    await isAt(page, "h8");
    await report(page, await searchOf(page, ["h8"]), 12, [
      { pv: ["i9", "j8"], cp: 10 },
      { pv: ["h9"], cp: -15 },
    ]);
    const points = page.locator(".engine-point text");
    await points.first().waitFor({ state: "attached" });
    assert.deepEqual(await points.allTextContents(), ["2", "1"]);
    await picture(page, "analysis-points");
  });
});

/** The winning chance of the first side that the bar shows, in percent, and its words. */
async function showsChance(page: Page, percent: number, text: string): Promise<void> {
  const bar = page.getByRole("meter", { name: "Evaluation" });
  await page.waitForFunction(
    (wanted) => document.querySelector(".evaluation")?.getAttribute("aria-valuenow") === String(wanted),
    percent,
  );
  assert.equal(await bar.getAttribute("aria-valuetext"), text);
}

test("the bar beside the board shows the deepest score of the node on the board, and its result", async () => {
  await withEngine("?ruleset=xiangqi&moves=h2e2.h9g7", async (page) => {
    const search = await searchOf(page, ["h2e2", "h9g7"]);
    await showsChance(page, 50, "Not evaluated yet");
    await report(page, search, 8, [{ pv: ["h0g2"], cp: 120 }]);
    await showsChance(page, 62, "Red 62%");
    await report(page, search, 9, [{ pv: ["h0g2"], cp: 240 }]);
    await showsChance(page, 73, "Red 73%");
    await page.keyboard.press("ArrowLeft");
    await isAt(page, "h2e2");
    await showsChance(page, 50, "Not evaluated yet");
    // The score is the one of the side to move.
    await report(page, await searchOf(page, ["h2e2"]), 10, [{ pv: ["b9c7"], cp: 240 }]);
    await showsChance(page, 27, "Red 27%");
    await picture(page, "analysis-bar");
    await page.getByRole("button", { name: "Flip the board" }).click();
    await page.locator(".evaluation.flipped").waitFor();
    await page.keyboard.press("ArrowRight");
    await showsChance(page, 73, "Red 73%");
    // Without the engine the score of the node stays.
    await engineSwitch(page).uncheck();
    await page.reload();
    await showsChance(page, 73, "Red 73%");
    await page.getByLabel("Show the evaluation").uncheck();
    await page.locator(".evaluation").waitFor({ state: "detached" });
    await page.reload();
    await isReady(page);
    assert.equal(await page.locator(".evaluation").count(), 0);
  });
  await withEngine("?ruleset=gomoku&moves=h8.a1.h9.b1.h10.c1.h11.d1.h12", async (page) => {
    await isAt(page, "h12");
    await showsChance(page, 100, "Black 100%");
  });
});
