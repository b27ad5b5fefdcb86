// The analysis board: its tree of moves, links, records, and what the browser keeps.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import {
  currentMove,
  hasTree,
  importPgn,
  isAt,
  moveButton,
  openFiles,
  pgnOf,
  treeMoves,
} from "./support/analysis";
import {
  choose,
  hold,
  isReady,
  openTab,
  PHONE,
  picture,
  play,
  status,
  tap,
  waitForMoves,
  withPage,
} from "./support/browser";
import { ndjson } from "./support/ndjson";
import { startPair } from "./support/people";
import { browser, server } from "./support/stage";

const onBoard = (query: string, run: (page: Page) => Promise<void>, options = {}) =>
  withPage(browser, `${server.url}/#/analysis${query}`, run, options);

const LINE = "?ruleset=xiangqi&moves=h2e2.h9g7.h0g2.i9h9";

test("any legal move is played from any position: a known one is entered, a new one becomes a variation", async () => {
  await onBoard(LINE, async (page) => {
    await isAt(page, "i9h9");
    await moveButton(page, "h2e2").click();
    await isAt(page, "h2e2");
    await play(page, "h9g7");
    await isAt(page, "h9g7");
    assert.deepEqual(await treeMoves(page), ["h2e2", "h9g7", "h0g2", "i9h9"]);
    await moveButton(page, "h2e2").click();
    await isAt(page, "h2e2");
    await play(page, "b9c7");
    await isAt(page, "b9c7");
    await play(page, "b0c2");
    await hasTree(page, ["h2e2", "h9g7", "b9c7", "b0c2", "h0g2", "i9h9"]);
    assert.deepEqual(await page.locator(".variations button.move").allTextContents(), ["1…b9c7", "2.b0c2"]);
  });
});

test("a position that arrives late does not appear at another node", async () => {
  await onBoard(LINE, async (page) => {
    await isAt(page, "i9h9");
    const held = await hold(page, "**/v1/positions");
    await play(page, "i0h0");
    await held.isHeld;
    await currentMove(page).filter({ hasText: "i0h0" }).waitFor();
    await page.keyboard.press("ArrowLeft");
    await isAt(page, "i9h9");
    await held.release();
    await page.locator('[data-point=i0][aria-label*="Red chariot"]').waitFor();
    await isAt(page, "i9h9");
    await page.keyboard.press("ArrowRight");
    await isAt(page, "i0h0");
    await page.locator('[data-point=h0][aria-label*="Red chariot"]').waitFor();
  });
});

test("an illegal move says why and changes nothing", async () => {
  await onBoard(LINE, async (page) => {
    await isAt(page, "i9h9");
    await play(page, "a0a5");
    await page.locator(".notice", { hasText: /stands in between/ }).waitFor();
    assert.equal((await treeMoves(page)).length, 4);
  });
});

test("variations are promoted, made the main line and deleted, and a deletion can be undone", async () => {
  await onBoard(LINE, async (page) => {
    await isAt(page, "i9h9");
    await page.keyboard.press("Home");
    await currentMove(page).filter({ hasText: "Start position" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await isAt(page, "h2e2");
    await play(page, "b9c7");
    await isAt(page, "b9c7");
    await page.getByRole("button", { name: "Promote" }).click();
    await hasTree(page, ["h2e2", "b9c7", "h9g7", "h0g2", "i9h9"]);
    assert.match(page.url(), /moves=h2e2\.b9c7$/);
    await moveButton(page, "i9h9").click();
    await isAt(page, "i9h9");
    await page.getByRole("button", { name: "Make main line" }).click();
    await hasTree(page, ["h2e2", "h9g7", "b9c7", "h0g2", "i9h9"]);
    await moveButton(page, "h0g2").click();
    await page.getByRole("button", { name: "Delete from here" }).click();
    await hasTree(page, ["h2e2", "h9g7", "b9c7"]);
    await isAt(page, "h9g7");
    await page.getByRole("button", { name: "Undo" }).click();
    await hasTree(page, ["h2e2", "h9g7", "b9c7", "h0g2", "i9h9"]);
    await isAt(page, "h0g2");
  });
});

test("the keyboard steps along the line, between variations and to the ends", async () => {
  await onBoard(LINE, async (page) => {
    await isAt(page, "i9h9");
    await page.keyboard.press("ArrowLeft");
    await isAt(page, "h0g2");
    await play(page, "b9c7");
    await isAt(page, "b9c7");
    await page.keyboard.press("ArrowUp");
    await isAt(page, "i9h9");
    await page.keyboard.press("ArrowDown");
    await isAt(page, "b9c7");
    await page.keyboard.press("Home");
    await currentMove(page).filter({ hasText: "Start position" }).waitFor();
    // Forward follows the variation that was left, not the main line.
    await page.keyboard.press("End");
    await isAt(page, "b9c7");
    await currentMove(page).focus();
    await page.keyboard.press("ArrowLeft");
    await isAt(page, "h0g2");
    await page.waitForFunction(() => document.activeElement?.textContent?.includes("h0g2"));
    // In a field, the keys belong to the text.
    await page.getByLabel("Comment").focus();
    await page.keyboard.press("ArrowLeft");
    await isAt(page, "h0g2");
  });
});

test("comments, signs and marks belong to their move and outlive a reload", async () => {
  await onBoard(LINE, async (page) => {
    await isAt(page, "i9h9");
    await moveButton(page, "h9g7").click();
    await isAt(page, "h9g7");
    await page.getByLabel("Comment").fill("Guards {the center}");
    await page.getByRole("button", { name: "interesting move" }).click();
    await hasTree(page, ["h2e2", "h9g7!?", "h0g2", "i9h9"]);
    // Braces would end the comment in PGN.
    assert.equal(await page.getByLabel("Comment").inputValue(), "Guards (the center)");
    const from = await page.locator("[data-point=h0]").boundingBox();
    const to = await page.locator("[data-point=g2]").boundingBox();
    assert.ok(from && to);
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down({ button: "right" });
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
    await page.mouse.up({ button: "right" });
    await page.locator(".drawn.G .shaft").waitFor({ state: "attached" });
    await picture(page, "analysis-notes");
    await page.reload();
    await hasTree(page, ["h2e2", "h9g7!?", "h0g2", "i9h9"]);
    await isAt(page, "h9g7");
    await page.locator(".drawn.G .shaft").waitFor({ state: "attached" });
    await page.locator(".tree .comment", { hasText: "Guards (the center)" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await isAt(page, "h0g2");
    assert.equal(await page.locator(".drawn").count(), 0);
    assert.equal(await page.getByLabel("Comment").inputValue(), "");
  });
});

test("in the drawing mode a tap, a drag and Enter draw instead of moving", async () => {
  await onBoard("?ruleset=gomoku&moves=h8", async (page) => {
    await isAt(page, "h8");
    await page.getByRole("switch", { name: "Draw marks" }).check();
    await page.getByRole("group", { name: "Color" }).getByRole("button", { name: "red" }).click();
    await tap(page, "j9");
    await page.locator(".drawn.ring.R").waitFor({ state: "attached" });
    await page.locator("[data-point=c3]").focus();
    await page.keyboard.press("Enter");
    await status(page).filter({ hasText: "From c3" }).waitFor();
    await page.locator("[data-point=d4]").focus();
    await page.keyboard.press("Enter");
    await page.locator(".drawn.R .shaft").waitFor({ state: "attached" });
    assert.deepEqual(await treeMoves(page), ["h8"]);
    assert.match(await pgnOf(page), /1\. h8 \{\[%csl Rj9\] \[%cal Rc3d4\]\}/);
    await page.getByRole("button", { name: "Remove the marks" }).click();
    assert.equal(await page.locator(".drawn").count(), 0);
    await page.getByRole("switch", { name: "Draw marks" }).uncheck();
    await tap(page, "j9");
    await hasTree(page, ["h8", "j9"]);
  });
});

test("a finger draws arrows in the drawing mode, and the page does not scroll meanwhile", async () => {
  await onBoard(
    LINE,
    async (page) => {
      await isAt(page, "i9h9");
      await page.getByRole("switch", { name: "Draw marks" }).check();
      await page.evaluate(() => window.scrollTo(0, 0));
      const centerOf = async (point: string) => {
        const box = await page.locator(`[data-point=${point}]`).boundingBox();
        assert.ok(box);
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      };
      const [from, to] = [await centerOf("b0"), await centerOf("c2")];
      const touch = await page.context().newCDPSession(page);
      const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
        touch.send("Input.dispatchTouchEvent", { type, touchPoints });
      await send("touchStart", [from]);
      await send("touchMove", [{ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }]);
      await send("touchMove", [to]);
      await send("touchEnd", []);
      await page.locator(".drawn.G .shaft").waitFor({ state: "attached" });
      assert.equal(await page.evaluate(() => window.scrollY), 0);
      assert.match(await pgnOf(page), /\[%cal Gb0c2\]/);
      assert.equal((await treeMoves(page)).length, 4);
    },
    PHONE,
  );
});

const PGN = `[Game "Chinese Chess"]
[Event "A friendly game"]
[Site "?"]
[Date "?"]
[Round "?"]
[Red "?"]
[Black "?"]
[Result "*"]
[Format "ICCS"]
[Options "repetition=asian repetition_penalty=lose no_capture_limit=120"]
[Annotator "Somebody"]

{The start} 1. H2-E2 $1 {[%cal Gh9g7] [%eval 0.31,14] solid} (1. C3-C4 C6-C5 (1... G6-G5 $4)
2. B0-C2) 1... H9-G7 2. H0-G2 *
`;

test("a record with variations is imported and exported as it was", async () => {
  await onBoard("", async (page) => {
    await importPgn(page, PGN);
    await hasTree(page, ["h2e2!", "c3c4", "c6c5", "g6g5??", "b0c2", "h9g7", "h0g2"]);
    assert.equal(await pgnOf(page), PGN);
    await moveButton(page, "h2e2").click();
    await isAt(page, "h2e2");
    await page.locator(".drawn.G").waitFor({ state: "attached" });
    await page.getByText("+0.31 at depth 14").waitFor();
    // Other notations become coordinates, with the move numbers of the record left out.
    await importPgn(page, "1. 炮二平五 马8进7 (1... C8=5) 2. +N");
    await page.getByRole("alert").filter({ hasText: "Line 1, column 29: “+N”" }).waitFor();
    await importPgn(page, "1. 炮二平五 马8进7 (1... C8=5) 2. 马二进三");
    await hasTree(page, ["h2e2", "h9g7", "h7e7", "h0g2"]);
    await page.goBack();
    await hasTree(page, ["h2e2!", "c3c4", "c6c5", "g6g5??", "b0c2", "h9g7", "h0g2"]);
  });
});

test("the server reads the exported record, and a game of five in a row goes the same way", async () => {
  await onBoard("?ruleset=renju&moves=h8.i9.j8", async (page) => {
    await isAt(page, "j8");
    await page.keyboard.press("ArrowLeft");
    await isAt(page, "i9");
    await tap(page, "g9");
    await isAt(page, "g9");
    const pgn = await pgnOf(page);
    const answer = await page.request.post(`${server.url}/v1/games`, { data: { record: pgn } });
    assert.equal(answer.status(), 201);
    const game = (await answer.json()) as { ruleset: string; moves: { move: string }[] };
    assert.equal(game.ruleset, "renju");
    assert.deepEqual(
      game.moves.map(({ move }) => move),
      ["h8", "i9", "j8"],
    );
    await importPgn(page, pgn);
    await page.locator(".notice", { hasText: "Loaded 4 moves." }).waitFor();
    await hasTree(page, ["h8", "i9", "j8", "g9"]);
    assert.equal(await pgnOf(page), pgn);
  });
});

test("a bad record says what is wrong and where, and nothing is lost", async () => {
  await onBoard(LINE, async (page) => {
    await isAt(page, "i9h9");
    const files = await openFiles(page);
    const field = files.getByLabel("PGN with variations, a list");
    for (const [text, message] of [
      ["1. H2-E2 H9-G7\n(1... B9-C7 2. A0-A9) 2. H0-G2", "Line 2, column 16: “a0a9”"],
      ["1. H2-E2 {never ends", "Line 1, column 10: This comment does not end"],
      ["1. H2-E2 (1. C3-C4", "Line 1, column 10: This variation does not end"],
      ["rnbakabnr/9 w", "expected"],
    ] as const) {
      await importPgn(page, text);
      await page.getByRole("alert").filter({ hasText: message }).waitFor();
      assert.equal(await field.inputValue(), text);
      assert.deepEqual(await treeMoves(page), ["h2e2", "h9g7", "h0g2", "i9h9"]);
    }
    await importPgn(page, "4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1");
    await status(page).filter({ hasText: "Black to move" }).waitFor();
    await field.waitFor({ state: "detached" });
    await openFiles(page);
    assert.equal(await field.inputValue(), "");
  });
});

test("a shared link opens the same start and main line in another browser", async () => {
  let link = "";
  await onBoard("?ruleset=xiangqi&fen=3k5/9/9/9/9/9/9/R8/9/4K4_w_-_-_0_1", async (page) => {
    await status(page).filter({ hasText: "Red to move" }).waitFor();
    await play(page, "a2a9");
    await isAt(page, "a2a9");
    await page.keyboard.press("ArrowLeft");
    await play(page, "a2b2");
    await isAt(page, "a2b2");
    await page.keyboard.press("ArrowUp");
    await isAt(page, "a2a9");
    const files = await openFiles(page);
    link = await files.getByLabel("Link to the main line").inputValue();
    assert.equal(link, page.url());
  });
  await withPage(browser, link, async (page) => {
    await isAt(page, "a2a9");
    await hasTree(page, ["a2a9"]);
    await page.locator('[data-point=a9][aria-label*="Red chariot"]').waitFor();
  });
});

test("a link with an illegal move shows the moves before it, and says so", async () => {
  await onBoard("?ruleset=xiangqi&moves=h2e2.a9a0.h0g2", async (page) => {
    await page.locator(".notice", { hasText: "ends after 1 move:" }).waitFor();
    await isAt(page, "h2e2");
    await hasTree(page, ["h2e2"]);
  });
});

test("a game opens on the analysis board where it is shown, and is not changed by it", async () => {
  await withPage(browser, server.url, async (page) => {
    await choose(page, "Two people here");
    await play(page, "h2e2");
    await waitForMoves(page, 1);
    await play(page, "h9g7");
    await waitForMoves(page, 2);
    await page.getByRole("button", { name: "One move back" }).click();
    await status(page).filter({ hasText: "After move 1" }).waitFor();
    await page.getByRole("button", { name: "Analysis board" }).click();
    await isAt(page, "h2e2");
    await hasTree(page, ["h2e2", "h9g7"]);
    await play(page, "b9c7");
    await hasTree(page, ["h2e2", "h9g7", "b9c7"]);
    await page.getByRole("button", { name: "Leave" }).click();
    await waitForMoves(page, 2);
    assert.deepEqual(await page.locator(".moves li button.move").allTextContents(), ["h2e2", "h9g7"]);
    // The same game leads to the same analysis.
    await page.getByRole("button", { name: "Analysis board" }).click();
    await hasTree(page, ["h2e2", "h9g7", "b9c7"]);
  });
});

/** A review that finds one blunder, whatever an engine would say. */
const REVIEW = [
  {
    event: "ply",
    data: {
      ...{ ply: 2, side: "black", move: "g6g5", chinese: "卒3进1", wxf: "P3+1", label: "blunder", loss: 400 },
      ...{ score_before: -40, score_after: -440, best_move: "h9g7", best_line: ["h9g7", "h0g2"] },
      oversight: null,
    },
  },
  { event: "result", data: { accuracy: { red: 1, black: 0.5 } } },
  { event: "end", data: { reason: "done" } },
];

test("a review leads to the better line of a mistake, with its signs", async () => {
  await withPage(browser, server.url, async (page) => {
    const answer = { contentType: "application/x-ndjson", body: ndjson(REVIEW) };
    await page.route("**/review", (route) => route.fulfill(answer));
    await openTab(page, "Record");
    await page.getByLabel("A record, a list of moves").fill("h2e2 g6g5 h0g2");
    await page.getByRole("button", { name: "Load" }).click();
    await waitForMoves(page, 3);
    await openTab(page, "Analysis");
    await page.getByRole("button", { name: "Review the game" }).click();
    await page.getByRole("button", { name: "Try another line" }).click();
    await isAt(page, "h2e2");
    await hasTree(page, ["h2e2", "g6g5??", "h9g7", "h0g2", "h0g2"]);
    // The score of the move is for its side, that of the tree for the first side.
    await moveButton(page, "g6g5").filter({ hasText: "+4.40" }).waitFor();
  });
});

test("between people there is no way to the analysis board until the game is over", async (t) => {
  const { first, second } = await startPair(t, browser, server.url);
  await play(first.page, "h2e2");
  await waitForMoves(second.page, 1);
  await openTab(second.page, "Moves");
  await play(second.page, "h9g7");
  await waitForMoves(first.page, 2);
  const button = first.page.getByRole("button", { name: "Analysis board" });
  assert.equal(await button.count(), 0);
  await first.page.getByRole("button", { name: "Resign" }).click();
  await first.page.getByRole("button", { name: "Yes, resign" }).click();
  await button.click();
  await hasTree(first.page, ["h2e2", "h9g7"]);
});

test("the position editor and a record lead to the analysis board", async () => {
  await withPage(browser, server.url, async (page) => {
    await page.getByRole("button", { name: "Set up a position" }).click();
    await page.getByText("The position is legal.").waitFor();
    await page.getByRole("button", { name: "Analysis board" }).click();
    await status(page).filter({ hasText: "Start position · Red to move" }).waitFor();
    await page.getByRole("button", { name: "Leave" }).click();
    await openTab(page, "Record");
    await page.getByLabel("A record, a list of moves").fill("h2e2 h9g7 (b9c7) h0g2");
    await page.getByRole("button", { name: "Open on the analysis board" }).click();
    await hasTree(page, ["h2e2", "h9g7", "b9c7", "h0g2"]);
  });
});

test("the choices of an opening are moves of the tree", async () => {
  await onBoard("?ruleset=gomoku&opening=swap2&moves=h8.i9.j10", async (page) => {
    const group = page.getByRole("group", { name: "Opening: what will you do?" });
    await group.getByRole("button", { name: "Swap colors" }).click();
    await hasTree(page, ["h8", "i9", "j10", "Swap colors"]);
    await page.keyboard.press("ArrowLeft");
    await group.getByRole("button", { name: "Keep colors" }).click();
    await hasTree(page, ["h8", "i9", "j10", "Swap colors", "Keep colors"]);
    assert.match(await pgnOf(page), /swap \(2\.\.\. stay\)/);
  });
});

test("analyses are listed, opened again and forgotten", async () => {
  await onBoard("?ruleset=xiangqi", async (page) => {
    await status(page).filter({ hasText: "Red to move" }).waitFor();
    await play(page, "h2e2");
    await isAt(page, "h2e2");
    await page.getByRole("button", { name: "New analysis" }).click();
    await hasTree(page, []);
    const files = await openFiles(page);
    await files.getByRole("link", { name: "Xiangqi · 1 move" }).click();
    await isAt(page, "h2e2");
    await page.getByRole("button", { name: "New analysis" }).click();
    await hasTree(page, []);
    await files.getByRole("button", { name: /^Delete Xiangqi · 1 move/ }).click();
    await files.getByRole("link", { name: "Xiangqi · 1 move" }).waitFor({ state: "detached" });
    await page.reload();
    await isReady(page);
    assert.equal(
      await page.evaluate(() => Object.keys(localStorage).join(" ").includes("duiyi.analysis")),
      false,
    );
  });
});
