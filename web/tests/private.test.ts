// A private game: who may open it, and what its players can do with it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isAccessible } from "./support/accessible";
import { openTab, reviewed, status, tap, waitForMoves } from "./support/browser";
import { visitor } from "./support/people";
import { browser, server } from "./support/stage";

interface Created {
  id: string;
  tokens: Record<string, string>;
  spectator: string;
}

async function createPrivate(more: object = {}): Promise<Created> {
  const response = await fetch(`${server.url}/v1/games`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ruleset: "xiangqi", seats: true, private: true, ...more }),
  });
  return (await response.json()) as Created;
}

test("somebody without a token learns that the game is private, and goes on to a new one", async (t) => {
  const { id } = await createPrivate();
  const { page } = await visitor(t, browser, { bypassCSP: true });
  await page.goto(`${server.url}/#/g/${id}`);
  await status(page).filter({ hasText: "This game is private" }).waitFor();
  assert.equal(await page.getByLabel("API key").count(), 0);
  assert.equal(await page.getByRole("button", { name: "Make it again" }).count(), 0);
  await isAccessible(page, "a private game without a token");
  await tap(page, "h2");
  await page.locator(".notice", { hasText: "This game is private" }).waitFor();
  await page.locator(".start").getByRole("button", { name: "New game" }).click();
  await page.getByRole("button", { name: "Central cannon" }).waitFor();
});

test("a private game is reviewed with the token of its player", async (t) => {
  const { id, tokens } = await createPrivate({ moves: ["h2e2", "h9g7"], hints: true });
  const { page, complaints } = await visitor(t, browser);
  await page.goto(`${server.url}/#/g/${id}/red/${tokens.red}`);
  await waitForMoves(page, 2);
  await openTab(page, "Analysis");
  await page.getByRole("button", { name: "Review the game" }).click();
  await reviewed(page);
  assert.deepEqual(complaints, []);
});

test("the link to watch a private game has a QR code", async (t) => {
  const { id, spectator } = await createPrivate();
  const { page } = await visitor(t, browser);
  await page.goto(`${server.url}/#/g/${id}/watch/${spectator}`);
  await openTab(page, "Record");
  await page.getByRole("img", { name: "QR code of the link to watch" }).waitFor();
});

test("a lost game is made again with its clock, as private and without hints as it was", async (t) => {
  const clock = { initial_ms: 300_000, increment_ms: 3000, move_ms: null, byoyomi_ms: null };
  const players = { black: { kind: "engine", level: 1 } };
  const { id, tokens } = await createPrivate({ moves: ["h2e2", "h9g7"], hints: false, clock, players });
  const { page } = await visitor(t, browser);
  await page.goto(`${server.url}/#/g/${id}/red/${tokens.red}`);
  await waitForMoves(page, 2);
  await page.waitForFunction((id) => localStorage.getItem(`duiyi.game.${id}`)?.includes("h9g7"), id);
  const authorization = { headers: { Authorization: `Bearer ${tokens.red}` } };
  await page.request.delete(`${server.url}/v1/games/${id}`, authorization);
  await page.getByText("no longer on the server").waitFor();
  const sent = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/games"),
  );
  await page.getByRole("button", { name: "Make it again from its moves" }).click();
  const body = (await sent).postDataJSON();
  assert.equal(body.private, true);
  assert.equal(body.hints, false);
  assert.deepEqual(
    { ...body.clock, first_move_ms: undefined },
    { ...clock, first_move_ms: undefined },
    "the times that are left are no settings",
  );
  await waitForMoves(page, 2);
});

test("a game that an earlier version of the page has kept is made again, too", async (t) => {
  const { page } = await visitor(t, browser);
  const id = "00000000-0000-4000-8000-000000000001";
  const kept = {
    ...{ ruleset: "xiangqi", options: {}, moves: ["h2e2", "h9g7"], players: {}, mine: ["red", "black"] },
    start_fen: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    ...{ status: "playing", winner: null, hints: true, chances: [] },
  };
  const saved = [{ id, ruleset: "xiangqi", at: "2026-01-01T00:00:00Z", tokens: { red: "a", black: "b" } }];
  await page.addInitScript(`
    if (!localStorage.getItem("duiyi.games")) {
      localStorage.setItem("duiyi.games", ${JSON.stringify(JSON.stringify(saved))});
      localStorage.setItem("duiyi.game.${id}", ${JSON.stringify(JSON.stringify(kept))});
    }
  `);
  await page.goto(`${server.url}/#/g/${id}`);
  await page.getByRole("button", { name: "Make it again from its moves" }).click();
  await waitForMoves(page, 2);
});
