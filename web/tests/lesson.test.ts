// What a review teaches: the opening's name, what a mistake overlooked, and another try from before it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, picture, withPage } from "./support/browser";
import { browser, server } from "./support/stage";

test("a review says what a mistake overlooked and lets one try again", async () => {
  const body = { ruleset: "xiangqi", moves: ["h2e2", "h9g7", "e2e6", "g7e6"] };
  const created = await fetch(`${server.url}/v1/games`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { id } = (await created.json()) as { id: string };
  await withPage(browser, `${server.url}/#/g/${id}`, async (page) => {
    await openTab(page, "Moves");
    await page.getByText("Central Cannon", { exact: true }).waitFor();
    await openTab(page, "Analysis");
    await page.getByRole("button", { name: "Review the game" }).click();
    const mistake = page.locator(".mistakes li", { hasText: "Loses the cannon on e6." });
    await mistake.waitFor();
    await page.locator(".accuracy").waitFor();
    await picture(page, "lesson");
    await mistake.getByRole("button", { name: "Try again here" }).click();
    assert.match(page.url(), /#\/$/);
    // The cannon stands in the center again, and it is Red's turn.
    await page.locator('[data-point="e2"][aria-label*="cannon"]').waitFor();
  });
});

test("a renju opening has its name in both languages", async () => {
  const created = await fetch(`${server.url}/v1/games`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ruleset: "renju", moves: ["h8", "g8", "g9"] }),
  });
  const { id } = (await created.json()) as { id: string };
  await withPage(browser, `${server.url}/#/g/${id}`, async (page) => {
    await openTab(page, "Moves");
    await page.getByText("Kagetsu").waitFor();
    await page.getByRole("button", { name: "中文" }).click();
    await page.getByText("花月").waitFor();
  });
});
