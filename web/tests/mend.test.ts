// Chinese records, zoom, forced colors, and what the page says where it once said something else.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { treeMoves, openFiles } from "./support/analysis";
import {
  choose,
  isReady,
  openTab,
  picture,
  play,
  showEvaluation,
  status,
  tap,
  waitForMoves,
  withPage,
} from "./support/browser";
import { startPair, visitor } from "./support/people";
import { browser, server } from "./support/stage";

async function create(body: object): Promise<string> {
  const created = await fetch(`${server.url}/v1/games`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return ((await created.json()) as { id: string }).id;
}

const RECORDS = {
  DhtmlXQ:
    "[DhtmlXQ]\n[DhtmlXQ_title]Test[/DhtmlXQ_title]\n[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n[/DhtmlXQ]",
  "full-width digits": "炮２平５ 马８进７",
  "a title line": "Our game at the club\n1. 炮二平五 马8进7",
};

for (const [name, text] of Object.entries(RECORDS)) {
  test(`the analysis board reads a record with ${name}`, async () => {
    await withPage(browser, `${server.url}/#/analysis?ruleset=xiangqi`, async (page) => {
      const files = await openFiles(page);
      await files.getByLabel("PGN with variations, a list").fill(text);
      await files.getByRole("button", { name: "Load" }).click();
      await page.waitForFunction(() => document.querySelectorAll(".tree button.move").length >= 3);
      const [first] = await treeMoves(page);
      assert.equal(first, "h2e2");
    });
  });
}

test("a file in the encoding of Chinese files is read", async () => {
  await withPage(browser, `${server.url}/#/analysis?ruleset=xiangqi`, async (page) => {
    const files = await openFiles(page);
    // 炮二平五 in GBK.
    const buffer = Buffer.from([0xc5, 0xda, 0xb6, 0xfe, 0xc6, 0xbd, 0xce, 0xe5]);
    await files
      .locator("input[type=file]")
      .setInputFiles({ name: "game.txt", mimeType: "text/plain", buffer });
    await page.waitForFunction(() =>
      [...document.querySelectorAll("textarea")].some(({ value }) => value === "炮二平五"),
    );
    await files.getByRole("button", { name: "Load" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".tree button.move").length >= 2);
    assert.deepEqual(await treeMoves(page), ["h2e2"]);
  });
});

test("the page saves DhtmlXQ and a PGN in Chinese, and not for other games", async () => {
  const id = await create({ ruleset: "xiangqi", moves: ["h2e2", "h9g7"] });
  await withPage(browser, `${server.url}/#/g/${id}`, async (page) => {
    await openTab(page, "Record");
    const saved = async (button: string): Promise<string> => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: button, exact: true }).click(),
      ]);
      let text = "";
      for await (const chunk of await download.createReadStream()) text += String(chunk);
      return text;
    };
    assert.match(await saved("DhtmlXQ"), /\[DhtmlXQ_movelist\]/);
    assert.match(await saved("PGN in Chinese"), /炮二平五/);
  });
  const other = await create({ ruleset: "gomoku", moves: ["h8"] });
  await withPage(browser, `${server.url}/#/g/${other}`, async (page) => {
    await openTab(page, "Record");
    await page.getByRole("button", { name: "PGN", exact: true }).waitFor();
    assert.equal(await page.getByRole("button", { name: "DhtmlXQ" }).count(), 0);
  });
});

test("the PGN of an analysis names the players of its game", async () => {
  const players = { red: { kind: "human", name: "Hu" }, black: { kind: "engine", level: 3, name: "Robot" } };
  const id = await create({ ruleset: "xiangqi", moves: ["h2e2", "h9g7"], players });
  await withPage(browser, `${server.url}/#/g/${id}`, async (page) => {
    await page.locator(".who", { hasText: "Robot (engine, level 3)" }).waitFor();
    await openTab(page, "Moves");
    await page.getByRole("button", { name: "Analysis board" }).click();
    const files = await openFiles(page);
    const pgn = await files.getByLabel("PGN with all variations").inputValue();
    assert.match(pgn, /\[Red "Hu"\]/);
    assert.match(pgn, /\[Black "Robot"\]/);
  });
});

for (const [width, height] of [
  [640, 512],
  [320, 256],
] as const) {
  test(`at a zoom that leaves ${width} by ${height} pixels nothing is cut off sideways, and the board can be seen`, async () => {
    await withPage(
      browser,
      server.url,
      async (page) => {
        for (const place of ["", "puzzles", "analysis?ruleset=xiangqi", "watch", "edit"]) {
          await page.goto(`${server.url}/#/${place}`);
          if (place !== "watch") await page.locator(".board:not([aria-busy])").waitFor();
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(wide <= 0, `${place}: ${wide}`);
          const board = await page
            .locator(".board")
            .boundingBox({ timeout: 500 })
            .catch(() => null);
          assert.ok(place === "watch" || (board?.width ?? 0) >= 200, `${place}: ${board?.width}`);
        }
        await page.goto(`${server.url}/#/`);
        await isReady(page);
        await picture(page, `zoom-${width}`);
      },
      { viewport: { width, height } },
    );
  });
}

test("in forced colors the selected tab, the current move and the chosen options stand out", async () => {
  await withPage(
    browser,
    server.url,
    async (page) => {
      const background = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => getComputedStyle(element).backgroundColor);
      assert.notEqual(
        await background("[role=tab][aria-selected=true]"),
        await background("[role=tab][aria-selected=false]"),
      );
      assert.notEqual(
        await background(".choice input:checked + span"),
        await background(".choice input:not(:checked) + span"),
      );
      await play(page, "h2e2");
      await waitForMoves(page, 2);
      assert.notEqual(
        await background(".moves button.move[aria-current]"),
        await background(".moves button.move:not([aria-current])"),
      );
      await picture(page, "forced-colors");
    },
    { forcedColors: "active" },
  );
});

test("an imported record does not say that its players are away", async () => {
  await withPage(browser, server.url, async (page) => {
    await openTab(page, "Record");
    await page.getByLabel("A record, a list of moves").fill("炮二平五 马8进7");
    await page.getByRole("button", { name: "Load", exact: true }).click();
    await waitForMoves(page, 2);
    const id = page.url().split("/").pop() ?? "";
    await page.waitForTimeout(300);
    assert.equal(await page.locator(".strip .connection").count(), 0);
    await withPage(browser, `${server.url}/#/g/${id}`, async (other) => {
      await waitForMoves(other, 2);
      await other.waitForTimeout(300);
      assert.equal(await other.locator(".strip .connection").count(), 0);
    });
  });
});

test("an elephant is an elephant", async () => {
  await withPage(browser, server.url, async (page) => {
    await tap(page, "c0");
    await tap(page, "c4");
    await page.locator(".notice").filter({ hasText: "An elephant cannot go" }).waitFor();
  });
});

test("with letters the help for a piece begins with its letter", async () => {
  await withPage(browser, server.url, async (page) => {
    await page.evaluate(() => {
      const prefs = JSON.parse(localStorage.getItem("duiyi.prefs") ?? "{}");
      localStorage.setItem("duiyi.prefs", JSON.stringify({ ...prefs, pieces: "letters" }));
    });
    await page.reload();
    await isReady(page);
    await page.locator("[data-point=h0]").hover();
    await page.locator(".move-help b", { hasText: "H · Red horse:" }).waitFor();
  });
});

test("against the engine the evaluation is hidden until the settings show it", async () => {
  await withPage(browser, server.url, async (page) => {
    await choose(page, "Two people here");
    await page.locator(".evaluation").waitFor();
    await choose(page, "Engine");
    await page.locator(".evaluation").waitFor({ state: "detached" });
    await showEvaluation(page);
    await page.locator(".evaluation").waitFor();
  });
});

test("a game between people offers to play on from a position only when it is over", async (t) => {
  const { first, second } = await startPair(t, browser, server.url);
  await play(first.page, "h2e2");
  await waitForMoves(second.page, 1);
  await openTab(second.page, "Moves");
  const from = second.page.getByRole("button", { name: "Play from here" });
  assert.equal(await from.count(), 0);
  await first.page.getByRole("button", { name: /Resign|Abort/ }).click();
  await first.page.getByRole("button", { name: /^Yes/ }).click();
  await from.waitFor();
});

test("on a slow network the page says that the game starts", async (t) => {
  const { page } = await visitor(t, browser);
  await page.goto(server.url);
  await isReady(page);
  await page.route("**/v1/games", async (route) => {
    await page.waitForTimeout(1500);
    await route.continue();
  });
  await play(page, "h2e2");
  await status(page).filter({ hasText: "Starting the game" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Central cannon" }).count(), 0);
  await waitForMoves(page, 2);
});

const editorSays = (page: Page, text: string) => page.locator(".editor", { hasText: text }).waitFor();

test("the errors of the editor are in the language of the page", async (t) => {
  const { page } = await visitor(t, browser, { locale: "zh-CN" });
  await page.goto(`${server.url}/#/edit`);
  const fen = page.locator(".editor input:not([type=radio])").last();
  await fen.fill("9/9/9/9/9/9/9/9/9/4K4 w");
  await editorSays(page, "缺少黑方将帅");
  await fen.fill("4k4/9/9/9/9/9/9/9/9/4K4 w");
  await editorSays(page, "将帅照面");
});
