// Piece sets, boards, and the help for newcomers.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { isAccessible } from "./support/accessible";
import { PHONE, picture, tap, withPage } from "./support/browser";
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
  for (const colorScheme of ["light", "dark"] as const) {
    await withPage(
      browser,
      server.url,
      async (page) => {
        await page.getByRole("button", { name: "Settings" }).click();
        await isAccessible(page, `the dialog, ${colorScheme}`);
        for (const name of ["Paper", "Jade", "Slate"]) {
          await page.getByRole("radio", { name, exact: true }).check();
          await picture(page, `board-${name.toLowerCase()}-${colorScheme}`);
        }
        await page.getByRole("button", { name: "Done" }).click();
        await tap(page, "b0");
        await picture(page, `board-selected-${colorScheme}`);
        await isAccessible(page, `a selected piece on slate, ${colorScheme}`);
      },
      { colorScheme, bypassCSP: true },
    );
  }
});

const help = (page: Page) => page.locator(".move-help");
const goes = (page: Page) =>
  page
    .locator("[data-goes]")
    .evaluateAll((marks) => marks.map((mark) => (mark as SVGElement).dataset.goes ?? ""));

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
    await page.getByRole("button", { name: "中文" }).click();
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

/** A sequence that looks random and is the same in every run. */
function* numbers(): Generator<number> {
  for (let state = 7; ; state = (state * 1103515245 + 12345) % 2147483648) yield state >> 8;
}

const MOST_MOVES = 30;

test("a newcomer who does not read Chinese plays a whole game with the help shown", async () => {
  await withPage(browser, server.url, async (page) => {
    await choosePieces(page, "Pictures");
    await page.getByRole("combobox", { name: "Level", exact: true }).selectOption("1");
    await page.getByRole("combobox", { name: "Time per move" }).selectOption("200");
    const random = numbers();
    const pick = <T>(items: T[]): T => items[(random.next().value ?? 0) % items.length] as T;
    const result = page.locator(".board .result");
    const ready = page.locator(".board [data-take]").first().or(result);
    let made = 0;
    for (; made < MOST_MOVES; made += 1) {
      await ready.waitFor();
      if (await result.isVisible()) break;
      const own = await page
        .locator(".board [data-take]")
        .evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).dataset.point ?? ""));
      // Points at pieces until one of them can go somewhere.
      let [from, targets]: [string, string[]] = ["", []];
      while (targets.length === 0) {
        from = pick(own);
        own.splice(own.indexOf(from), 1);
        await page.hover(`[data-point=${from}]`);
        await help(page).waitFor();
        targets = await goes(page);
      }
      if (made === 3) await picture(page, "newcomer");
      await tap(page, from);
      await tap(page, pick(targets));
      await page.waitForFunction(
        (moves) =>
          document.querySelector(".board .result") !== null ||
          (document.querySelectorAll(".moves li button.move").length >= moves &&
            document.querySelector(".board [data-take]") !== null),
        2 * made + 2,
      );
    }
    if (made === MOST_MOVES) {
      await page.getByRole("button", { name: "Resign" }).click();
      await page.getByRole("button", { name: "Yes, resign" }).click();
    }
    await result.waitFor();
    console.log(`${made} moves of the newcomer: ${await result.textContent()}`);
  });
});
