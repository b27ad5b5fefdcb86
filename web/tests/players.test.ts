// What each kind of player expects: numbers on stones, confirmed moves, zen mode, premoves, spoken moves, a still layout.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import {
  choose,
  chooseGame,
  chooseSoundEngine,
  isReady,
  movesShown,
  openTab,
  PHONE,
  play,
  set,
  status,
  tap,
  waitForMoves,
  withPage,
} from "./support/browser";
import { agreeToDraw, invite, offerDraw, startPair, strip, visitor } from "./support/people";
import { browser, server } from "./support/stage";

/** Opens a game of a record in which the page plays both sides. */
async function load(page: Page, moves: string): Promise<void> {
  await openTab(page, "Record");
  await page.getByLabel("A record, a list of moves or a position").fill(moves);
  await page.getByRole("button", { name: "Load" }).click();
  await waitForMoves(page, moves.split(" ").length);
}

/** Answers the page's move only when it is released, as an engine that thinks does. */
async function holdReply(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    "**/moves",
    async (route) => {
      await released;
      await route.continue();
    },
    { times: 1 },
  );
  return release;
}

test("the stones have the numbers of their moves, which choices of an opening do not take, and keep their columns", async () => {
  await withPage(browser, server.url, async (page) => {
    await chooseGame(page, "Gomoku");
    await choose(page, "Two people here");
    await page.getByText("More rules").click();
    await page.getByLabel("Opening").selectOption("swap");
    for (const [index, point] of ["h8", "h9", "i9"].entries()) {
      await tap(page, point);
      await waitForMoves(page, index + 1);
    }
    await page.getByRole("button", { name: "Swap colors" }).click();
    await waitForMoves(page, 4);
    await tap(page, "k10");
    await waitForMoves(page, 5);
    assert.equal(await page.locator(".stone text").count(), 0);
    await set(page, () => page.getByLabel("Numbers on the stones").check());
    assert.deepEqual((await page.locator(".stone text").allTextContents()).sort(), ["1", "2", "3", "4"]);
    const rows = await page
      .locator(".moves li")
      .evaluateAll((items) => items.map((item) => [...item.children].map((cell) => cell.textContent)));
    assert.deepEqual(rows, [
      ["1.", "h8", "h9"],
      ["3.", "i9", ""],
      ["", "Swap colors"],
      ["4.", "", "k10"],
    ]);
    // The analysis board numbers the same stones alike.
    await page.getByRole("button", { name: "Analysis board" }).click();
    await page.locator(".tree").waitFor();
    assert.deepEqual((await page.locator(".stone text").allTextContents()).sort(), ["1", "2", "3", "4"]);
  });
});

test("a move waits for its confirmation where the settings say so: Enter or a second tap plays it, Escape takes it back", async () => {
  await withPage(browser, server.url, async (page) => {
    await set(page, () => choose(page, "Always"));
    const question = page.getByText("Play this: Red cannon to e2?");
    await play(page, "h2e2");
    await question.waitFor();
    assert.equal(await page.evaluate(() => location.hash.startsWith("#/g/")), false);
    await page.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    await play(page, "h2e2");
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    await play(page, "h2e2");
    await page.keyboard.press("Enter");
    await waitForMoves(page, 2);
    await set(page, () => choose(page, "Never"));
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("No move has been made yet.").waitFor();
    await play(page, "h0g2");
    await waitForMoves(page, 2);
  });
});

test("by correspondence a move waits for its confirmation from the first game on", async (t) => {
  const { page } = await visitor(t, browser);
  const { page: friend } = await visitor(t, browser);
  const link = await invite(page, server.url, async () => {
    await page.getByRole("combobox", { name: "Clock" }).selectOption({ label: "3 days per move" });
  });
  await friend.goto(link);
  await strip(friend, "You").waitFor();
  await page.locator(".invitation").waitFor({ state: "detached" });
  await play(page, "b0c2");
  await page.getByText("Play this: Red horse to c2?").waitFor();
  await page.getByRole("button", { name: "Play it" }).click();
  await openTab(friend, "Moves");
  await waitForMoves(friend, 1);
});

test("zen mode leaves the board and the actions of a running game, by a key or the settings", async () => {
  await withPage(browser, server.url, async (page) => {
    await play(page, "h2e2");
    await waitForMoves(page, 2);
    const before = await page.locator(".board").boundingBox();
    await page.keyboard.press("z");
    await page.locator("header").waitFor({ state: "hidden" });
    const after = await page.locator(".board").boundingBox();
    assert.ok((after?.height ?? 0) > (before?.height ?? 0), "the board takes the room");
    assert.equal(await page.locator(".panel:visible, [role=tab]:visible, .who:visible").count(), 0);
    assert.ok(await page.getByRole("button", { name: "Resign" }).isVisible());
    await page.getByRole("button", { name: "Leave zen mode" }).click();
    await page.locator("header").waitFor();
    await set(page, () => page.getByLabel("Zen mode").check());
    await page.locator("header").waitFor({ state: "hidden" });
    // The end of the game ends it: what comes next is in sight.
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Yes, resign" }).click();
    await page.locator("header").waitFor();
  });
});

test("a premove is played against the engine, too", async () => {
  await withPage(browser, server.url, async (page) => {
    await chooseSoundEngine(page, "5000");
    await play(page, "a3a4");
    await page.locator(".thought").waitFor();
    await play(page, "a4a5");
    await page.getByText("Premove: a4a5").waitFor();
    await movesShown(page).nth(2).filter({ hasText: "a4a5" }).waitFor();
  });
});

test("while a piece is dragged the board shows where it may go", async () => {
  await withPage(browser, server.url, async (page) => {
    const centre = async (point: string) => {
      const box = await page.locator(`[data-point=${point}]`).boundingBox();
      if (!box) throw new Error(point);
      return [box.x + box.width / 2, box.y + box.height / 2] as const;
    };
    await page.mouse.move(...(await centre("b0")));
    await page.mouse.down();
    await page.mouse.move(...(await centre("c4")), { steps: 4 });
    assert.deepEqual(
      await page
        .locator("[data-target]")
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-point"))),
      ["a2", "c2"],
    );
    // A piece that is dropped beside the points is where it was, and the marks are gone.
    await page.mouse.move(2, 2, { steps: 4 });
    await page.mouse.up();
    assert.equal(await page.locator("[data-target]").count(), 0);
  });
});

test("the result is beside the board, and nothing covers the row that won", async () => {
  await withPage(browser, server.url, async (page) => {
    await chooseGame(page, "Gomoku");
    await choose(page, "Two people here");
    await load(page, "h8 a1 i8 a2 j8 a3 k8 a4 l8");
    await page.locator(".status .result").filter({ hasText: "Black wins: five in a row" }).waitFor();
    for (const point of ["h8", "i8", "j8", "k8", "l8"]) {
      const isCovered = await page.locator(`[data-point=${point}]`).evaluate((cell) => {
        const { left, top, width, height } = cell.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2) !== cell;
      });
      assert.ok(!isCovered, point);
    }
  });
});

test("a draw asks before it ends the game, on both sides", async (t) => {
  const { first, second } = await startPair(t, browser, server.url);
  await play(first.page, "h2e2");
  await waitForMoves(first.page, 1);
  await first.page.getByRole("button", { name: "Draw" }).click();
  await first.page.getByText("Offer a draw?").waitFor();
  await first.page.getByRole("button", { name: "Cancel" }).click();
  await offerDraw(first.page);
  const accept = second.page.getByRole("button", { name: "Accept the draw" });
  // A second tap at the same place does not end the game.
  await accept.dblclick();
  await accept.waitFor();
  await status(first.page).filter({ hasText: "Waiting" }).waitFor();
  await agreeToDraw(second.page);
  await status(first.page).filter({ hasText: "Draw: by agreement" }).waitFor();
});

test("a screen reader says a move by the names of its pieces, in each game", async () => {
  await withPage(browser, server.url, async (page) => {
    await choose(page, "Two people here");
    await load(page, "h2e2 b7b0");
    await status(page).filter({ hasText: "Black cannon takes horse on b0" }).waitFor();
    await page.getByRole("button", { name: "One move back" }).click();
    await status(page).filter({ hasText: "Red cannon to e2" }).waitFor();
  });
  await withPage(browser, `${server.url}/#/`, async (page) => {
    await chooseGame(page, "Renju");
    await choose(page, "Two people here");
    await tap(page, "h8");
    await status(page).filter({ hasText: "Black stone on h8" }).waitFor();
  });
});

test("on a phone neither the board nor the actions move under the finger while a game is played", async () => {
  await withPage(
    browser,
    server.url,
    async (page) => {
      const places = () =>
        page.evaluate(() =>
          [".board", ".actions"].map((selector) => {
            const { left, top, width, height } = document.querySelector(selector)!.getBoundingClientRect();
            return [left, top, width, height].map(Math.round).join(" ");
          }),
        );
      await chooseSoundEngine(page);
      const [board] = await places();
      await play(page, "h2e2");
      await waitForMoves(page, 2);
      const before = await places();
      assert.equal(before[0], board, "after the first move");
      const holds = async (when: string) => assert.deepEqual(await places(), before, when);
      const release = await holdReply(page);
      await play(page, "h0g2");
      await holds("while a move is sent");
      release();
      await waitForMoves(page, 4);
      await holds("after the reply");
      await page.getByRole("button", { name: "Hint" }).click();
      await page.locator(".hint").waitFor();
      await holds("with a hint");
      await tap(page, "e9");
      await page.locator(".notice").waitFor();
      await holds("with a notice");
      await page.getByRole("button", { name: "Draw" }).click();
      await page.getByText("Offer a draw?").waitFor();
      assert.equal((await places())[0], before[0], "with a question");
    },
    PHONE,
  );
});

test("a front page with running games has them at once, so that its board does not move", async () => {
  await withPage(
    browser,
    server.url,
    async (page) => {
      await play(page, "h2e2");
      await waitForMoves(page, 2);
      await page.goto("about:blank");
      await page.addInitScript(() => {
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            (window as unknown as { shifted: number }).shifted += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
        (window as unknown as { shifted: number }).shifted = 0;
      });
      await page.goto(server.url);
      await isReady(page);
      await page.locator(".continue .mine").waitFor();
      const shifted = await page.evaluate(() => (window as unknown as { shifted: number }).shifted);
      assert.ok(shifted < 0.02, `${shifted}`);
    },
    PHONE,
  );
});
