// A single user plays, analyzes, imports and sets up games.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  choose,
  chooseSoundEngine,
  gameId,
  hold,
  movesShown,
  openTab,
  picture,
  play,
  reviewed,
  status,
  tap,
  waitForMoves,
  withPage,
} from "./support/browser";
import { offerDraw, startPair, strip } from "./support/people";
import { browser, server } from "./support/stage";

const numberOfGames = async (): Promise<number> => {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^duiyi_games(?:\{[^}]*\})? (\d+)/m.exec(metrics)?.[1]);
};

test("a visit creates no game, and one click starts a game with the engine's reply", async () => {
  await withPage(browser, server.url, async (page) => {
    await page.getByRole("button", { name: "Central cannon" }).waitFor();
    assert.equal(await numberOfGames(), 0);
    await picture(page, "home");
    await page.getByRole("button", { name: "Central cannon" }).click();
    await waitForMoves(page, 2);
    await status(page).filter({ hasText: "Your turn" }).waitFor();
    assert.equal(await numberOfGames(), 1);
  });
});

test("the engine begins with one click when the user plays the second side", async () => {
  await withPage(browser, server.url, async (page) => {
    await choose(page, "Black");
    await page.getByRole("button", { name: "Let the engine begin" }).click();
    await waitForMoves(page, 1);
    // The board is flipped: the user's pieces are at the bottom.
    const [mine, theirs] = await Promise.all(
      ["e9", "e0"].map((at) => page.locator(`[data-point=${at}]`).boundingBox()),
    );
    assert.ok((mine?.y ?? 0) > (theirs?.y ?? 0));
  });
});

test("a selected piece shows its targets, illegal moves are explained, and pieces can be dragged", async () => {
  await withPage(browser, server.url, async (page) => {
    await tap(page, "h2");
    assert.equal(await page.locator("[data-target]").count(), 12);
    await picture(page, "targets");
    await tap(page, "h2");
    assert.equal(await page.locator("[data-target]").count(), 0);
    await tap(page, "a0");
    await tap(page, "a5");
    await page
      .locator(".notice")
      .filter({ hasText: "a rook cannot go" })
      .or(page.locator(".notice"))
      .first()
      .waitFor();
    await tap(page, "e9");
    await page.locator(".notice").filter({ hasText: "opponent" }).waitFor();
    await page.dragAndDrop("[data-point=h2]", "[data-point=e2]");
    await waitForMoves(page, 2);
    assert.equal(await movesShown(page).first().textContent(), "h2e2");
  });
});

test("a move gets a short response, and the event stream shows the game", async () => {
  await withPage(browser, server.url, async (page) => {
    await chooseSoundEngine(page);
    await play(page, "h2e2");
    await waitForMoves(page, 2);
    const answered = page.waitForResponse("**/moves");
    await play(page, "h0g2");
    const response = await answered;
    assert.equal(await response.request().headerValue("prefer"), "return=minimal");
    assert.equal(await response.headerValue("preference-applied"), "return=minimal");
    const short = await response.json();
    assert.equal(short.moves.length, 2);
    assert.equal(typeof short.reply.win_rate, "number");
    assert.ok(!("legal_moves" in short));
    await waitForMoves(page, 4);
    await status(page).filter({ hasText: "Your turn" }).waitFor();
  });
});

test("without an event stream a move and an undo are shown, too", async () => {
  await withPage(browser, server.url, async (page) => {
    // The request for the stream is never answered.
    await page.route("**/events*", () => {});
    await play(page, "h2e2");
    await waitForMoves(page, 2);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("No move has been made yet.").waitFor();
  });
});

test("a click on the engine's piece during its turn shows a notice", async () => {
  await withPage(browser, server.url, async (page) => {
    await chooseSoundEngine(page, "2000");
    await play(page, "a3a4");
    await page.locator(".thought").waitFor();
    await tap(page, "a6");
    await page.locator(".notice").filter({ hasText: "Please wait" }).waitFor();
    // The page shows the thinking of the engine.
    await page.locator(".thought").filter({ hasText: "thinking" }).waitFor();
    await waitForMoves(page, 2);
  });
});

test("the user can undo, ask for a hint, view an earlier position and play from it", async () => {
  await withPage(browser, server.url, async (page) => {
    await play(page, "h2e2");
    await waitForMoves(page, 2);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("No move has been made yet.").waitFor();
    await play(page, "h0g2");
    await waitForMoves(page, 2);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".hint").filter({ hasText: "Hint:" }).waitFor();
    await page.locator(".advice").waitFor();
    await picture(page, "hint");
    await movesShown(page).first().click();
    await status(page).filter({ hasText: "after move 1" }).waitFor();
    await tap(page, "a0");
    await page.locator(".notice").filter({ hasText: "earlier position" }).waitFor();
    await page.getByRole("button", { name: "Back to the game" }).click();
    await status(page).filter({ hasText: "Your turn" }).waitFor();
    await page.locator("body").press("ArrowLeft");
    await status(page).filter({ hasText: "after move 1" }).waitFor();
    await page.locator("body").press("ArrowLeft");
    await status(page).filter({ hasText: "before the first move" }).waitFor();
    await page.getByRole("button", { name: "Play from here" }).click();
    await page.waitForFunction(() => location.hash === "#/");
  });
});

test("a reload continues the game, even while the engine thinks", async () => {
  await withPage(browser, server.url, async (page) => {
    await chooseSoundEngine(page, "1000");
    await play(page, "h2e2");
    await waitForMoves(page, 2);
    const id = gameId(page);
    await page.reload();
    await status(page).filter({ hasText: "Your turn" }).waitFor();
    await openTab(page, "Moves");
    await waitForMoves(page, 2);
    assert.equal(gameId(page), id);
    await play(page, "h0g2");
    await page.waitForFunction(() => document.querySelectorAll(".moves li button.move").length >= 3);
    await page.reload();
    await openTab(page, "Moves");
    await waitForMoves(page, 4);
    await play(page, "i0h0");
    await waitForMoves(page, 6);
  });
});

test("a late response for the board of the next game does not replace a game that was opened since", async () => {
  await withPage(browser, server.url, async (page) => {
    await chooseSoundEngine(page);
    await play(page, "h2e2");
    await waitForMoves(page, 2);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/v1/positions", async (held) => {
      await released;
      await held.continue();
    });
    const asked = page.waitForRequest("**/v1/positions");
    await page.goBack();
    await asked;
    await page.goForward();
    await waitForMoves(page, 2);
    const answered = page.waitForResponse("**/v1/positions");
    release();
    await (await answered).finished();
    await play(page, "h0g2");
    await waitForMoves(page, 4);
  });
});

test("a rematch against an engine exchanges the colors, and the engine begins", async () => {
  await withPage(browser, server.url, async (page) => {
    await chooseSoundEngine(page);
    await play(page, "h2e2");
    await waitForMoves(page, 2);
    const first = gameId(page);
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Yes, resign" }).click();
    await page.getByRole("button", { name: "Rematch" }).click();
    await strip(page, "You").filter({ hasText: "Black" }).waitFor();
    await waitForMoves(page, 1);
    assert.notEqual(gameId(page), first);
    await play(page, "h9g7");
    await waitForMoves(page, 3);
    await page.reload();
    await strip(page, "You").filter({ hasText: "Black" }).waitFor();
    // The game before leads to it.
    await page.goto(`${server.url}/#/g/${first}`);
    await page.getByRole("button", { name: "Go to the next game" }).click();
    await openTab(page, "Moves");
    await waitForMoves(page, 3);
  });
});

test("a late response to a rematch does not bring the old game back", async () => {
  await withPage(browser, server.url, async (page) => {
    await chooseSoundEngine(page);
    await play(page, "h2e2");
    await waitForMoves(page, 2);
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Yes, resign" }).click();
    const late = await hold(page, "**/rematch");
    await page.getByRole("button", { name: "Rematch" }).click();
    // The event stream names the next game before the response arrives.
    await strip(page, "You").filter({ hasText: "Black" }).waitFor();
    await waitForMoves(page, 1);
    await tap(page, "h9");
    await late.release();
    await page.locator("[data-point=h9][aria-selected=true]").waitFor();
    await tap(page, "g7");
    await waitForMoves(page, 3);
  });
});

test("a late response to a move does not bring back the game that the user has left", async () => {
  await withPage(browser, server.url, async (page) => {
    await chooseSoundEngine(page);
    await play(page, "h2e2");
    await waitForMoves(page, 2);
    const late = await hold(page, "**/moves");
    await play(page, "h0g2");
    // The event stream shows the reply before the response arrives.
    await waitForMoves(page, 4);
    await openTab(page, "New game");
    await page.locator(".panel").getByRole("button", { name: "New game" }).click();
    await page.getByRole("button", { name: "Central cannon" }).waitFor();
    await tap(page, "b2");
    await late.release();
    await page.locator("[data-point=b2][aria-selected=true]").waitFor();
    await tap(page, "e2");
    await waitForMoves(page, 2);
    assert.equal(await movesShown(page).first().textContent(), "b2e2");
  });
});

test("an offer that arrives while a move is on its way does not put the piece back", async (t) => {
  const { first: red, second: black } = await startPair(t, browser, server.url);
  await play(red.page, "h2e2");
  await waitForMoves(black.page, 1);
  await play(black.page, "h9g7");
  await waitForMoves(red.page, 2);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await red.page.route("**/moves", async (held) => {
    await released;
    await held.continue();
  });
  await play(red.page, "h0g2");
  await offerDraw(black.page);
  await red.page.getByText("Black offers a draw.").waitFor();
  await red.page.locator('[data-point=g2][aria-label*="horse"]').waitFor();
  release();
  await waitForMoves(red.page, 3);
});

test("the board of the settings that were chosen last is shown, however late the others arrive", async () => {
  await withPage(browser, server.url, async (page) => {
    const late = await hold(page, "**/v1/positions");
    await choose(page, "Gomoku");
    await late.isHeld;
    await choose(page, "Renju");
    await choose(page, "Xiangqi");
    await page.getByRole("button", { name: "Central cannon" }).waitFor();
    await late.release();
    await play(page, "h2e2");
    await waitForMoves(page, 2);
  });
});

test("resigning asks for confirmation", async () => {
  await withPage(browser, server.url, async (page) => {
    await play(page, "h2e2");
    await waitForMoves(page, 2);
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Yes, resign" }).click();
    await status(page).filter({ hasText: "Black wins: resignation" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).waitFor();
  });
});

test("the engine answers a draw offer", async () => {
  await withPage(browser, server.url, async (page) => {
    await play(page, "h2e2");
    await waitForMoves(page, 2);
    await offerDraw(page);
    await page
      .locator(".notice, .status .line")
      .filter({ hasText: /declines|Draw: by agreement/ })
      .first()
      .waitFor();
  });
});

test("the analysis shows lines live and the review marks mistakes", async () => {
  await withPage(browser, server.url, async (page) => {
    await choose(page, "Two people here");
    // Red loses a chariot for nothing.
    for (const [index, move] of ["a0a1", "h9g7", "a1d1", "a9a8", "d1d9", "e9d9"].entries()) {
      await play(page, move);
      await waitForMoves(page, index + 1);
    }
    await openTab(page, "Analysis");
    await page.getByLabel("Analyze this position").check();
    await page.locator(".finding ol li").nth(2).waitFor();
    await picture(page, "analysis");
    await page.getByLabel("Analyze this position").uncheck();
    await page.getByRole("button", { name: "Review the game" }).click();
    await reviewed(page);
    await page.locator(".mistakes .blunder").first().waitFor();
    await page.locator(".graph .mistake").first().waitFor({ state: "attached" });
    await openTab(page, "Moves");
    await page.locator(".moves button.blunder").first().waitFor();
    await page.getByLabel("Notation").selectOption("chinese");
    await movesShown(page).filter({ hasText: "车九进一" }).waitFor();
    await page.getByLabel("Notation").selectOption("wxf");
    await movesShown(page).filter({ hasText: "R9+1" }).waitFor();
  });
});

test("records are exported and imported", async () => {
  await withPage(browser, server.url, async (page) => {
    await play(page, "h2e2");
    await waitForMoves(page, 2);
    await openTab(page, "Record");
    for (const [name, file] of [
      ["PGN", "duiyi.pgn"],
      ["Text", "duiyi.txt"],
      ["Picture (SVG)", "duiyi.svg"],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name, exact: true }).click(),
      ]);
      assert.equal(download.suggestedFilename(), file);
    }
    await page.getByLabel("A record, a list of moves").fill("炮二平五 马8进7 马二进三");
    await page.getByRole("button", { name: "Load" }).click();
    await waitForMoves(page, 3);
    await openTab(page, "Record");
    await page.getByLabel("A record, a list of moves").fill("炮二平五 马8进9 车一进九");
    await page.getByRole("button", { name: "Load" }).click();
    await page.locator(".notice.error").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByLabel("A record, a list of moves").fill("3k5/9/9/9/9/9/9/9/4R4/4K4 w");
    await page.getByRole("button", { name: "Load" }).click();
    await page.locator('[aria-label="e1: Red chariot"]').waitFor();
  });
});

/** A game in which a side loses a chariot for nothing at the end. */
const RECORD =
  "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b2a2 c7d5 h0h5 d5c3 h5c5 c3e2 g0e2 b7b1 c5b5 b1g1 b0c2 h7h0 e2g0 h9h2 b5b9 a9b9";

test("an imported game can be reviewed and analyzed", async () => {
  await withPage(browser, server.url, async (page) => {
    await openTab(page, "Record");
    await page.getByLabel("A record, a list of moves").fill(RECORD);
    await page.getByRole("button", { name: "Load" }).click();
    await waitForMoves(page, 24);
    await page.getByLabel("Notation").selectOption("chinese");
    await openTab(page, "Analysis");
    await page.getByRole("button", { name: "Review the game" }).click();
    await reviewed(page);
    await page.locator(".mistakes .blunder").first().click();
    await page.locator(".advice").waitFor();
    await picture(page, "review");
    await openTab(page, "Moves");
    await movesShown(page).nth(8).click();
    await openTab(page, "Analysis");
    await page.getByLabel("Analyze this position").check();
    // The lines use the chosen notation.
    await page
      .locator(".pv")
      .nth(2)
      .filter({ hasText: /[进退平]/ })
      .waitFor();
    await picture(page, "board");
  });
});

test("a position can be set up, is validated, and can be played from", async () => {
  await withPage(browser, server.url, async (page) => {
    await page.getByRole("button", { name: "Set up a position" }).click();
    await page.getByText("The position is legal.").waitFor();
    await page.getByRole("button", { name: "Empty board" }).click();
    await page.locator(".verdict.bad").waitFor();
    for (const [piece, point] of [
      ["Red general", "e0"],
      ["Black general", "d9"],
      ["Red chariot", "a8"],
      ["Red chariot", "b0"],
    ] as const) {
      await page.getByRole("button", { name: piece }).click();
      await tap(page, point);
    }
    await page.getByText("The position is legal.").waitFor();
    await picture(page, "editor");
    await page.getByRole("button", { name: "Play from here" }).click();
    await play(page, "b0b9");
    await status(page).filter({ hasText: "Red wins: checkmate" }).waitFor();
  });
});
