// The analysis board on screens of all sizes, in both themes and languages, and what it costs to load.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { isAccessible, pictures } from "./support/accessible";
import { hasTree, importPgn, moveButton, openFiles } from "./support/analysis";
import { countRequests, isReady, PHONE, person, picture, withPage } from "./support/browser";
import { replaceEngine, report, searchOf } from "./support/engine";
import { visitor } from "./support/people";
import { browser, server } from "./support/stage";

const PGN = `[Game "Chinese Chess"]

1. H2-E2 $1 {[%cal Gh9g7,Rb9c7] [%csl Be2] The central cannon: solid and direct.} 1... H9-G7 (1... H7-E7
{Same direction.} 2. H0-G2 H9-G7 (2... B9-C7 3. I0-H0 (3. E2-E6 $4 {Too early.})) 3. I0-H0) (1... B9-C7 $6 2. H0-G2)
2. H0-G2 I9-H9 3. I0-H0 B9-C7 4. H0-H6 *`;

/** The board with everything on it: variations, notes, marks and the lines of an engine. */
async function fill(page: Page): Promise<void> {
  await importPgn(page, PGN);
  await moveButton(page, "h2e2").first().waitFor();
  await moveButton(page, "h2e2").first().click();
  const files = await openFiles(page);
  await files.locator("summary").first().click();
  await page.getByRole("switch", { name: "Engine" }).check();
  await report(page, await searchOf(page, ["h2e2"]), 14, [
    { pv: ["h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "h0h6", "c6c5", "g3g4"], cp: -31 },
    { pv: ["b9c7", "h0g2", "h7i7", "c3c4"], cp: -52 },
    { pv: ["h7e7", "h0g2", "h9g7"], cp: -80 },
  ]);
}

const withFilled = (options: object, run: (page: Page) => Promise<void>) =>
  withPage(
    browser,
    server.url,
    async (page) => {
      await replaceEngine(page);
      await page.goto(`${server.url}/?screens#/analysis?ruleset=xiangqi`);
      await isReady(page);
      await page.evaluate(() =>
        localStorage.setItem("duiyi.prefs", JSON.stringify({ lang: "en", notation: "coordinates" })),
      );
      await page.reload();
      await isReady(page);
      await fill(page);
      await page.evaluate(() => window.scrollTo(0, 0));
      await run(page);
    },
    options,
  );

const SCREENS = [
  ["desktop", { viewport: { width: 1280, height: 800 } }],
  ["phone", { ...PHONE, viewport: { width: 390, height: 844 } }],
  ["landscape", { ...PHONE, viewport: { width: 844, height: 390 } }],
  ["smallest", { ...PHONE, viewport: { width: 320, height: 568 } }],
] as const;

for (const [name, options] of SCREENS) {
  test(`the analysis board is accessible: ${name}`, async () => {
    await withFilled(options, async (page) => {
      await pictures(page, `analysis-${name}`);
      await isAccessible(page, name);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
      const board = await page.locator(".board").boundingBox();
      assert.ok(board && board.x >= 0 && board.width >= 270 && board.height <= options.viewport.height);
      await page.getByRole("switch", { name: "Draw marks" }).check();
      const files = await openFiles(page);
      await files.getByRole("button", { name: "Load" }).scrollIntoViewIfNeeded();
      await pictures(page, `analysis-${name}-files`);
      await isAccessible(page, `${name}, files`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    });
  });
}

test("the analysis board speaks Chinese and writes moves in Chinese notation", async () => {
  await withPage(
    browser,
    `${server.url}/#/analysis?ruleset=xiangqi`,
    async (page) => {
      const files = page.locator("details.file");
      if ((await files.getAttribute("open")) === null) await files.locator("summary").first().click();
      await files.getByLabel("含变着的 PGN、着法列表").fill(PGN);
      await files.getByRole("button", { name: "载入" }).click();
      await page.locator(".tree button.move", { hasText: "炮二平五" }).waitFor();
      await hasTree(
        page,
        "炮二平五! 马8进7 炮8平5 马二进三 马8进7 马2进3 车一平二 炮五进四?? 车一平二 马2进3?! 马二进三 马二进三 车9平8 车一平二 马2进3 车二进六".split(
          " ",
        ),
      );
      await picture(page, "analysis-chinese");
      await isAccessible(page, "Chinese");
    },
    { locale: "zh-CN" },
  );
});

test("the analysis board is loaded when it is opened, not with the page", async (t) => {
  const someone = await person(browser);
  t.after(() => someone.close());
  const { page } = someone;
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await page.goto(server.url);
  await isReady(page);
  assert.equal(scripts.length, 1);
  await page.getByRole("button", { name: "Analysis board" }).click();
  await page.getByRole("switch", { name: "Engine" }).waitFor();
  assert.equal(scripts.length, 2);
  assert.deepEqual(someone.complaints, []);
});

test("after an update of the server the page is loaded again, once, to get the analysis board", async (t) => {
  const { page } = await visitor(t, browser);
  const visits = countRequests(page, "/");
  const part = "**/assets/analysis-*.js";
  await page.goto(server.url);
  await isReady(page);
  await page.route(part, (route) => route.fulfill({ status: 404 }), { times: 1 });
  await page.getByRole("button", { name: "Analysis board" }).click();
  await page.getByRole("switch", { name: "Engine" }).waitFor();
  // The page asks whether the server is there, and loads again.
  assert.equal(visits(), 3);

  await page.goto("about:blank");
  await page.route(part, (route) => route.fulfill({ status: 404 }));
  await page.goto(`${server.url}/#/analysis`);
  await page.locator(".notice.error", { hasText: "cannot be reached" }).waitFor();
  await page.waitForTimeout(300);
  assert.equal(visits(), 7);
  await page.unroute(part);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("switch", { name: "Engine" }).waitFor();
});

test("the analysis board names the opening", async () => {
  await withPage(browser, `${server.url}/#/analysis?ruleset=xiangqi&moves=h2e2.h9g7&ply=2`, async (page) => {
    await page.locator("aside").getByText("Central Cannon", { exact: true }).waitFor();
  });
});

test("a busy server does not lose the text to load, and the page says why", async (t) => {
  const { page, complaints } = await visitor(t, browser);
  await page.goto(`${server.url}/#/analysis`);
  await openFiles(page);
  await page.route("**/v1/positions", (route) =>
    route.fulfill({
      status: 503,
      headers: { "Content-Type": "application/problem+json", "Retry-After": "1" },
      body: JSON.stringify({ status: 503, detail: "every thread is busy", code: "overloaded" }),
    }),
  );
  await importPgn(page, "h2e2 h9g7");
  await page.getByRole("alert").filter({ hasText: "The server is busy" }).waitFor();
  assert.deepEqual(
    complaints.filter((text) => !text.includes("503")),
    [],
  );
});
