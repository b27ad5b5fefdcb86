// Plays against a real server.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, test } from "node:test";
import { ApiError, Duiyi, type GameEvent, type Player } from "../src/index.js";
import { startServer } from "./server.js";

const server = await startServer();
const sha256 = createHash("sha256").update("shop").digest("hex");
const withKeys = await startServer({
  DUIYI_API_KEYS: `[{name = "shop", sha256 = "${sha256}", scopes = ["games", "analysis", "feed"]}]`,
});
after(() => [server, withKeys].forEach((it) => it.stop()));
const api = new Duiyi(server.url);
const shop = new Duiyi({ url: withKeys.url, key: "shop", user: "anna" });
const engine = (level: number): Player => ({ kind: "engine", level });

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test("an engine replies", async () => {
  const game = await api.games.create("xiangqi", { players: { black: engine(2) } });
  const reply = await game.move("炮二平五");
  assert.equal(reply?.best_move, game.moves[1]);
  await game.undo(2);
  assert.deepEqual(game.moves, []);
  assert.ok(game.legalMoves.includes((await game.hint({ limits: { time_ms: 20 } })).best_move));
  assert.ok(await game.letEngineMove({ limits: { time_ms: 20 } }));
  assert.match(await game.record(), /^\[/);
});

test("a game with a ready check begins when both are ready", async () => {
  const clock = { initial_ms: 60_000 };
  const red = await api.games.create("xiangqi", { seats: "invite", side: "red", ready_check: true, clock });
  const black = await api.games.join(red.id, red.invitation ?? "", { name: "Hu" });
  assert.deepEqual([black.status, black.state.ready?.black], ["waiting", true]);
  await red.ready();
  assert.deepEqual([red.status, red.state.players.black?.name], ["playing", "Hu"]);
  await red.say("good_luck");
  await black.abort();
  assert.deepEqual(black.state.aborted, { reason: "player", side: "black" });
});

test("two strangers meet", async () => {
  const alone = await api.seeks.create({ ruleset: "renju", name: "Nobody" });
  assert.equal(await alone.wait(1), null);
  assert.deepEqual(
    (await api.seeks.list()).map(({ name }) => name),
    ["Nobody"],
  );
  await alone.withdraw();
  const terms = { ruleset: "xiangqi", clock: { days_per_move: 2 } } as const;
  const seeks = [await api.seeks.create(terms), await api.seeks.create(terms)];
  const games = await Promise.all(seeks.map((seek) => seek.wait()));
  assert.equal(games[0]?.id, games[1]?.id);
  await games.find((game) => game?.seat.side === "red")?.move("h2e2");
  assert.deepEqual(games.map((game) => game?.seat.side).sort(), ["black", "red"]);
});

test("an arbiter pauses and decides", async () => {
  const game = await shop.games.create("xiangqi", { seats: true, clock: { initial_ms: 60_000 } });
  await game.pause();
  const error = await game
    .asSide("red")
    .move("h2e2")
    .catch((caught: unknown) => caught);
  assert.ok(error instanceof ApiError && error.code === "game_paused");
  await game.addTime("red", 5_000);
  await game.resume();
  await game.adjudicate("black", "Red did not come.");
  assert.deepEqual(
    [game.winner, game.state.reason, game.state.ruling?.by],
    ["black", "adjudication", "shop"],
  );
});

test("a wrong move is an error with a code", async () => {
  const game = await api.games.create("xiangqi");
  const error = await game.move("a0a5").catch((caught: unknown) => caught);
  assert.ok(error instanceof ApiError);
  assert.equal(error.code, "illegal_move");
  assert.match(error.message, /a piece stands in between/);
});

test("two people play a game and a rematch", async () => {
  const red = await api.games.create("xiangqi", { seats: "invite", side: "red" });
  const black = await api.games.join(red.id, red.invitation ?? "");
  assert.equal(black.seat.side, "black");
  await red.move("h2e2");
  assert.ok(await black.waitForTurn());
  await black.move("h9g7");
  await red.takeback();
  await black.takeback("decline");
  await black.resign();
  assert.equal(await red.waitForTurn(), false);
  assert.equal(red.winner, "red");
  await red.rematch();
  const again = await black.rematch("accept");
  assert.equal(again?.seat.side, "red");
  await again?.move("b2e2");
});

const played: [string, Partial<ConstructorParameters<typeof Duiyi>[0] & object>][] = [
  ["by a stream", {}],
  ["by a WebSocket", { fetch: withoutStreams }],
  ["by waiting", { fetch: withoutStreams, WebSocket: undefined as never }],
];
for (const [how, settings] of played) {
  const isPossible = how !== "by a WebSocket" || typeof WebSocket !== "undefined";
  test(`the events of a game come up to its end, ${how}`, { skip: !isPossible }, async () => {
    const client = new Duiyi({ url: server.url, ...settings });
    const players = { black: engine(1), white: engine(1) };
    const game = await client.games.create("gomoku", { run: true, players });
    const events: GameEvent[] = await all(game.events());
    assert.equal(events[0]?.event, "game");
    const last = events.at(-1);
    assert.ok(last?.event === "end" && last.data.reason === "game_over" && game.isOver);
  });
}

/** As on platforms that hand over a body once it is complete. */
async function withoutStreams(...request: Parameters<typeof fetch>): Promise<Response> {
  const accept = new Headers(request[1]?.headers).get("accept");
  const response = await fetch(...request);
  if (accept !== "application/x-ndjson") return response;
  await response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}

test("a batch shows a wrong position alone", async () => {
  const positions = Array.from({ length: 300 }, () => ({
    ruleset: "xiangqi" as const,
    fen: null as string | null,
  }));
  positions[1] = { ruleset: "xiangqi", fen: "?" };
  const results = await all(api.analysis.batch(positions, { limits: { depth: 1 } }));
  assert.deepEqual(
    results.map(({ index }) => index),
    positions.map((_, index) => index),
  );
  assert.deepEqual(
    results.filter(({ problem }) => problem).map(({ index }) => index),
    [1],
  );
});

test("a position is searched depth by depth", async () => {
  const limits = { depth: 3 };
  const depths = await all(api.analysis.depths({ ruleset: "xiangqi", limits, book: false }));
  assert.equal(depths.at(-1)?.depth, 3);
  const job = await api.analysis.submit({ ruleset: "xiangqi", limits, book: false });
  assert.equal((await job.wait()).result?.depth, 3);
  assert.equal((await api.analysis.position({ ruleset: "gomoku", moves: ["h8"] })).turn, "white");
  assert.ok((await api.analysis.review({ ruleset: "xiangqi", moves: ["h2e2"] })).summary);
});

test("puzzles, records and rulesets", async () => {
  const first = await api.puzzle("xiangqi", { level: 3 });
  assert.notEqual((await api.puzzle("xiangqi", { level: 3, seen: [first.id] })).id, first.id);
  const [converted] = await api.convert({ record: "1. C2=5 {central} H8+7", format: "dhtmlxq" });
  assert.match(converted?.text ?? "", /central/);
  assert.equal((await api.rulesets()).rulesets.length, 5);
});

test("the games of a key and their events", async () => {
  const events = shop.events({ moves: true });
  const first = events.next();
  const made = await shop.games.createMany([
    { ruleset: "gomoku", reference: "table-0" },
    { ruleset: "gomoku" },
  ]);
  await made[0]?.change({ metadata: { round: "1" } });
  const [latest] = await all(shop.games.list());
  assert.deepEqual([latest?.reference, latest?.metadata, latest?.user], ["table-0", { round: "1" }, "anna"]);
  assert.equal((await first).value?.event, "game_created");
  await events.return(undefined);
  const stranger = new Duiyi(withKeys.url);
  await assert.rejects(stranger.games.create("xiangqi"), { code: "unauthorized", isKeyMissing: true });
});
