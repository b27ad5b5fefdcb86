// Features of Renju and Caro: forbidden points, blocked fives, and openings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, chooseGame, gameId, picture, tap, waitForMoves, withPage } from "./support/browser";
import { browser, server } from "./support/stage";

test("forbidden points are marked and explained", async () => {
  await withPage(browser, server.url, async (page) => {
    await chooseGame(page, "Renju");
    await choose(page, "Two people here");
    const moves = ["h8", "a1", "i8", "a3", "g9", "a5", "g10", "a7"];
    for (const [index, move] of moves.entries()) {
      await tap(page, move);
      await waitForMoves(page, index + 1);
    }
    await page.locator(".forbidden").waitFor();
    await tap(page, "g8");
    await page.locator(".notice").filter({ hasText: "two open threes" }).waitFor();
    await picture(page, "forbidden");
  });
});

test("in Caro a five between two stones of the opponent does not end the game", async () => {
  await withPage(browser, server.url, async (page) => {
    await chooseGame(page, "Caro");
    await choose(page, "Two people here");
    const moves = ["h8", "g8", "i8", "m8", "j8", "a1", "k8", "a3", "l8", "a5"];
    for (const [index, move] of moves.entries()) {
      await tap(page, move);
      await waitForMoves(page, index + 1);
    }
    await picture(page, "caro");
    const game = await (await fetch(`${server.url}/v1/games/${gameId(page)}`)).json();
    assert.deepEqual([game.ruleset, game.status, game.ply], ["caro", "playing", moves.length]);
  });
});

const openings = [
  ["Renju", "swap2"],
  ["Renju", "soosyrv8"],
  ["Renju", "taraguchi10"],
  ["Caro", "swap"],
  ["Caro", "long_pro"],
] as const;
for (const [ruleset, opening] of openings) {
  test(`the opening ${opening} can be played with all its choices`, async () => {
    await withPage(browser, server.url, async (page) => {
      await chooseGame(page, ruleset);
      await choose(page, "Two people here");
      await page.getByText("More rules").click();
      await page.getByLabel("Opening").selectOption(opening);
      const url = `${server.url}/v1/games/`;
      for (let steps = 0; steps < 40; steps += 1) {
        const isBegun = page.url().includes("#/g/");
        const game = isBegun ? await (await fetch(url + gameId(page))).json() : null;
        const opened = game ? game.opening : { phase: "put" };
        if (opened.phase === "play") break;
        const version = game?.version ?? 0;
        if (opened.phase === "choose") {
          // The last choice always leads to the longest opening.
          const button = page
            .getByRole("group", { name: "Opening: what will you do?" })
            .getByRole("button")
            .last();
          await button.click();
        } else {
          const legal: string[] = game ? game.legal_moves : ["h8"];
          await tap(page, legal[Math.floor(legal.length / 3)] as string);
        }
        await page.waitForFunction(() => location.hash.startsWith("#/g/"));
        // The server has a choice before the page is ready for the next one: a tap in between is refused, and repeated.
        for (let polls = 0; polls < 50; polls += 1) {
          const now = await (await fetch(url + gameId(page))).json();
          if (now.version > version) break;
          await page.waitForTimeout(20);
        }
        await page.waitForTimeout(60);
        if (steps === 8) await picture(page, `opening-${opening}`);
      }
      const done = await (await fetch(url + gameId(page))).json();
      assert.equal(done.opening.phase, "play");
    });
  });
}
