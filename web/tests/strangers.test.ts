// Strangers find each other, say a few words, and are watched.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { choose, gameId, isReady, openTab, PHONE, play, status, waitForMoves } from "./support/browser";
import { visitor, strip } from "./support/people";
import { browser, server } from "./support/stage";

const find = (page: Page) => page.getByRole("button", { name: "Find an opponent" });

async function lookForStranger(page: Page, name: string): Promise<void> {
  await page.goto(server.url);
  await isReady(page);
  await choose(page, "Stranger");
  await choose(page, "Random");
  await page.getByLabel("Your name").fill(name);
}

test("two strangers meet, speak, and a third one watches them and sees the rematch", async (t) => {
  const [one, other, third] = await Promise.all([
    visitor(t, browser),
    visitor(t, browser, PHONE),
    visitor(t, browser),
  ]);
  await lookForStranger(one.page, "Lin");
  await find(one.page).click();
  await one.page.getByText("Looking for an opponent").waitFor();
  await lookForStranger(other.page, "Hu");
  await other.page
    .locator(".lobby li")
    .filter({ hasText: "Lin" })
    .getByRole("button", { name: "Play" })
    .click();
  await Promise.all([one, other].map(({ page }) => page.waitForURL(/#\/g\//)));
  await Promise.all([one, other].map(({ page }) => strip(page, "You").waitFor()));
  assert.equal(gameId(one.page), gameId(other.page));
  const isRed = (await strip(one.page, "You").filter({ hasText: "Red" }).count()) === 1;
  const [red, black] = isRed ? [one, other] : [other, one];

  await third.page.goto(`${server.url}/#/g/${gameId(one.page)}`);
  await status(third.page).filter({ hasText: "You are watching" }).waitFor();
  for (const name of ["Lin", "Hu"]) await strip(third.page, name).waitFor();
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
  await red.page.locator(".phrases .note").filter({ hasText: "1 person watches" }).waitFor();

  await black.page.getByRole("button", { name: "Abort" }).click();
  await black.page.getByRole("button", { name: "Yes, abort" }).click();
  await red.page.getByRole("button", { name: "Look for another opponent" }).click();
  await find(red.page).waitFor();
  for (const { complaints } of [one, other, third]) assert.deepEqual(complaints, []);
});

test("a search in Chinese can be stopped, and is answered by the name of who looks", async (t) => {
  const [one, other] = await Promise.all([
    visitor(t, browser, { locale: "zh-CN" }),
    visitor(t, browser, { ...PHONE, locale: "zh-CN" }),
  ]);
  const chooseStranger = async (page: Page) => {
    await page.goto(server.url);
    await isReady(page);
    await choose(page, "陌生人");
  };
  await chooseStranger(one.page);
  await one.page.getByRole("button", { name: "寻找对手" }).click();
  await one.page.getByRole("button", { name: "停止寻找" }).click();
  await one.page.getByLabel("你的名字").fill("林");
  await one.page.getByRole("button", { name: "寻找对手" }).click();
  await one.page.getByRole("button", { name: "停止寻找" }).waitFor();
  await chooseStranger(other.page);
  await other.page
    .locator(".lobby li")
    .filter({ hasText: "林" })
    .getByRole("button", { name: "应战" })
    .click();
  await other.page.waitForURL(/#\/g\//);
  await one.page.waitForURL(/#\/g\//);
  assert.equal(gameId(one.page), gameId(other.page));
  for (const { complaints } of [one, other]) assert.deepEqual(complaints, []);
});
