// A player who loses the connection: the page says so, and the game continues or can be claimed.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { play, picture, status, waitForMoves } from "./support/browser";
import { agreeToDraw, chooseClock, offerDraw, startPair, strip } from "./support/people";
import { type Server, startServer } from "./support/server";
import { browser } from "./support/stage";

const ABANDON_MS = 1_500;
let server: Server;

before(async () => {
  server = await startServer({ DUIYI_ABANDON_MS: String(ABANDON_MS) });
});
after(() => server.stop());

test("a player goes offline in the middle of a game with a clock and comes back", async (t) => {
  const { first: red, second: black } = await startPair(t, browser, server.url, (page) =>
    chooseClock(page, { Minutes: 5 }),
  );
  await play(red.page, "h2e2");
  await waitForMoves(black.page, 1);
  await play(black.page, "h9g7");
  await waitForMoves(red.page, 2);
  await strip(red.page, "Friend").locator(".connection.here").waitFor();

  await black.page.context().setOffline(true);
  await black.page.getByText("Connection lost").waitFor();
  await strip(black.page, "You").filter({ hasText: "offline" }).waitFor();
  await picture(black.page, "offline");
  await strip(red.page, "Friend").filter({ hasText: "away" }).waitFor();
  await play(red.page, "h0g2");
  await waitForMoves(red.page, 3);
  await black.page.context().setOffline(false);
  await black.page.getByText("Connection lost").waitFor({ state: "detached" });
  await waitForMoves(black.page, 3);
  await strip(red.page, "Friend").locator(".connection.here").waitFor();
  await play(black.page, "b9c7");
  await waitForMoves(red.page, 4);
  await offerDraw(red.page);
  await agreeToDraw(black.page);
  await status(red.page).filter({ hasText: "Draw: by agreement" }).waitFor();
});

test("a player who leaves can be claimed against, and not before the time", async (t) => {
  const { first: red, second: black } = await startPair(t, browser, server.url);
  await play(red.page, "h2e2");
  await waitForMoves(black.page, 1);
  await play(black.page, "h9g7");
  await waitForMoves(red.page, 2);
  await black.close();
  await strip(red.page, "Friend").filter({ hasText: "away" }).waitFor();
  // It is Red's turn, so there is nothing to claim yet.
  await red.page.waitForTimeout(2 * ABANDON_MS);
  assert.equal(await red.page.locator(".claim").count(), 0);
  // The time counts from the beginning of Black's turn.
  await play(red.page, "h0g2");
  await red.page.getByText("Black has left the game.").waitFor();
  await red.page.getByRole("button", { name: "Claim the win" }).waitFor();
  await red.page.getByRole("button", { name: "Claim a draw" }).waitFor();
  await picture(red.page, "claim");
  await red.page.getByRole("button", { name: "Claim the win" }).click();
  await status(red.page).filter({ hasText: "Red wins: the other player left" }).waitFor();
});
