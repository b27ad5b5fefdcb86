// Games of several people, and connections that break.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  chooseGame,
  countRequests,
  gameId,
  isReady,
  openTab,
  picture,
  play,
  status,
  tap,
  waitForMoves,
} from "./support/browser";
import { agreeToDraw, invite, offerDraw, startPair, visitor } from "./support/people";
import { startProxy } from "./support/proxy";
import { startServer } from "./support/server";
import { browser, server } from "./support/stage";

test("two browsers play each other through a link while a third watches", async (t) => {
  const [red, black, watcher] = await Promise.all([
    visitor(t, browser),
    visitor(t, browser),
    visitor(t, browser),
  ]);
  const link = await invite(red.page, server.url);
  assert.match(link, /\/g\/[0-9a-f-]{36}#\/join\/[\w-]{16,}$/);
  await red.page.locator(".qr path[d*=M]").waitFor({ state: "attached" });
  await picture(red.page, "invitation");
  await tap(red.page, "h2");
  await red.page.locator(".notice").filter({ hasText: "when the other player has joined" }).waitFor();

  const asked: string[] = [];
  black.page.on("request", (request) => asked.push(request.url()));
  await black.page.goto(link);
  await status(black.page).filter({ hasText: "Waiting for the other player" }).waitFor();
  // The invitation leaves the URL and the history; the page sends it only in the body of a request.
  assert.equal(black.page.url(), `${server.url}/#/g/${gameId(red.page)}`);
  const invitation = link.split("/").pop() ?? "";
  await watcher.page.goto(`${server.url}/#/g/${gameId(red.page)}`);
  await status(watcher.page).filter({ hasText: "You are watching" }).waitFor();

  await openTab(red.page, "Moves");
  await openTab(black.page, "Moves");
  await play(red.page, "h2e2");
  await status(black.page).filter({ hasText: "Your turn" }).waitFor();
  await tap(red.page, "a5");
  await red.page.locator(".notice").filter({ hasText: "other side" }).waitFor();
  await play(black.page, "h9g7");
  await waitForMoves(red.page, 2);
  await black.page.reload();
  await status(black.page).filter({ hasText: "Waiting for the other player" }).waitFor();
  await play(red.page, "h0g2");
  await status(black.page).filter({ hasText: "Your turn" }).waitFor();
  await openTab(watcher.page, "Moves");
  await waitForMoves(watcher.page, 3);
  await tap(watcher.page, "a6");
  await watcher.page.locator(".notice").filter({ hasText: "watching" }).waitFor();

  await offerDraw(red.page);
  await agreeToDraw(black.page);
  for (const { page } of [red, black, watcher])
    await status(page).filter({ hasText: "Draw: by agreement" }).waitFor();
  assert.ok(asked.every((url) => !url.includes(invitation) || url === link));
  for (const someone of [red, black, watcher]) {
    assert.deepEqual(someone.complaints, []);
  }
});

test("the seats follow the players when an opening swaps the colors", async (t) => {
  const { first, second } = await startPair(t, browser, server.url, async (page) => {
    await chooseGame(page, "Gomoku");
    await page.getByText("More rules").click();
    await page.getByLabel("Opening").selectOption("swap2");
  });
  for (const [index, point] of ["h8", "h9", "i9"].entries()) {
    await tap(first.page, point);
    await waitForMoves(first.page, index + 1);
  }
  await second.page.getByRole("button", { name: "Swap colors" }).click();
  // The player who placed the stones as Black now has White, and White moves.
  await first.page.locator(".strip", { hasText: "You" }).filter({ hasText: "White" }).waitFor();
  await second.page.locator(".strip", { hasText: "You" }).filter({ hasText: "Black" }).waitFor();
  await status(first.page).filter({ hasText: "Your turn" }).waitFor();
  await tap(first.page, "g7");
  await status(second.page).filter({ hasText: "Your turn" }).waitFor();
  await tap(second.page, "g8");
  await waitForMoves(first.page, 6);
});

test("the page reports a lost connection and continues the game when it is back", async (t) => {
  const proxy = await startProxy(server.port);
  t.after(() => proxy.close());
  const [red, black] = await Promise.all([visitor(t, browser), visitor(t, browser)]);
  const link = await invite(red.page, server.url);
  await black.page.goto(link.replace(server.url, proxy.url));
  await status(black.page).filter({ hasText: "Waiting" }).waitFor();
  await openTab(black.page, "Moves");

  const resumed: (string | undefined)[] = [];
  black.page.on("request", (request) => {
    if (request.url().endsWith("/events")) resumed.push(request.headers()["last-event-id"]);
  });
  proxy.cut();
  await black.page.getByText("Reconnecting").waitFor();
  await picture(black.page, "reconnecting");
  await play(red.page, "h2e2");
  proxy.restore();
  await waitForMoves(black.page, 1);
  await black.page.getByText("Reconnecting").waitFor({ state: "detached" });
  assert.ok(resumed.some((id) => id !== undefined && Number(id) > 0));
  await play(black.page, "h9g7");
  await openTab(red.page, "Moves");
  await waitForMoves(red.page, 2);

  // A move without a connection shows an error with a retry button.
  await play(red.page, "h0g2");
  await waitForMoves(black.page, 3);
  proxy.cut();
  await black.page.getByText("Reconnecting").waitFor();
  await play(black.page, "i9h9");
  await black.page.locator(".notice.error").filter({ hasText: "cannot be reached" }).waitFor();
  proxy.restore();
  await black.page.getByText("Reconnecting").waitFor({ state: "detached" });
  await black.page.getByRole("button", { name: "Try again" }).click();
  await waitForMoves(red.page, 4);
});

test("the page says that a game no longer exists", async (t) => {
  const someone = await visitor(t, browser);
  await someone.page.goto(`${server.url}/#/g/00000000-0000-4000-8000-000000000000`);
  await someone.page.getByText("no longer on the server").waitFor();
  await someone.page.getByRole("link", { name: "Duiyi" }).click();
  await isReady(someone.page);
  await play(someone.page, "h2e2");
  await waitForMoves(someone.page, 2);
});

test("the page reports an overloaded server and the retry succeeds", async (t) => {
  const someone = await visitor(t, browser);
  const { page } = someone;
  await page.goto(server.url);
  await isReady(page);
  await page.route("**/moves", (route) =>
    route.fulfill({
      status: 503,
      headers: { "Content-Type": "application/problem+json", "Retry-After": "1" },
      body: JSON.stringify({
        type: "/docs#overloaded",
        title: "Overloaded",
        status: 503,
        detail: "every search thread is busy",
        instance: "/",
        code: "overloaded",
        request_id: "1",
      }),
    }),
  );
  await play(page, "h2e2");
  await page.locator(".notice.error").filter({ hasText: "busy" }).waitFor();
  await page.unroute("**/moves");
  await page.getByRole("button", { name: "Try again" }).click();
  await waitForMoves(page, 2);
});

test("the page asks for an API key when the server needs one", async (t) => {
  // The SHA-256 of the key "let me in".
  const { createHash } = await import("node:crypto");
  const digest = createHash("sha256").update("let me in").digest("hex");
  const guarded = await startServer({ DUIYI_API_KEYS: `[{name = "one", sha256 = "${digest}"}]` });
  t.after(() => guarded.stop());
  const someone = await visitor(t, browser);
  const asked = countRequests(someone.page, "/v1/positions");
  await someone.page.goto(guarded.url);
  await someone.page.getByLabel("API key").fill("let me in");
  await someone.page.waitForTimeout(300);
  assert.equal(asked(), 1, "without a key there is nothing to ask again");
  await someone.page.getByRole("button", { name: "Use it" }).click();
  await play(someone.page, "h2e2");
  await waitForMoves(someone.page, 2);
});

test("a position that was set up outlives a lost connection, and the page waits for the user to try again", async (t) => {
  const { page } = await visitor(t, browser);
  await page.goto(server.url);
  await isReady(page);
  await page.getByRole("button", { name: "Set up a position" }).click();
  await page.getByLabel("FEN").fill("3k5/R8/9/9/9/9/9/9/9/1R2K4 w");
  await page.getByLabel("FEN").press("Enter");
  await page.getByText("The position is legal.").waitFor();
  await page.route("**/v1/positions", (route) => route.abort());
  const asked = countRequests(page, "/v1/positions");
  await page.getByRole("button", { name: "Play from here" }).click();
  await page.locator(".notice").filter({ hasText: "cannot be reached" }).waitFor();
  await page.waitForTimeout(300);
  assert.equal(asked(), 1);
  await page.unroute("**/v1/positions");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator('[data-point="b0"][data-take]').waitFor();
  await play(page, "b0b9");
  await status(page).filter({ hasText: "Red wins: checkmate" }).waitFor();
});
