// Takebacks, draws, rematches and premoves: what one player asks for appears on the other side.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  chooseGame,
  gameId,
  movesShown,
  openTab,
  picture,
  play,
  status,
  tap,
  waitForMoves,
} from "./support/browser";
import { offerDraw, startPair, strip, visitor } from "./support/people";
import { browser, server } from "./support/stage";

test("two people play a game with takebacks, a draw that is declined, a resignation and a rematch", async (t) => {
  const { first: red, second: black } = await startPair(t, browser, server.url);
  await play(red.page, "h2e2");
  await waitForMoves(black.page, 1);
  await play(black.page, "h9g7");
  await waitForMoves(red.page, 2);

  // Black declines one takeback and allows the next one.
  await red.page.getByRole("button", { name: "Take back" }).click();
  await red.page.getByText("You asked to take back.").waitFor();
  await black.page.getByText("Red asks to take back 2 moves.").waitFor();
  await picture(black.page, "takeback");
  await black.page.getByRole("button", { name: "Decline" }).click();
  await red.page.locator(".notice").filter({ hasText: "Black does not allow the takeback" }).waitFor();
  await red.page.getByRole("button", { name: "Take back" }).click();
  await black.page.getByRole("button", { name: "Allow it" }).click();
  for (const { page } of [red, black]) await page.getByText("No move has been made yet.").waitFor();
  await play(red.page, "b2e2");
  await waitForMoves(black.page, 1);

  // A move declines the takeback that the other side asked for.
  await red.page.getByRole("button", { name: "Take back" }).click();
  await black.page.getByText("Red asks to take back a move.").waitFor();
  await play(black.page, "b9c7");
  await red.page.getByText("You asked to take back.").waitFor({ state: "detached" });
  await waitForMoves(red.page, 2);

  await offerDraw(red.page);
  await red.page.getByText("You offered a draw.").waitFor();
  await black.page.getByText("Red offers a draw.").waitFor();
  await black.page.getByRole("button", { name: "Decline" }).click();
  await red.page.locator(".notice").filter({ hasText: "Black declines the draw" }).waitFor();

  // Between people there is no help while the game runs.
  assert.deepEqual(await red.page.locator("button.action").allTextContents(), [
    "Take back",
    "Flip",
    "Draw",
    "Resign",
  ]);
  await openTab(red.page, "Analysis");
  await red.page.getByText("Between people there is no help").waitFor();

  await black.page.getByRole("button", { name: "Resign" }).click();
  await black.page.getByRole("button", { name: "Yes, resign" }).click();
  for (const { page } of [red, black])
    await status(page).filter({ hasText: "Red wins: resignation" }).waitFor();
  await red.page.getByLabel("Analyze this position").waitFor();

  const watcher = await visitor(t, browser);
  const old = gameId(red.page);
  await watcher.page.goto(`${server.url}/#/g/${old}`);
  await status(watcher.page).filter({ hasText: "Red wins" }).waitFor();
  await red.page.getByRole("button", { name: "Rematch" }).click();
  await black.page.getByText("Red wants a rematch.").waitFor();
  await picture(black.page, "rematch");
  await black.page.getByRole("button", { name: "Play again" }).click();
  await strip(black.page, "You").filter({ hasText: "Red" }).waitFor();
  await strip(red.page, "You").filter({ hasText: "Black" }).waitFor();
  assert.notEqual(gameId(red.page), old);
  assert.equal(gameId(red.page), gameId(black.page));
  await play(black.page, "h2e2");
  await status(red.page).filter({ hasText: "Your turn" }).waitFor();
  await play(red.page, "h9g7");
  await status(black.page).filter({ hasText: "Your turn" }).waitFor();
  // A spectator of the old game finds the new one.
  await watcher.page.reload();
  await watcher.page.getByRole("button", { name: "Go to the next game" }).click();
  await status(watcher.page).filter({ hasText: "You are watching" }).waitFor();
  assert.equal(gameId(watcher.page), gameId(red.page));
  for (const someone of [red, black, watcher]) assert.deepEqual(someone.complaints, []);
});

test("a declined rematch leaves the game as it is, and a later one can still be agreed on", async (t) => {
  const { first: black, second: white } = await startPair(t, browser, server.url, (page) =>
    chooseGame(page, "Gomoku"),
  );
  for (const [index, [who, point]] of (
    [
      [black, "h8"],
      [white, "h9"],
      [black, "i8"],
      [white, "i9"],
      [black, "j8"],
      [white, "j9"],
      [black, "k8"],
      [white, "k9"],
      [black, "l8"],
    ] as const
  ).entries()) {
    await tap(who.page, point);
    await waitForMoves((who === black ? white : black).page, index + 1);
  }
  for (const { page } of [black, white])
    await status(page).filter({ hasText: "Black wins: five in a row" }).waitFor();
  await white.page.getByRole("button", { name: "Rematch" }).click();
  await black.page.getByRole("button", { name: "Decline" }).click();
  await white.page.locator(".notice").filter({ hasText: "Black declines the rematch" }).waitFor();
  await black.page.getByRole("button", { name: "Rematch" }).click();
  await white.page.getByRole("button", { name: "Play again" }).click();
  await strip(white.page, "You").filter({ hasText: "Black" }).waitFor();
  await strip(black.page, "You").filter({ hasText: "White" }).waitFor();
});

test("a premove is shown, can be cancelled, and is played when the turn comes", async (t) => {
  const { first: red, second: black } = await startPair(t, browser, server.url);
  const premove = black.page.locator(".picture .premove");
  await play(black.page, "h9g7");
  await black.page.getByText("Premove: h9g7").waitFor();
  await premove.waitFor({ state: "attached" });
  await black.page.locator('[data-point=g7][aria-label*="premove"]').waitFor();
  await picture(black.page, "premove");
  await black.page.getByRole("button", { name: "Cancel the premove" }).click();
  await premove.waitFor({ state: "detached" });
  await play(black.page, "b9c7");
  await premove.waitFor({ state: "attached" });
  await black.page.keyboard.press("Escape");
  await premove.waitFor({ state: "detached" });

  await play(black.page, "h9g7");
  await premove.waitFor({ state: "attached" });
  await play(red.page, "h2e2");
  await waitForMoves(red.page, 2);
  assert.deepEqual(await movesShown(red.page).allTextContents(), ["h2e2", "h9g7"]);
  await premove.waitFor({ state: "detached" });

  // The capture of the cannon at e2 is chosen before it moves away: then it is not legal any more.
  await play(black.page, "b9b2");
  await premove.waitFor({ state: "attached" });
  await play(red.page, "e2e6");
  await black.page.locator(".notice").filter({ hasText: "not legal any more" }).waitFor();
  await status(black.page).filter({ hasText: "Your turn" }).waitFor();
  await waitForMoves(red.page, 3);
});

test("a stone can be chosen for the next turn too", async (t) => {
  const { first: black, second: white } = await startPair(t, browser, server.url, (page) =>
    chooseGame(page, "Gomoku"),
  );
  await tap(white.page, "h8");
  await white.page.getByText("Premove: h8").waitFor();
  await tap(white.page, "h8");
  await white.page.getByText("Premove: h8").waitFor({ state: "detached" });
  await tap(white.page, "i9");
  await tap(black.page, "h8");
  await waitForMoves(black.page, 2);
  assert.deepEqual(await movesShown(black.page).allTextContents(), ["h8", "i9"]);
  await tap(white.page, "j10");
  await white.page.getByText("Premove: j10").waitFor();
  await tap(black.page, "j10");
  await white.page.locator(".notice").filter({ hasText: "not legal any more" }).waitFor();
});
