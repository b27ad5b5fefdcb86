// What an arbiter does is seen by both players and by who watches, in their languages.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { PHONE, picture, play, status } from "./support/browser";
import { strip, visitor } from "./support/people";
import { type Server, startServer } from "./support/server";
import { browser } from "./support/stage";

const KEY = "the key of a club";
let server: Server;

before(async () => {
  const sha256 = createHash("sha256").update(KEY).digest("hex");
  server = await startServer({ DUIYI_API_KEYS: `[{name = "club", sha256 = "${sha256}"}]` });
});
after(() => server.stop());

interface Directed {
  id: string;
  invitations: { red: string; black: string };
  spectator: string;
}

async function post<T>(path: string, body: object): Promise<T> {
  const response = await fetch(server.url + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-API-Key": KEY },
    body: JSON.stringify(body),
  });
  assert.ok(response.ok, `${path}: ${response.status}`);
  return (await response.json()) as T;
}

test("both players and a watcher see that an arbiter pauses, adds time, resumes and decides", async (t) => {
  const directed = await post<Directed>("/v1/games", {
    ruleset: "xiangqi",
    seats: "invite_both",
    private: true,
    clock: { initial_ms: 600_000 },
    players: { red: { kind: "human", name: "Lin" }, black: { kind: "human", name: "Hu" } },
  });
  const { id, invitations, spectator } = directed;
  const [red, black, third] = await Promise.all([
    visitor(t, browser),
    visitor(t, browser, { ...PHONE, locale: "zh-CN" }),
    visitor(t, browser, PHONE),
  ]);
  await red.page.goto(`${server.url}/#/g/${id}/join/${invitations.red}`);
  await strip(red.page, "Lin").filter({ hasText: "Red" }).waitFor();
  await black.page.goto(`${server.url}/#/g/${id}/join/${invitations.black}`);
  await strip(black.page, "Hu").filter({ hasText: "黑方" }).waitFor();
  await third.page.goto(`${server.url}/#/g/${id}/watch/${spectator}`);
  await status(third.page).filter({ hasText: "You are watching" }).waitFor();
  await play(red.page, "h2e2");
  await status(black.page).filter({ hasText: "轮到你了" }).waitFor();

  await post(`/v1/games/${id}/pause`, {});
  for (const { page } of [red, third])
    await status(page).filter({ hasText: "Paused by the arbiter (club)" }).waitFor();
  await status(black.page).filter({ hasText: "裁判（club）已暂停对局" }).waitFor();
  await picture(black.page, "paused");
  await post(`/v1/games/${id}/add-time`, { side: "black", ms: 30_000 });
  const notice = (page: typeof red.page, hasText: string) =>
    page.locator(".notice").filter({ hasText }).waitFor();
  await notice(red.page, "The arbiter (club) has given Black 30 s more.");
  await notice(third.page, "The arbiter (club) has given Black 30 s more.");
  await notice(black.page, "裁判（club）给黑方加了 30 秒。");

  await post(`/v1/games/${id}/resume`, {});
  await notice(red.page, "The arbiter (club) has resumed the game.");
  await notice(black.page, "裁判（club）已恢复对局。");
  await play(black.page, "h9g7");
  await status(red.page).filter({ hasText: "Your turn" }).waitFor();

  await post(`/v1/games/${id}/adjudicate`, { result: "black", detail: "Red did not come." });
  for (const { page } of [red, third])
    await status(page).filter({ hasText: "Decided by the arbiter (club) · Red did not come." }).waitFor();
  await status(black.page).filter({ hasText: "由裁判（club）裁定" }).waitFor();
  await picture(black.page, "adjudicated");
  // Without a key the page may ask for these games alone.
  for (const { complaints } of [red, black, third])
    assert.deepEqual(
      complaints.filter((complaint) => !complaint.includes("401")),
      [],
    );
});
