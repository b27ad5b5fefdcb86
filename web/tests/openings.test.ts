// The opening book on the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isAccessible } from "./support/accessible";
import { choose, openTab, picture, play, waitForMoves, withPage } from "./support/browser";
import { browser, server } from "./support/stage";

test("the moves of the opening book can be played", async () => {
  await withPage(
    browser,
    server.url,
    async (page) => {
      await choose(page, "Two people here");
      await openTab(page, "Moves");
      const book = page.getByRole("region", { name: "opening book" });
      const central = book.getByRole("button", { name: /^h2e2 \d+%$/ });
      await central.click();
      await waitForMoves(page, 1);
      await page.getByText("Central Cannon", { exact: true }).waitFor();
      await book.getByRole("button", { name: /^h9g7/ }).waitFor();
      await isAccessible(page, "the opening book");
      await picture(page, "opening-book");
      await play(page, "a9a8");
      await waitForMoves(page, 2);
      await book.waitFor({ state: "detached" });
      // From an earlier position the move begins another game.
      await page.locator(".moves li button.move").first().click();
      await book.getByRole("button", { name: /^h9g7/ }).click();
      assert.match(page.url(), /#\/$/);
      await page.locator('[data-point="g7"][aria-label*="horse"]').waitFor();
    },
    { bypassCSP: true },
  );
});
