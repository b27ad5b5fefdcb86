// Small screens, and what the board shows.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import {
  choose,
  chooseGame,
  movesShown,
  openTab,
  picture,
  play,
  showEvaluation,
  status,
  tap,
  waitForMoves,
  withPage,
} from "./support/browser";
import { chooseClock, startPair } from "./support/people";
import { browser, server } from "./support/stage";

/** What of these elements is outside the window. */
const outside = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll(wanted)]
        .filter((element) => {
          const box = element.getBoundingClientRect();
          return box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth;
        })
        .map((element) => element.outerHTML.slice(0, 60)),
    selector,
  );

const SCREENS = [
  ["a phone in landscape", { width: 844, height: 390 }],
  ["a large phone in landscape", { width: 932, height: 430 }],
  ["a tablet in portrait", { width: 768, height: 1024 }],
  ["the smallest phone", { width: 320, height: 568 }],
  ["a phone", { width: 390, height: 844 }],
] as const;

for (const [screen, viewport] of SCREENS) {
  test(`on ${screen} the whole board and the actions are visible`, async () => {
    await withPage(
      browser,
      server.url,
      async (page) => {
        const whole = ".board, .strip, .status .line, .action";
        await play(page, "h2e2");
        await waitForMoves(page, 2);
        await picture(page, `game-${viewport.width}`);
        assert.deepEqual(await outside(page, whole), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        const board = await page.locator(".board").boundingBox();
        assert.ok((board?.width ?? 0) >= 270, `${board?.width}`);
        // The evaluation is as wide as the board where it is above it.
        await showEvaluation(page);
        const bar = await page.locator(".evaluation").boundingBox();
        assert.ok(Math.abs((bar?.width ?? 0) - (board?.width ?? 0)) < 1, `${bar?.width}, ${board?.width}`);
      },
      { viewport, hasTouch: true },
    );
  });
}

for (const [screen, viewport] of [...SCREENS, ["a small phone", { width: 320, height: 640 }] as const]) {
  test(`on ${screen} the board, the first moves and the actions of the next game are visible`, async () => {
    await withPage(
      browser,
      server.url,
      async (page) => {
        await page.locator(".start button").first().waitFor();
        assert.deepEqual(
          await outside(page, ".board, .strip, .status .line, .start button, .action:enabled"),
          [],
        );
        const board = await page.locator(".board").boundingBox();
        assert.ok((board?.width ?? 0) >= 250, `${board?.width}`);
      },
      { viewport, hasTouch: true },
    );
  });
}

test("the coordinates of 15 lines are readable on a phone, and nothing covers them or cuts them off", async () => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    await withPage(
      browser,
      server.url,
      async (page) => {
        await chooseGame(page, "Gomoku");
        await page.locator(".board:not([aria-busy])").waitFor();
        const sizes = await page
          .locator(".coordinates text")
          .evaluateAll((texts) =>
            texts.map(
              (text) =>
                Number.parseFloat(getComputedStyle(text).fontSize) *
                ((text as SVGGraphicsElement).getScreenCTM()?.a ?? 0),
            ),
          );
        assert.ok(Math.min(...sizes) >= 7.5, `${Math.min(...sizes)} px`);
        const isCut = await page.evaluate(() => {
          const board = document.querySelector(".board .picture")?.getBoundingClientRect() ?? new DOMRect();
          return [...document.querySelectorAll(".coordinates text")].some((text) => {
            const box = text.getBoundingClientRect();
            return box.left < board.left || box.right > board.right;
          });
        });
        assert.equal(isCut, false);
      },
      { viewport, hasTouch: true },
    );
  }
});

test("without players' names the board has their height", async () => {
  await withPage(
    browser,
    server.url,
    async (page) => {
      for (const place of ["puzzles", "analysis?ruleset=xiangqi"]) {
        await page.goto(`${server.url}/#/${place}`);
        await page.locator(".board:not([aria-busy])").waitFor();
        const board = await page.locator(".board").boundingBox();
        assert.ok((board?.height ?? 0) >= 370, `${place}: ${board?.height}`);
        assert.deepEqual(await outside(page, ".board"), []);
      }
    },
    { viewport: { width: 844, height: 390 }, hasTouch: true },
  );
});

test("on the smallest phone a second tap places the stone on a board of 15 lines", async () => {
  await withPage(
    browser,
    server.url,
    async (page) => {
      await chooseGame(page, "Gomoku");
      await choose(page, "Two people here");
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.locator("[data-point=h8]").tap();
      await page.locator(".aim.ghost").waitFor({ state: "attached" });
      await page.locator("[data-point=j9]").tap();
      await page.locator("[data-point=j9]").tap();
      await waitForMoves(page, 1);
      assert.deepEqual(await movesShown(page).allTextContents(), ["j9"]);
      await page.locator(".aim.ghost").waitFor({ state: "detached" });
    },
    { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true },
  );
});

for (const width of [320, 390]) {
  test(`the time for the first move is not cut off beside the clock at ${width} px`, async (t) => {
    const { first } = await startPair(t, browser, server.url, (page) => chooseClock(page, { Minutes: 10 }), {
      viewport: { width, height: 844 },
    });
    const note = first.page.locator(".clock-note").filter({ hasText: "first move within" });
    await note.waitFor();
    await picture(first.page, `first-move-${width}`);
    const fits = await note.evaluate(
      (element) =>
        element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight + 1,
    );
    assert.ok(fits);
    assert.deepEqual(await outside(first.page, ".strip .clock, .strip .who"), []);
  });
}

test("a board of 19 lines has nine star points", async () => {
  await withPage(browser, server.url, async (page) => {
    await chooseGame(page, "Gomoku");
    await page.getByText("More rules").click();
    await page.getByRole("combobox", { name: "Board" }).selectOption("19");
    await page.locator("[data-point=s19]").waitFor();
    assert.equal(await page.locator(".star").count(), 9);
  });
});

test("no piece and no mark covers the coordinates", async () => {
  await withPage(browser, server.url, async (page) => {
    const covered = () =>
      page.evaluate(() => {
        const pieces = [...document.querySelectorAll(".piece .rim, .stone circle, .winning")].map((element) =>
          element.getBoundingClientRect(),
        );
        const texts = [...document.querySelectorAll(".coordinates text")].map((element) =>
          element.getBoundingClientRect(),
        );
        return texts.filter((text) =>
          pieces.some((piece) => {
            const radius = piece.width / 2;
            const x = Math.max(text.left, Math.min(piece.left + radius, text.right));
            const y = Math.max(text.top, Math.min(piece.top + radius, text.bottom));
            return Math.hypot(x - piece.left - radius, y - piece.top - radius) < radius;
          }),
        ).length;
      });
    assert.equal(await covered(), 0);
    await chooseGame(page, "Gomoku");
    await choose(page, "Two people here");
    for (const [index, point] of ["a1", "c3", "b1", "d3", "c1", "e3", "d1", "f3", "e1"].entries()) {
      await tap(page, point);
      await waitForMoves(page, index + 1);
    }
    await page.locator(".winning").first().waitFor({ state: "attached" });
    assert.equal(await covered(), 0);
    await page.locator(".status .result").filter({ hasText: "Black wins: five in a row" }).waitFor();
    await picture(page, "result");
    // One main button at a time, on every tab.
    for (const tab of ["New game", "Moves", "Analysis", "Record"]) {
      await openTab(page, tab);
      assert.equal(await page.locator("button.primary:visible").count(), 1, tab);
    }
  });
});

test("no view has more than one main button", async () => {
  await withPage(browser, server.url, async (page) => {
    const main = () => page.locator("button.primary:visible").allTextContents();
    for (const tab of ["New game", "Moves", "Analysis", "Record"]) {
      await openTab(page, tab);
      assert.deepEqual(await main(), ["Central cannon"], tab);
    }
    await play(page, "h2e2");
    await waitForMoves(page, 2);
    for (const tab of ["New game", "Moves", "Analysis", "Record"]) {
      await openTab(page, tab);
      assert.deepEqual(await main(), tab === "New game" ? ["New game"] : [], tab);
    }
    for (const [place, names] of [
      ["edit", ["Play from here"]],
      ["puzzles", []],
      ["analysis", []],
    ] as const) {
      await page.goto(`${server.url}/#/${place}`);
      await page.locator(".board:not([aria-busy])").waitFor();
      if (names[0]) await page.locator("button.primary", { hasText: names[0] }).first().waitFor();
      assert.deepEqual(await main(), names, place);
    }
  });
});

test("Taraguchi's allowed area is shown, and the choices of an opening have their own place", async () => {
  await withPage(browser, server.url, async (page) => {
    await chooseGame(page, "Renju");
    await choose(page, "Two people here");
    await page.getByText("More rules").click();
    await page.getByLabel("Opening").selectOption("taraguchi10");
    await tap(page, "h8");
    const group = page.getByRole("group", { name: "Opening: what will you do?" });
    await group.getByRole("button", { name: "Keep colors" }).click();
    await page.locator("rect.area").waitFor({ state: "attached" });
    // The second stone lies in the central nine points.
    const [area, cell] = await Promise.all([
      page.locator("rect.area").getAttribute("width"),
      page.locator("rect.area").getAttribute("height"),
    ]);
    assert.deepEqual([area, cell], ["3", "3"]);
    await picture(page, "taraguchi-area");
  });
});

/** Holds back the responses to these requests until the returned function is called. */
async function hold(page: Page, requests: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(requests, async (held) => {
    await released;
    await held.continue();
  });
  return release;
}

test("before the puzzle arrives its board is a skeleton", async () => {
  await withPage(browser, server.url, async (page) => {
    const release = await hold(page, "**/v1/puzzles/next?*");
    await page.goto(`${server.url}/#/puzzles`);
    await page.locator(".board[aria-busy=true]").waitFor();
    release();
    await page.locator(".board:not([aria-busy])").waitFor();
  });
});

test("before the position arrives the board is a skeleton", async () => {
  await withPage(browser, server.url, async (page) => {
    const release = await hold(page, "**/v1/positions");
    await page.reload();
    await page.locator(".board[aria-busy=true]").waitFor();
    await status(page).filter({ hasText: "Loading" }).waitFor();
    // A point that takes no taps says so.
    assert.ok(await page.locator('[data-point="h2"]').isDisabled());
    release();
    await page.locator(".board:not([aria-busy])").waitFor();
    assert.ok(await page.locator('[data-point="h2"]').isEnabled());
  });
});
