// A game with a clock begins when both players are ready, and one that is aborted says why and offers another.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gameId, PHONE, picture, status } from "./support/browser";
import { chooseClock, invite, ready, strip, visitor } from "./support/people";
import { browser, server } from "./support/stage";

test("a game with a clock begins when both are ready, and who watches it goes on to the next one", async (t) => {
  const [host, guest, third] = await Promise.all([
    visitor(t, browser),
    visitor(t, browser, PHONE),
    visitor(t, browser),
  ]);
  const link = await invite(host.page, server.url, async (page) => {
    await page.getByLabel("Your name").fill("Lin");
    await chooseClock(page, { Minutes: 5 });
  });
  await third.page.goto(`${server.url}/#/g/${gameId(host.page)}`);
  await status(third.page).filter({ hasText: "Waiting for the other player to join" }).waitFor();

  await guest.page.goto(link);
  await guest.page.getByText("Lin invites you").waitFor();
  await guest.page.reload();
  await guest.page.getByLabel("Your name").fill("Hu");
  await ready(guest.page).click();
  await status(guest.page).filter({ hasText: "You are ready" }).waitFor();
  assert.ok(!guest.page.url().includes("/join/"));
  await picture(guest.page, "ready-guest");

  await status(host.page).filter({ hasText: "The other player is ready. Are you?" }).waitFor();
  assert.match(await host.page.title(), /^The other player is ready/);
  assert.equal(await strip(host.page, "first move within").count(), 0, "no clock runs");
  await picture(host.page, "ready-host");
  await ready(host.page).click();
  for (const { page } of [host, guest, third]) await strip(page, "first move within").waitFor();
  await strip(host.page, "Hu").filter({ hasText: "Black" }).waitFor();
  await strip(guest.page, "Lin").filter({ hasText: "Red" }).waitFor();

  await guest.page.getByRole("button", { name: "Abort" }).click();
  await guest.page.getByRole("button", { name: "Yes, abort" }).click();
  for (const { page } of [host, guest, third])
    await status(page).filter({ hasText: "The game was aborted · Black did not want to play" }).waitFor();
  await host.page.getByRole("button", { name: "Look for another opponent" }).waitFor();
  await host.page.getByRole("button", { name: "Rematch" }).click();
  await guest.page.getByRole("button", { name: "Play again" }).click();
  // Both have just agreed to play.
  for (const { page } of [host, guest]) await strip(page, "first move within").waitFor();
  await third.page.getByRole("button", { name: "Go to the next game" }).click();
  await strip(third.page, "Hu").filter({ hasText: "Red" }).waitFor();
  assert.equal(gameId(third.page), gameId(host.page));
  for (const { complaints } of [host, guest, third]) assert.deepEqual(complaints, []);
});

test("a host who has left keeps the guest waiting and no clock runs, in Chinese", async (t) => {
  const [host, guest] = await Promise.all([
    visitor(t, browser),
    visitor(t, browser, { ...PHONE, locale: "zh-CN" }),
  ]);
  const link = await invite(host.page, server.url, (page) => chooseClock(page, { Minutes: 5 }));
  const own = host.page.url();
  await host.page.goto("about:blank");
  await guest.page.goto(link);
  await guest.page.getByText("双方都准备好后对局开始").waitFor();
  await guest.page.getByRole("button", { name: "准备好了" }).click();
  await status(guest.page).filter({ hasText: "你已准备好" }).waitFor();
  await host.page.goto(own);
  await ready(host.page).click();
  await guest.page.locator(".strip", { hasText: "秒内走第一步" }).first().waitFor();
  assert.deepEqual(guest.complaints, []);
});
