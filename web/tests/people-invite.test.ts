// Invitations: the seat belongs to the first who opens the link, and stays in that browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gameId, isReady, openTab, picture, status } from "./support/browser";
import { invite, startPair, strip, visitor } from "./support/people";
import { browser, server } from "./support/stage";

test("the invitation leaves no trace in the history, and a new tab of the browser keeps the seat", async (t) => {
  const [red, black] = await Promise.all([visitor(t, browser), visitor(t, browser)]);
  const link = await invite(red.page, server.url);
  await black.page.goto(server.url);
  await isReady(black.page);
  await black.page.goto(link);
  await status(black.page).filter({ hasText: "Waiting for the other player" }).waitFor();
  assert.ok(!black.page.url().includes("/join/"));
  await black.page.goBack();
  await black.page.goForward();
  assert.equal(black.page.url(), `${server.url}/#/g/${gameId(red.page)}`);
  await status(black.page).filter({ hasText: "Waiting for the other player" }).waitFor();

  const tab = await black.page.context().newPage();
  await tab.goto(black.page.url());
  await strip(tab, "You").filter({ hasText: "Black" }).waitFor();
  // Opening the invitation again, as its creator or as the friend, changes nothing.
  await tab.goto(link);
  await strip(tab, "You").filter({ hasText: "Black" }).waitFor();
  const own = await red.page.context().newPage();
  await own.goto(link);
  await strip(own, "You").filter({ hasText: "Red" }).waitFor();
});

test("the second one who opens the link watches", async (t) => {
  const { first, second } = await startPair(t, browser, server.url);
  const link = await first.page.evaluate(() => {
    const [game] = JSON.parse(localStorage.getItem("duiyi.games") ?? "[]");
    return `${location.origin}/#/g/${game.id}/join/${game.invitation}`;
  });
  const late = await visitor(t, browser);
  await late.page.goto(link);
  await late.page.locator(".notice").filter({ hasText: "This seat is taken" }).waitFor();
  await status(late.page).filter({ hasText: "You are watching" }).waitFor();
  assert.ok(!late.page.url().includes("/join/"));
  assert.deepEqual(await late.page.locator("button.action").allTextContents(), ["Flip"]);
  const stranger = await visitor(t, browser);
  await stranger.page.goto(`${server.url}/#/g/${gameId(second.page)}/join/0123456789abcdef`);
  await stranger.page
    .locator(".notice")
    .filter({ hasText: /taken|not valid/ })
    .waitFor();
});

test("who watches a game and opens a wrong invitation gets a notice, and can still join by the right one", async (t) => {
  const [red, other] = await Promise.all([visitor(t, browser), visitor(t, browser)]);
  const link = await invite(red.page, server.url);
  const game = `${server.url}/#/g/${gameId(red.page)}`;
  await other.page.goto(game);
  await status(other.page).filter({ hasText: "Waiting for the other player to join" }).waitFor();
  for (const wrong of ["0123456789abcdef", "fedcba9876543210"]) {
    await other.page.goto(`${game}/join/${wrong}`);
    await other.page.locator(".notice").filter({ hasText: "This invitation is not valid" }).waitFor();
    await status(other.page).filter({ hasText: "Waiting for the other player to join" }).waitFor();
    assert.equal(other.page.url(), game);
    await other.page.getByRole("button", { name: "Close" }).click();
    await other.page.locator(".notice").waitFor({ state: "detached" });
  }
  await other.page.goto(link);
  await strip(other.page, "You").filter({ hasText: "Black" }).waitFor();
});

test("the server draws the sides, and both boards show their player at the bottom", async (t) => {
  const { first, second } = await startPairAtRandom(t);
  const sides = await Promise.all(
    [first, second].map(({ page }) => page.locator(".strip.bottom .side").textContent()),
  );
  assert.deepEqual(sides.toSorted(), ["Black", "Red"]);
  for (const { page } of [first, second])
    assert.equal(await page.locator(".strip.bottom .who").textContent(), "You");
});

async function startPairAtRandom(t: Parameters<typeof visitor>[0]) {
  const [first, second] = await Promise.all([visitor(t, browser), visitor(t, browser)]);
  const link = await invite(first.page, server.url, (page) =>
    page.getByRole("radio", { name: "Random" }).check(),
  );
  await second.page.goto(link);
  for (const { page } of [first, second])
    await status(page)
      .filter({ hasText: /Your turn|Waiting for the other player$/ })
      .waitFor();
  return { first, second };
}

test("a private game opens for its players and by its link to watch only", async (t) => {
  const { first, second } = await startPair(t, browser, server.url, (page) =>
    page.getByLabel("Only people with a link can watch").check(),
  );
  await openTab(first.page, "Record");
  const link = await first.page.getByRole("textbox", { name: "Link to watch" }).inputValue();
  assert.match(link, /\/watch\/[\w-]{16,}$/);
  const [stranger, friend] = await Promise.all([visitor(t, browser), visitor(t, browser)]);
  await stranger.page.goto(`${server.url}/#/g/${gameId(second.page)}`);
  await status(stranger.page).filter({ hasText: "This game is private" }).waitFor();
  await friend.page.goto(link);
  await status(friend.page).filter({ hasText: "You are watching" }).waitFor();
  assert.ok(!friend.page.url().includes("/watch/"));
  await friend.page.reload();
  await status(friend.page).filter({ hasText: "You are watching" }).waitFor();
  await openTab(friend.page, "Record");
  assert.equal(await friend.page.getByRole("textbox", { name: "Link to watch" }).inputValue(), link);
  await openTab(second.page, "Record");
  await second.page.getByText("This game is private").waitFor();
});

test("the creator cancels the game while it waits, and either player aborts it before the second move", async (t) => {
  const alone = await visitor(t, browser);
  await invite(alone.page, server.url);
  await alone.page.reload();
  await alone.page.getByLabel("Link for your friend").waitFor();
  await alone.page.getByRole("button", { name: "Cancel the game" }).click();
  await status(alone.page).filter({ hasText: "The game was aborted" }).waitFor();

  const { first, second } = await startPair(t, browser, server.url);
  await second.page.getByRole("button", { name: "Abort" }).click();
  await second.page.getByRole("button", { name: "Cancel" }).press("Escape");
  await second.page.getByRole("button", { name: "Abort" }).click();
  await picture(second.page, "aborting");
  await second.page.getByRole("button", { name: "Yes, abort" }).click();
  for (const { page } of [first, second])
    await status(page).filter({ hasText: "The game was aborted" }).waitFor();
});

test("two players join by the links of a director, who plays neither side", async (t) => {
  const response = await fetch(`${server.url}/v1/games`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ruleset: "xiangqi", seats: "invite_both" }),
  });
  const { id, invitations } = (await response.json()) as {
    id: string;
    invitations: { red: string; black: string };
  };
  const [red, black] = await Promise.all([visitor(t, browser), visitor(t, browser)]);
  await black.page.goto(`${server.url}/g/${id}#/join/${invitations.black}`);
  await strip(black.page, "You").filter({ hasText: "Black" }).waitFor();
  await black.page.locator(".invitation").waitFor();
  await red.page.goto(`${server.url}/g/${id}#/join/${invitations.red}`);
  await strip(red.page, "You").filter({ hasText: "Red" }).waitFor();
  await black.page.locator(".invitation").waitFor({ state: "detached" });
});
