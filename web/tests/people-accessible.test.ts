// Runs axe on what only games between people show, in both themes, on a desktop and on a phone.
import { after, before, test } from "node:test";
import { isAccessible, pictures } from "./support/accessible";
import { gameId, openTab, PHONE, play, status, waitForMoves } from "./support/browser";
import { chooseClock, invite, offerDraw, startPair, strip, visitor } from "./support/people";
import { type Server, startServer } from "./support/server";
import { browser } from "./support/stage";

let server: Server;

before(async () => {
  server = await startServer({ DUIYI_ABANDON_MS: "500" });
});
after(() => server.stop());

for (const [screen, size] of [
  ["desktop", {}],
  ["phone", PHONE],
] as const) {
  const options = { ...size, bypassCSP: true };

  test(`axe finds no violations in an invitation: ${screen}`, async (t) => {
    const alone = await visitor(t, browser, options);
    await invite(alone.page, server.url, (page) => chooseClock(page, { Minutes: 5, "Byo-yomi": 30 }));
    await isAccessible(alone.page, "an invitation");
    await pictures(alone.page, `invitation-${screen}`);
    const watcher = await visitor(t, browser, options);
    await watcher.page.goto(`${server.url}/#/g/${gameId(alone.page)}/join/0123456789abcdef`);
    const ready = watcher.page.getByRole("button", { name: "Ready", exact: true });
    await ready.waitFor();
    await isAccessible(watcher.page, "whether the guest is ready");
    await ready.click();
    await watcher.page.locator(".notice").waitFor();
    await isAccessible(watcher.page, "a wrong invitation");
  });

  test(`axe finds no violations between people: ${screen}`, async (t) => {
    const { first: red, second: black } = await startPair(
      t,
      browser,
      server.url,
      (page) => chooseClock(page, { Minutes: 5, Increment: 1 }),
      options,
    );
    await play(black.page, "h9g7");
    await black.page.getByText("Premove: h9g7").waitFor();
    await isAccessible(black.page, "a premove");
    await black.page.getByRole("button", { name: "Abort" }).click();
    await isAccessible(black.page, "aborting");
    await black.page.getByRole("button", { name: "Cancel", exact: true }).click();
    await play(red.page, "h2e2");
    await waitForMoves(red.page, 2);
    await isAccessible(red.page, "two clocks");
    const watcher = await visitor(t, browser, options);
    await watcher.page.goto(`${server.url}/#/g/${gameId(red.page)}`);
    await status(watcher.page).filter({ hasText: "You are watching" }).waitFor();
    await isAccessible(watcher.page, "watching");
    await openTab(watcher.page, "Record");
    await isAccessible(watcher.page, "the link to watch");

    await offerDraw(red.page);
    await black.page.getByRole("button", { name: "Accept the draw" }).waitFor();
    await isAccessible(black.page, "a draw offer");
    await isAccessible(red.page, "an own draw offer");
    await isAccessible(watcher.page, "a draw offer, watched");
    await black.page.getByRole("button", { name: "Decline" }).click();
    await red.page.locator(".notice").filter({ hasText: "declines the draw" }).waitFor();
    await red.page.getByRole("button", { name: "Take back" }).click();
    await black.page.getByRole("button", { name: "Allow it" }).waitFor();
    await isAccessible(black.page, "a takeback offer");
    await pictures(black.page, `takeback-${screen}`);
    await black.page.getByRole("button", { name: "Decline" }).click();
    await play(red.page, "h0g2");
    await waitForMoves(red.page, 3);
    await red.page.getByRole("button", { name: "Resign" }).waitFor();

    await black.page.context().setOffline(true);
    await black.page.getByText("Connection lost").waitFor();
    await isAccessible(black.page, "offline");
    await red.page.getByRole("button", { name: "Claim the win" }).waitFor();
    await isAccessible(red.page, "a claim");
    await pictures(red.page, `claim-${screen}`);
    await black.page.context().setOffline(false);
    await strip(red.page, "Friend").locator(".connection.here").waitFor();
    await black.page.getByRole("button", { name: "Resign" }).click();
    await isAccessible(black.page, "resigning");
    await black.page.getByRole("button", { name: "Yes, resign" }).click();
    await red.page.getByRole("button", { name: "Rematch" }).click();
    await black.page.getByRole("button", { name: "Play again" }).waitFor();
    await isAccessible(black.page, "a rematch offer");
    await isAccessible(red.page, "an own rematch offer");
  });
}
