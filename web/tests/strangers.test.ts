// Strangers find each other, say a few words, and are watched; an invitation with a clock waits until its guest is ready.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { choose, gameId, isReady, openTab, PHONE, play, status, waitForMoves } from "./support/browser";
import { chooseClock, invite, strip, visitor } from "./support/people";
import { browser, server } from "./support/stage";

const find = (page: Page) => page.getByRole("button", { name: "Find an opponent" });

async function lookForStranger(page: Page): Promise<void> {
  await page.goto(server.url);
  await isReady(page);
  await choose(page, "Stranger");
  await choose(page, "Random");
}

test("two strangers meet, speak, and a third one watches them and sees the rematch", async (t) => {
  const [one, other, third] = await Promise.all([
    visitor(t, browser),
    visitor(t, browser, PHONE),
    visitor(t, browser),
  ]);
  await lookForStranger(one.page);
  await find(one.page).click();
  await one.page.getByText("Looking for an opponent").waitFor();
  await lookForStranger(other.page);
  await other.page.locator(".lobby li").getByRole("button", { name: "Play" }).click();
  await Promise.all([one, other].map(({ page }) => strip(page, "You").waitFor()));
  assert.equal(gameId(one.page), gameId(other.page));
  const isRed = (await strip(one.page, "You").filter({ hasText: "Red" }).count()) === 1;
  const [red, black] = isRed ? [one, other] : [other, one];

  await third.page.goto(`${server.url}/#/g/${gameId(one.page)}`);
  await status(third.page).filter({ hasText: "You are watching" }).waitFor();
  await Promise.all([red, black].map(({ page }) => openTab(page, "Moves")));
  await play(red.page, "h2e2");
  await waitForMoves(black.page, 1);

  await red.page.locator(".phrases summary").click();
  await red.page.getByRole("button", { name: "Good luck!" }).click();
  await Promise.all(
    [black, third].map(({ page }) =>
      page.locator(".notice").filter({ hasText: "Red: Good luck!" }).waitFor(),
    ),
  );
  await black.page.locator(".phrases summary").click();
  await black.page.getByLabel("Do not show what the other player says").check();
  await black.page.locator(".notice").waitFor({ state: "detached" });
  await red.page.getByRole("button", { name: "Thanks!" }).click();
  await third.page.locator(".notice").filter({ hasText: "Red: Thanks!" }).waitFor();
  assert.equal(await black.page.locator(".notice").count(), 0);
  await red.page.locator(".phrases .note").filter({ hasText: "1 watches" }).waitFor();

  await black.page.getByRole("button", { name: "Abort" }).click();
  await black.page.getByRole("button", { name: "Yes, abort" }).click();
  await red.page.getByRole("button", { name: "Look for another opponent" }).click();
  await find(red.page).waitFor();
  for (const { complaints } of [one, other, third]) assert.deepEqual(complaints, []);
});

test("an engine takes the place of a stranger who does not come, and a search can be stopped", async (t) => {
  const { page, complaints } = await visitor(t, browser, { locale: "zh-CN" });
  await page.goto(server.url);
  await isReady(page);
  await choose(page, "陌生人");
  await page.getByRole("button", { name: "寻找对手" }).click();
  await page.getByText("正在寻找对手").waitFor();
  await page.getByRole("button", { name: "停止寻找" }).click();
  await page.getByRole("button", { name: "寻找对手" }).waitFor();
  assert.deepEqual(complaints, []);
});

test("the clock of an invitation begins only when the guest is ready", async (t) => {
  const [host, guest] = await Promise.all([visitor(t, browser), visitor(t, browser)]);
  const link = await invite(host.page, server.url, (page) => chooseClock(page, { Minutes: 5 }));
  await guest.page.goto(link);
  await guest.page.getByText("Somebody invites you").waitFor();
  await status(host.page).filter({ hasText: "Waiting for the other player" }).waitFor();
  await guest.page.reload();
  await guest.page.getByRole("button", { name: "Ready", exact: true }).click();
  await strip(guest.page, "You").filter({ hasText: "Black" }).waitFor();
  assert.ok(!guest.page.url().includes("/join/"));
  await strip(host.page, "You").filter({ hasText: "first move within" }).waitFor();
});
