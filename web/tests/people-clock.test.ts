// Clocks: both browsers and the server agree on them, a flag falls, and a premove costs no time.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { gameId, openTab, picture, play, status, waitForMoves } from "./support/browser";
import { accept, chooseClock, invite, startPair, strip, visitor } from "./support/people";
import { browser, server } from "./support/stage";

interface ServerClock {
  remaining_ms: Record<string, number>;
  at: string;
  running: string | null;
}

/** The milliseconds that a strip shows, whole seconds or tenths rounded down. */
async function shownMs(page: Page, side: string): Promise<number> {
  const text = (await strip(page, side).locator(".clock").textContent()) ?? "";
  const [seconds = 0, minutes = 0] = text.split(":").map(Number).reverse();
  return Math.round((minutes * 60 + seconds) * 1000);
}

/** What the server's clock of a side shows at this moment, by the server's time. */
async function serverMs(page: Page, side: string): Promise<number> {
  const response = await fetch(`${server.url}/v1/games/${gameId(page)}`);
  const now = Number(response.headers.get("duiyi-time"));
  const { clock } = (await response.json()) as { clock: ServerClock };
  assert.ok(now > 0);
  return (clock.remaining_ms[side] ?? 0) - (clock.running === side ? now - Date.parse(clock.at) : 0);
}

test("the clocks of both players agree with the server's, even if the clock of a computer is wrong", async (t) => {
  const [red, black] = await Promise.all([visitor(t, browser), visitor(t, browser)]);
  await black.page.addInitScript(() => {
    const origin = performance.timeOrigin;
    Object.defineProperty(performance, "timeOrigin", { get: () => origin + 3_600_000 });
  });
  const link = await invite(red.page, server.url, (page) => chooseClock(page, { Minutes: 1, Increment: 2 }));
  await accept(red.page, black.page, link);
  await strip(red.page, "You").filter({ hasText: "first move within" }).waitFor();
  await openTab(red.page, "Moves");
  await play(red.page, "h2e2");
  await waitForMoves(black.page, 1);
  await play(black.page, "h9g7");
  await waitForMoves(red.page, 2);
  await picture(red.page, "clocks");
  for (let count = 0; count < 8; count += 1) {
    const [seenByRed, seenByBlack, truth] = await Promise.all([
      shownMs(red.page, "Red"),
      shownMs(black.page, "Red"),
      serverMs(red.page, "red"),
    ]);
    // The text is rounded down to a second; the three were read within some milliseconds of each other.
    for (const shown of [seenByRed, seenByBlack])
      assert.ok(shown - truth < 300 && truth - shown < 1_300, `${shown} against ${truth}`);
    await red.page.waitForTimeout(330);
  }
  await play(red.page, "h0g2");
  await waitForMoves(black.page, 3);
  // A move earns the increment, and the clock of the side that waits stands still.
  const waiting = await shownMs(red.page, "Red");
  assert.ok(waiting > 55_000 && waiting <= 62_000);
  await red.page.waitForTimeout(1_200);
  assert.equal(await shownMs(red.page, "Red"), waiting);
});

test("a clock counts down smoothly: each text is shown in turn", async (t) => {
  const { first: red, second: black } = await startPair(t, browser, server.url, (page) =>
    chooseClock(page, { Minutes: 0.1 }),
  );
  await play(red.page, "h2e2");
  await waitForMoves(black.page, 1);
  await play(black.page, "h9g7");
  await waitForMoves(red.page, 2);
  // Every text from 4.5 to 3.0 seconds, a tenth at a time.
  const seen = await red.page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const clock = document.querySelector(".strip.bottom .clock") as Element;
        const texts: string[] = [];
        const observer = new MutationObserver(() => {
          const text = clock.textContent ?? "";
          if (text <= "0:04.5" && texts.at(-1) !== text) texts.push(text);
          if (text > "0:03.0") return;
          observer.disconnect();
          resolve(texts);
        });
        observer.observe(clock, { subtree: true, characterData: true, childList: true });
      }),
  );
  const tenths = seen.map((text) => Math.round(Number(text.slice(2)) * 10));
  assert.ok(tenths.length >= 12, `${seen}`);
  for (const [index, value] of tenths.entries())
    assert.ok(index === 0 || value < (tenths[index - 1] as number), `${seen}`);
});

test("low time is shown and announced, and the flag falls by itself", async (t) => {
  const { first: red, second: black } = await startPair(t, browser, server.url, (page) =>
    chooseClock(page, { Minutes: 0.06 }),
  );
  await play(red.page, "h2e2");
  await waitForMoves(black.page, 1);
  await play(black.page, "h9g7");
  await waitForMoves(red.page, 2);
  await strip(red.page, "You").locator(".clock.low").waitFor();
  await red.page
    .locator("[role=status]", { hasText: "Your time is running out" })
    .waitFor({ state: "attached" });
  await strip(black.page, "Friend").locator(".clock.low").waitFor();
  await picture(red.page, "low-time");
  for (const { page } of [red, black])
    await status(page).filter({ hasText: "Black wins: time ran out" }).waitFor();
  assert.equal(await shownMs(black.page, "Red"), 0);
  await red.page.getByRole("button", { name: "Rematch" }).waitFor();
  for (const someone of [red, black]) assert.deepEqual(someone.complaints, []);
});

test("a premove answers at once and costs hardly any time", async (t) => {
  const { first: red, second: black } = await startPair(t, browser, server.url, (page) =>
    chooseClock(page, { Minutes: 1 }),
  );
  await play(red.page, "h2e2");
  await waitForMoves(black.page, 1);
  await play(black.page, "h9g7");
  await waitForMoves(red.page, 2);
  await play(black.page, "b9c7");
  await black.page.getByText("Premove: b9c7").waitFor();
  await red.page.waitForTimeout(1_500);
  await play(red.page, "h0g2");
  await waitForMoves(red.page, 4);
  const left = await serverMs(red.page, "black");
  console.log(`the premove cost ${60_000 - left} ms`);
  assert.ok(left > 59_000, `${left}`);
});

test("byo-yomi follows the game time and is named", async (t) => {
  const { first: red, second: black } = await startPair(t, browser, server.url, (page) =>
    chooseClock(page, { Minutes: 0.02, "Byo-yomi": 15 }),
  );
  await play(red.page, "h2e2");
  await waitForMoves(black.page, 1);
  await play(black.page, "h9g7");
  await waitForMoves(red.page, 2);
  await strip(red.page, "You").filter({ hasText: "byo-yomi" }).waitFor();
  await play(red.page, "h0g2");
  await waitForMoves(black.page, 3);
  // The next move has the whole period again.
  assert.equal(await shownMs(red.page, "Red"), 15_000);
  await status(black.page).filter({ hasText: "Red wins: time ran out" }).waitFor();
});
