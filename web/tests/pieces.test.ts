// Piece sets, boards, and the help for newcomers.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { isAccessible, pictures } from "./support/accessible";
import {
  choose,
  gameId,
  movesShown,
  PHONE,
  picture,
  play,
  status,
  tap,
  waitForMoves,
  withPage,
} from "./support/browser";
import { browser, server } from "./support/stage";

const choosePieces = async (page: Page, name: string) => {
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("radio", { name, exact: true }).check();
  await page.getByRole("button", { name: "Done" }).click();
};

/** What a screen reader hears of the pieces, whatever is drawn on them. */
const nameAt = (page: Page, point: string) =>
  page.locator(`[data-point=${point}]`).getAttribute("aria-label");

const signs = (page: Page) => page.locator(".board .glyph").allTextContents();

test("each set of pieces is drawn, and the names stay the same", async () => {
  await withPage(browser, server.url, async (page) => {
    for (const [set, sign] of [
      ["Chinese", "帥"],
      ["Simplified", "帅"],
      ["Letters", "K"],
    ] as const) {
      await choosePieces(page, set);
      assert.ok((await signs(page)).includes(sign), set);
      assert.match((await nameAt(page, "e0")) ?? "", /Red general/);
      assert.match((await nameAt(page, "b9")) ?? "", /Black horse/);
      await picture(page, `pieces-${set.toLowerCase()}`);
    }
    await choosePieces(page, "Pictures");
    assert.equal(await page.locator(".board .picture-sign").count(), 32);
    await picture(page, "pieces-pictures");
    await page.reload();
    await page.locator(".board .picture-sign").first().waitFor();
  });
});

test("boards can be chosen, in light and dark", async () => {
  await withPage(
    browser,
    server.url,
    async (page) => {
      await page.getByRole("button", { name: "Settings" }).click();
      await isAccessible(page, "the dialog");
      for (const name of ["Paper", "Jade", "Slate"]) {
        await page.getByRole("radio", { name, exact: true }).check();
        await pictures(page, `board-${name.toLowerCase()}`);
      }
      await page.getByRole("button", { name: "Done" }).click();
      await tap(page, "b0");
      await pictures(page, "board-selected");
      await isAccessible(page, "a selected piece on slate");
    },
    { bypassCSP: true },
  );
});

const help = (page: Page) => page.locator(".move-help");
const goes = (page: Page) =>
  page
    .locator("[data-goes]")
    .evaluateAll((marks) => marks.map((mark) => (mark as SVGElement).dataset.goes ?? ""));

/** The contrast of two CSS colors as WCAG computes it. */
function contrast(...colors: [string, string]): number {
  const [high = 0, low = 0] = colors
    .map((color) => {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? [])
        .map((part) => Number(part) / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

test("the last move is visible in the dark on every board", async () => {
  await withPage(
    browser,
    server.url,
    async (page) => {
      await play(page, "h2e2");
      await page.locator(".picture .last").first().waitFor({ state: "attached" });
      for (const board of ["wood", "paper", "jade", "slate"]) {
        const [mark = "", ...grounds] = await page.evaluate((board) => {
          document.documentElement.dataset.board = board;
          return [".picture .last", ".wood-light", ".wood-dark"].map((selector) => {
            const { stroke, stopColor } = getComputedStyle(document.querySelector(selector) as Element);
            return selector.includes("wood") ? stopColor : stroke;
          });
        }, board);
        for (const ground of grounds) {
          const found = contrast(mark, ground);
          assert.ok(found >= 3, `${board}: ${mark} on ${ground} has ${found.toFixed(2)}`);
        }
      }
    },
    { colorScheme: "dark" },
  );
});

test("pointing at a piece of either side shows where it may go and how it moves", async () => {
  await withPage(browser, server.url, async (page) => {
    await page.hover("[data-point=b0]");
    await help(page).getByText("its “leg”").waitFor();
    assert.deepEqual((await goes(page)).sort(), ["a2", "c2"]);
    await page.hover("[data-point=h7]");
    await help(page).getByText("jumps over exactly one piece").waitFor();
    await page.locator("[data-goes=h0]").waitFor();
    await page.hover("[data-point=e5]");
    await help(page).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Show how a piece moves").uncheck();
    await page.getByRole("button", { name: "Done" }).click();
    await page.hover("[data-point=b0]");
    await tap(page, "h2");
    await page.locator("[data-point=h2][aria-selected=true]").waitFor();
    assert.equal(await help(page).count(), 0);
    assert.equal(await page.locator("[data-point=h2]").getAttribute("aria-description"), null);
  });
});

test("the analysis board explains its pieces too", async () => {
  await withPage(browser, `${server.url}/#/analysis?ruleset=xiangqi&moves=h2e2.h9g7`, async (page) => {
    await page.locator('[data-point=g7][aria-label*="Black horse"]').waitFor();
    await page.hover("[data-point=h0]");
    await help(page).getByText("Red horse").waitFor();
    assert.deepEqual((await goes(page)).sort(), ["g2", "i2"]);
    await page.hover("[data-point=b7]");
    await page.locator("[data-goes=b0]").waitFor();
    await page.hover("[data-point=e5]");
    await help(page).waitFor({ state: "detached" });
    // Only its own board: the next puzzle or game explains its own pieces.
    await page.getByRole("button", { name: "Leave" }).click();
    await page.locator('[data-point=h2][aria-label*="cannon"]').waitFor();
    await page.hover("[data-point=h2]");
    await page.locator("[data-goes=h9]").waitFor();
  });
});

test("all seven kinds are explained, by keyboard and to a screen reader, in both languages", async () => {
  const words: [string, string, string][] = [
    ["e0", "inside the palace", "九宫"],
    ["d0", "diagonal of the palace", "斜线"],
    ["c0", "never crosses the river", "象眼"],
    ["b0", "its “leg”", "蹩马腿"],
    ["a0", "like a rook", "直线"],
    ["b2", "jumps over exactly one", "隔一个子"],
    ["a3", "beyond the river", "过河"],
  ];
  await withPage(browser, server.url, async (page) => {
    const describes = async (point: string, text: string) =>
      assert.ok(
        (await page.locator(`[data-point=${point}]`).getAttribute("aria-description"))?.includes(text),
        `${point}: ${text}`,
      );
    for (const [point, en] of words) await describes(point, en);
    await describes("e0", "It can go to e1.");
    await describes("a0", "It can go to a1, a2.");
    await page.getByRole("link", { name: "Skip to the board" }).focus();
    await page.keyboard.press("Enter");
    await help(page).getByText("The two generals").waitFor();
    await page.keyboard.press("ArrowLeft");
    await help(page).getByText("diagonal of the palace").waitFor();
    await page.getByRole("combobox", { name: "Language" }).selectOption("zh");
    // The language is loaded first.
    await page.locator('[data-point=e0][aria-description*="九宫"]').waitFor();
    for (const [point, , zh] of words) await describes(point, zh);
  });
});

test("a long press explains a piece and does not move it", async () => {
  await withPage(
    browser,
    server.url,
    async (page) => {
      const box = await page.locator("[data-point=h9]").boundingBox();
      const at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
      const client = await page.context().newCDPSession(page);
      await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
      await help(page).getByText("Black horse").waitFor();
      await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
      await page.locator("[data-goes=g7]").waitFor();
      await picture(page, "phone-help");
      assert.equal(await page.locator(".notice").count(), 0);
      await page.locator("[data-point=h2]").tap();
      await page.locator("[data-point=h2][aria-selected=true]").waitFor();
    },
    PHONE,
  );
});

// A whole game from the first move to mate, which two levels of our engine have played.
const GAME =
  "b2e2 h7h0 i0h0 c9e7 e2e6 d9e8 e6e4 g6g5 h2e2 h9i7 h0h5 b9c7 h5g5 a9b9 b0c2 i7g6 g5g6 i9i7 g6c6 b7b1 c6c7 i7h7 " +
  "a0b0 h7h2 b0b1 b9b1 c7c9";

/** The Chinese characters on the board and in the panel beside it. */
const chineseShown = (page: Page): Promise<string> =>
  page
    .locator("main")
    .evaluate((main) =>
      [...(main.textContent ?? "")].filter((sign) => /\p{Script=Han}/u.test(sign)).join(""),
    );

/** Finds out where a piece may go from the marks and the words of the help alone, and plays the move. */
async function playByHelp(page: Page, from: string, to: string, kind: string): Promise<void> {
  await page.hover(`[data-point=${from}]`);
  await help(page).getByText(kind).waitFor();
  assert.ok((await goes(page)).includes(to), `${from}${to}: ${await goes(page)}`);
  const words = await page.locator(`[data-point=${from}]`).getAttribute("aria-description");
  assert.match(words ?? "", new RegExp(`It can go to .*\\b${to}\\b`));
  await tap(page, from);
  await page.locator(`[data-point=${to}][data-target]`).click();
}

test("newcomers who do not read Chinese play a whole game of Xiangqi to mate with the help shown", async () => {
  await withPage(browser, server.url, async (page) => {
    await choosePieces(page, "Pictures");
    await choose(page, "Two people here");
    const moves = GAME.split(" ");
    for (const [index, move] of moves.entries()) {
      const [from, to] = [move.slice(0, 2), move.slice(2)];
      // "Red cannon, can be …" names the piece as the help does.
      const side = index % 2 === 0 ? "Red" : "Black";
      const name = (await nameAt(page, from)) ?? "";
      const kind = new RegExp(`${side} (\\w+)`).exec(name)?.[0];
      assert.ok(kind, `${from}: ${name}`);
      await playByHelp(page, from, to, `${kind}:`);
      await waitForMoves(page, index + 1);
      assert.equal(await chineseShown(page), "", move);
      if (index === 12) await picture(page, "newcomer");
    }
    await page.locator(".status .result").filter({ hasText: "Red wins: checkmate" }).waitFor();
    await status(page).filter({ hasText: "Red wins: checkmate" }).waitFor();
    assert.deepEqual(await movesShown(page).allTextContents(), moves);
    await page.getByRole("combobox", { name: "Notation" }).selectOption("wxf");
    await movesShown(page).first().filter({ hasText: "C8=5" }).waitFor();
    assert.equal(await chineseShown(page), "");
    await picture(page, "newcomer-end");
    const game = await (await page.request.get(`${server.url}/v1/games/${gameId(page)}`)).json();
    assert.deepEqual([game.status, game.winner, game.reason], ["won", "red", "checkmate"]);
  });
});
