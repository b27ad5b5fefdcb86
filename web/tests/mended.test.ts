// Notices, the counting of moves, arrow keys, the accuracy, imported records, copying and main buttons.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { openFiles } from "./support/analysis";
import {
  choose,
  movesShown,
  openTab,
  play,
  reviewed,
  status,
  tap,
  waitForMoves,
  withPage,
} from "./support/browser";
import { offerDraw, startPair, visitor } from "./support/people";
import { browser, server } from "./support/stage";

async function load(page: Page, record: string, count: number): Promise<void> {
  await openTab(page, "Record");
  await page.getByLabel("A record, a list of moves").fill(record);
  await page.getByRole("button", { name: "Load" }).click();
  await waitForMoves(page, count);
}

for (const [screen, viewport] of [
  ["a desktop", { width: 1280, height: 800 }],
  ["a phone", { width: 390, height: 844 }],
  ["a phone in landscape", { width: 844, height: 390 }],
] as const) {
  test(`on ${screen} a notice covers neither the board nor what comes next`, async () => {
    await withPage(
      browser,
      server.url,
      async (page) => {
        await play(page, "h2e2");
        await waitForMoves(page, 2);
        await tap(page, "a0");
        await tap(page, "a5");
        await page.locator(".notice").waitFor();
        const covered = await page.evaluate(() => {
          const notice = document.querySelector(".notice")?.getBoundingClientRect() as DOMRect;
          return [...document.querySelectorAll(".cells button, aside button, aside a")]
            .filter((element) => {
              const box = element.getBoundingClientRect();
              const isShown = box.width > 0 && box.bottom > 0 && box.top < innerHeight;
              return (
                isShown &&
                box.left < notice.right &&
                box.right > notice.left &&
                box.top < notice.bottom &&
                box.bottom > notice.top
              );
            })
            .map((element) => element.outerHTML.slice(0, 60));
        });
        assert.deepEqual(covered, []);
      },
      { viewport },
    );
  });
}

test("a notice that asks for nothing goes away by itself", async () => {
  await withPage(browser, server.url, async (page) => {
    await page.clock.install();
    await tap(page, "a5");
    await page.locator(".notice").waitFor();
    await page.clock.fastForward("00:13");
    await page.locator(".notice").waitFor({ state: "detached" });
  });
});

test("an error that no retry can mend has no button to retry, and a notice goes with its page", async () => {
  await withPage(browser, server.url, async (page) => {
    await openTab(page, "Record");
    await page.getByLabel("A record, a list of moves").fill("炮二平五 马8进9 车一进九");
    await page.getByRole("button", { name: "Load" }).click();
    await page.locator(".notice.error").waitFor();
    assert.equal(await page.getByRole("button", { name: "Try again" }).count(), 0);
    await openTab(page, "New game");
    await page.getByRole("button", { name: "Set up a position" }).click();
    await page.locator(".notice").waitFor({ state: "detached" });
  });
});

test("a record of another game chooses that game, and its result is no resignation", async () => {
  await withPage(browser, server.url, async (page) => {
    await load(page, '[Game "Renju"]\n[Result "1-0"]\n\n1. h8 h9 2. i9 1-0', 3);
    await page.locator("[data-point=o15]").waitFor();
    await status(page).filter({ hasText: "Black wins: as the record says" }).waitFor();
  });
});

test("moves are counted alike in the list, the status and the review", async () => {
  await withPage(browser, server.url, async (page) => {
    // Red loses a chariot for nothing at the fifth ply, which is the third move.
    await load(page, "a0a1 h9g7 a1d1 a9a8 d1d9 e9d9", 6);
    assert.deepEqual(await page.locator(".moves .number").allTextContents(), ["1.", "2.", "3."]);
    await movesShown(page).nth(4).click();
    await status(page).filter({ hasText: "After move 3 (Red)" }).waitFor();
    await movesShown(page).nth(3).click();
    await status(page).filter({ hasText: "After move 2 (Black)" }).waitFor();
    await openTab(page, "Analysis");
    await page.getByRole("button", { name: "Review the game" }).click();
    await reviewed(page);
    await page.locator(".mistakes .blunder").filter({ hasText: "3. d1d9" }).waitFor();
    const [red = "", black = ""] = await page.locator(".accuracy dd").allTextContents();
    assert.ok(Number.parseInt(red) < 80, red);
    assert.ok(Number.parseInt(black) > Number.parseInt(red), `${black} ${red}`);
  });
});

test("arrow keys step through the moves after clicks on the board and the tabs, and not in a field", async () => {
  await withPage(browser, server.url, async (page) => {
    await choose(page, "Two people here");
    await play(page, "h2e2");
    await waitForMoves(page, 1);
    await play(page, "h9g7");
    await waitForMoves(page, 2);
    await page.keyboard.press("ArrowLeft");
    await status(page).filter({ hasText: "After move 1 (Red)" }).waitFor();
    await openTab(page, "Analysis");
    await page.keyboard.press("ArrowLeft");
    await status(page).filter({ hasText: "Before the first move" }).waitFor();
    await page.getByRole("tabpanel").waitFor();
    assert.equal(await page.getByRole("tab", { name: "Analysis" }).getAttribute("aria-selected"), "true");
    await openTab(page, "Record");
    await page.getByLabel("A record, a list of moves").click();
    await page.keyboard.press("ArrowRight");
    await status(page).filter({ hasText: "Before the first move" }).waitFor();
    await page.locator(".record h2").first().click();
    await page.keyboard.press("ArrowRight");
    await status(page).filter({ hasText: "After move 1 (Red)" }).waitFor();
  });
});

test("the reason why a move is illegal names the piece as the page does", async () => {
  await withPage(browser, server.url, async (page) => {
    await tap(page, "a0");
    await tap(page, "a5");
    await page.locator(".notice").filter({ hasText: "A chariot cannot go" }).waitFor();
  });
});

test("before the first move the left arrow shows nothing earlier", async () => {
  await withPage(browser, server.url, async (page) => {
    await page.keyboard.press("ArrowLeft");
    await page.waitForTimeout(200);
    assert.ok(await page.getByRole("button", { name: "Central cannon" }).isVisible());
    await status(page).filter({ hasText: "Move a piece" }).waitFor();
  });
});

test("two quick steps go back two moves, however slow the server is", async () => {
  await withPage(browser, server.url, async (page) => {
    await load(page, "h2e2 h9g7 h0g2 i9h9", 4);
    await page.route("**/v1/positions", async (route) => {
      await page.waitForTimeout(150);
      await route.continue();
    });
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await status(page).filter({ hasText: "After move 1 (Black)" }).waitFor();
    await page.waitForTimeout(300);
    assert.match((await status(page).textContent()) ?? "", /After move 1 \(Black\)/);
  });
});

test("the arrow keys do not step through a game that is not on the page", async () => {
  await withPage(browser, server.url, async (page) => {
    await load(page, "h2e2 h9g7 h0g2 i9h9", 4);
    const url = page.url();
    for (const place of ["puzzles", "edit"]) {
      await page.goto(`${server.url}/#/${place}`);
      await page.locator(".board:not([aria-busy])").waitFor();
      await page.locator("aside h2").first().click();
      await page.keyboard.press("ArrowLeft");
      await page.waitForTimeout(200);
      await page.goto(url);
      await waitForMoves(page, 4);
      assert.equal(await movesShown(page).nth(3).getAttribute("aria-current"), "step", place);
    }
  });
});

test("a drag that ends beside the points leaves the keyboard alone", async () => {
  await withPage(browser, server.url, async (page) => {
    const [from, board] = await Promise.all(
      ["[data-point=h2]", ".board"].map((place) => page.locator(place).boundingBox()),
    );
    if (!from || !board) throw new Error("there is no board");
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(board.x + board.width / 2, board.y + 2, { steps: 5 });
    await page.mouse.up();
    await page.locator("[data-point=b2]").press("Enter");
    await page.locator("[data-point=b2][aria-selected=true]").waitFor();
  });
});

test("without a clipboard the page says how to copy", async (t) => {
  const { page, complaints } = await visitor(t, browser);
  // As on a page that is served without TLS.
  await page.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined });');
  const says = page.locator(".notice", { hasText: "does not let this page copy" });
  await page.goto(`${server.url}/#/analysis?ruleset=xiangqi&moves=h2e2&ply=1`);
  const files = await openFiles(page);
  await files.locator(".bar").getByRole("button", { name: "Copy" }).click();
  await says.waitFor();
  assert.match(await page.evaluate(() => String(getSelection())), /H2-E2/);
  await page.goto(server.url);
  await load(page, "h2e2 h9g7", 2);
  await openTab(page, "Record");
  await page.getByRole("button", { name: "Share …" }).click();
  await says.waitFor();
  assert.deepEqual(complaints, []);
});

/** The page has one main button, which has this text. */
async function hasMainButton(page: Page, text: string): Promise<void> {
  await page.locator("button.primary:visible", { hasText: text }).waitFor();
  assert.deepEqual(await page.locator("button.primary:visible").allTextContents(), [text]);
}

test("two offers at once have one main button", async (t) => {
  const { first: red, second: black } = await startPair(t, browser, server.url);
  await play(red.page, "h2e2");
  await waitForMoves(black.page, 1);
  await openTab(black.page, "Moves");
  await red.page.getByRole("button", { name: "Take back" }).click();
  await hasMainButton(black.page, "Allow it");
  await offerDraw(red.page);
  await black.page.getByRole("button", { name: "Accept the draw" }).waitFor();
  assert.equal(await black.page.locator("button.primary:visible").count(), 1);
  await black.page.getByRole("button", { name: "Decline" }).first().click();
  await black.page.getByRole("button", { name: "Decline" }).nth(1).waitFor({ state: "detached" });
  assert.equal(await black.page.locator("button.primary:visible").count(), 1);
});
