// Plays every ruleset through the TypeScript client that openapi-generator makes: DUIYI=http://HOST:PORT play.mts
// DUIYI_WITH_KEYS is a server whose API key is "shop".
//
// Every call must succeed, and every operation of the contract must be called.
import { strict as assert } from "node:assert";
import { randomUUID } from "node:crypto";
import {
  AnalysisApi,
  Configuration,
  type Game,
  GamesApi,
  type NewGame,
  type RecordConversion,
  PuzzlesApi,
  ServiceApi,
  type StreamEvent,
  StreamEventFromJSON,
} from "duiyi-client";

const basePath = process.env["DUIYI"]!;
const fast = { timeMs: 20 };
const engine = { kind: "engine", level: 2, limits: fast } as const;
type Sides = readonly ["red" | "black", "black" | "white"];

interface Case {
  againstEngine: NewGame;
  withOptions: NewGame;
  sides: Sides;
  moves: string[];
}

const five = { sides: ["black", "white"], moves: ["h8", "h9", "j7"] } as const;
const cases: Case[] = [
  {
    againstEngine: { ruleset: "xiangqi", players: { black: engine } },
    withOptions: { ruleset: "xiangqi", options: { repetition: "draw" } },
    sides: ["red", "black"],
    moves: ["h2e2", "h9g7", "h0g2"],
  },
  {
    againstEngine: { ruleset: "gomoku", players: { white: engine } },
    withOptions: { ruleset: "gomoku", options: { boardSize: 19 } },
    ...five,
    moves: [...five.moves],
  },
  {
    againstEngine: { ruleset: "gomoku_standard", players: { white: engine } },
    withOptions: { ruleset: "gomoku_standard", options: { opening: "swap2" } },
    ...five,
    moves: [...five.moves],
  },
  {
    againstEngine: { ruleset: "renju", players: { white: engine } },
    withOptions: { ruleset: "renju", options: { forbiddenLoses: true } },
    ...five,
    moves: [...five.moves],
  },
  {
    againstEngine: { ruleset: "caro", players: { white: engine } },
    withOptions: { ruleset: "caro", options: { overlineWins: false } },
    ...five,
    moves: [...five.moves],
  },
];

const called = new Set<string>();

/** An API that records which of its operations are called. */
function noting<T extends object>(api: T): T {
  return new Proxy(api, {
    get(target, name) {
      if (typeof name === "string") called.add(name.replace(/Raw$/, ""));
      return Reflect.get(target, name) as unknown;
    },
  });
}

const gamesFor = (accessToken?: string) =>
  noting(new GamesApi(new Configuration(accessToken ? { basePath, accessToken } : { basePath })));
const games = gamesFor();
const analysis = noting(new AnalysisApi(new Configuration({ basePath })));
const puzzles = noting(new PuzzlesApi(new Configuration({ basePath })));
const service = noting(new ServiceApi(new Configuration({ basePath })));

/** The lines of a raw response, as they come. */
async function* linesOf(response: Response): AsyncGenerator<string> {
  let text = "";
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (text + chunk).split("\n");
    text = lines.pop()!;
    yield* lines;
  }
}

async function* serverSentEvents(response: Response): AsyncGenerator<StreamEvent> {
  let fields: Record<string, unknown> = {};
  for await (const line of linesOf(response)) {
    const [, name, value] = /^(id|event|data): (.*)$/.exec(line) ?? [];
    if (name && value) fields[name] = name === "event" ? value : JSON.parse(value);
    if (line === "" && "data" in fields) {
      yield StreamEventFromJSON(fields);
      fields = {};
    }
  }
}

async function* eventLines(response: Response): AsyncGenerator<StreamEvent> {
  for await (const line of linesOf(response)) if (line) yield StreamEventFromJSON(JSON.parse(line));
}

async function collect(events: AsyncGenerator<StreamEvent>): Promise<StreamEvent[]> {
  const all = [];
  for await (const event of events) all.push(event);
  return all;
}

const accept = (type: string) => ({ headers: { Accept: type, "Content-Type": "application/json" } });

async function nextGame(events: AsyncGenerator<StreamEvent>, ply: number): Promise<Game> {
  for (;;) {
    const { value } = await events.next();
    if (value.event === "game" && value.data.ply === ply) return value.data;
  }
}

async function playAgainstTheEngine({ againstEngine, sides: [first, second], moves }: Case) {
  const request = { newGame: againstEngine, idempotencyKey: randomUUID() };
  const created = await games.createGameRaw(request);
  const again = await games.createGameRaw(request);
  assert.equal(again.raw.headers.get("Idempotency-Replayed"), "true");
  const { id } = await created.value();
  const ifMatch = created.raw.headers.get("ETag")!;

  // Follow the game while it is played.
  const following = await games.eventsRaw({ id });
  const events = serverSentEvents(following.raw);
  assert.equal((await nextGame(events, 0)).id, id);
  const played = await games.playMove({ id, ifMatch, playMove: { move: moves[0]! } });
  assert.ok(played.reply?.bestMove);
  assert.equal((await nextGame(events, 2)).version, played.game.version);
  await events.return(undefined);

  assert.equal((await games.undo({ id })).ply, 1);
  assert.equal((await games.undo({ id, undo: { plies: 1 } })).ply, 0);
  const hint = await games.bestMove({ id, bestMove: { limits: fast, lines: 2 } });
  assert.ok("bestMove" in hint && (hint.score.cp === undefined) !== (hint.score.mate === undefined));
  const made = await games.bestMove({ id, bestMove: { limits: fast, play: true } });
  assert.ok("game" in made && made.game.ply === 1);
  const [legal] = (await games.getGame({ id, notation: "all" })).legalMoves;
  assert.ok(typeof legal === "object" && legal.move);

  for (const [format, start] of [["pgn", "["], ["text", ""], ["svg", "<svg"]] as const) {
    const { raw } = await games.recordRaw({ id, format });
    assert.ok((await raw.text()).startsWith(start));
  }
  assert.equal((await games.record({ id })).id, id);
  const offered = await games.draw({ id, draw: { side: first, action: "offer" } });
  if (offered.status === "playing") {
    assert.equal((await games.resign({ id, resign: { side: first } })).winner, second);
  }
  assert.ok((await games.review({ id, review: { limits: fast } })).includes("event: end"));
  const { raw } = await games.reviewRaw({ id, review: { limits: fast } }, accept("application/x-ndjson"));
  const names = (await collect(eventLines(raw))).map(({ event }) => event);
  assert.deepEqual(names, ["ply", "result", "end"]);
  assert.ok((await service.sharedGame({ id })).includes("og:title"));
  assert.ok((await service.embeddedGame({ id })).includes("<html"));
  const frame = await service.oembed({ url: `${basePath}/g/${id}` });
  assert.ok(frame.html.includes(`/embed/${id}`));
  await games.deleteGame({ id });
}

/** Two people: every field that may be null is null. */
async function playWithSeats({ withOptions, sides: [first], moves }: Case) {
  const nulls = { fen: null, moves: null, record: null, players: null };
  const newGame = { ...withOptions, ...nulls, seats: true };
  const { id, tokens, options, ruleset } = await games.createGame({ newGame });
  const seated = gamesFor(tokens?.[first]);
  const { game } = await seated.playMove({ id, playMove: { move: moves[0]!, reply: null } });
  assert.deepEqual([game.ply, game.seats], [1, true]);
  await seated.resign({ id, resign: { side: first } });
  await games.createGame({ newGame: { ruleset, options } as NewGame });
  const imported = await games.createGame({ newGame: { ruleset, record: moves.join(" ") } });
  assert.equal(imported.ply, 3);
  const recordConversion = { record: moves.join(" "), format: "pgn", ruleset } as RecordConversion;
  const [converted] = (await games.convertRecord({ recordConversion })).records;
  assert.deepEqual([converted?.ply, converted?.text?.startsWith("[")], [3, true]);
}

/** Opens the stream of a player without the token, waits for a change, and tries a socket. */
async function followWithATicket(player: GamesApi, id: string) {
  const { ticket } = await player.issueTicket({ id });
  const { raw } = await games.eventsRaw({ id, ticket }, accept("application/x-ndjson"));
  const events = eventLines(raw);
  assert.equal((await events.next()).value.event, "game");
  await events.return(undefined);
  const ifNoneMatch = (await games.getGameRaw({ id })).raw.headers.get("ETag")!;
  const status = ({ response }: { response: Response }) => response.status;
  const waited = await games.getGameRaw({ id, ifNoneMatch, prefer: "wait=1" }).catch(status);
  assert.equal(waited, 304);
  // A generated client speaks no WebSocket.
  assert.equal(await games.socketRaw({ id }).catch(status), 426);
}

/** Two people: one invites the other, both play with a clock, take moves back, play again, and one leaves. */
async function playWithAnInvitation({ withOptions: { ruleset }, sides: [first, second], moves }: Case) {
  const clock = { initialMs: 60_000, incrementMs: 1000 };
  const newGame = { ruleset, seats: "invite", side: first, clock, readyCheck: true } as NewGame;
  const { id, status, tokens, invitation } = await games.createGame({ newGame });
  assert.equal(status, "waiting");
  const host = gamesFor(tokens?.[first]);
  const joined = await games.join({ id, join: { invitation: invitation! } });
  const guest = gamesFor(joined.tokens?.[second]);
  assert.deepEqual([joined.ready?.[first], joined.ready?.[second]], [false, true]);
  assert.equal((await host.ready({ id, ready: { side: first } })).status, "playing");
  await host.playMove({ id, playMove: { move: moves[0]! } });
  const { game } = await guest.playMove({ id, playMove: { move: moves[1]! } });
  assert.deepEqual([game.clock?.running, game.clock?.remainingMs[first]], [first, 60_000]);
  const asked = await host.takeback({ id, takeback: { side: first, action: "offer" } });
  assert.equal(asked.takebackOffer?.plies, 2);
  assert.equal((await guest.takeback({ id, takeback: { side: second, action: "accept" } })).ply, 0);
  await host.resign({ id, resign: { side: first } });
  await host.rematch({ id, rematch: { side: first, action: "offer" } });
  const { nextGame } = await guest.rematch({ id, rematch: { side: second, action: "accept" } });
  assert.equal((await host.abort({ id: nextGame!, abort: { side: second } })).aborted?.reason, "player");
  await followWithATicket(host, id);
  const directed = await games.createGame({ newGame: { ruleset, seats: "invite_both" } as NewGame });
  for (const [side, expected] of [[second, "waiting"], [first, "playing"]] as const) {
    const join = { invitation: directed.invitations![side]! };
    assert.equal((await games.join({ id: directed.id, join })).status, expected);
  }
  const left = await games.createGame({ newGame: { ruleset, seats: true, abandonMs: 1 } as NewGame });
  const player = gamesFor(left.tokens?.[first]);
  await player.playMove({ id: left.id, playMove: { move: moves[0]! } });
  const { presence } = await player.getGame({ id: left.id });
  assert.deepEqual([presence?.[first], presence?.[second]], ["here", "away"]);
  const claimed = await player.claim({ id: left.id, claim: { side: first, result: "win" } });
  assert.equal(claimed.reason, "abandonment");
}

async function analyse({ againstEngine: { ruleset }, moves }: Case) {
  const position = await analysis.position({ positionInput: { ruleset, moves, options: null } });
  assert.equal(position.ply, 3);
  assert.ok((await analysis.opening({ positionInput: { ruleset, moves, options: null } })).book);
  const limits = { depth: 3 };
  const analysisInput = { ruleset, moves, limits, book: false, seed: Number.MAX_SAFE_INTEGER };
  assert.ok((await analysis.analyse({ analysisInput })).bestMove);
  for (const [type, read] of [
    ["text/event-stream", serverSentEvents],
    ["application/x-ndjson", eventLines],
  ] as const) {
    const { raw } = await analysis.analyseRaw({ analysisInput }, accept(type));
    const events = await collect(read(raw));
    assert.deepEqual(events.slice(-2).map(({ event }) => event), ["result", "end"]);
  }
  const job = await analysis.submitAnalysis({ analysisInput, prefer: "wait=10" });
  assert.ok(job.status === "done" && job.result?.bestMove);
  assert.deepEqual((await analysis.showAnalysis({ id: job.id })).request?.moves, moves);
  assert.equal((await analysis.cancelAnalysis({ id: job.id })).status, "done");
  const positions = [{ ruleset, moves }, { ruleset, fen: "?" }];
  const batch = await analysis.submitBatch({ batchInput: { positions, limits }, prefer: "wait=10" });
  const [found, failed] = batch.results!;
  assert.ok(batch.progress?.done === 2 && found?.result?.bestMove && failed?.problem?.code);
  const review = await analysis.reviewMoves(
    { reviewInput: { ruleset, moves, limits } },
    accept("application/json"),
  );
  assert.deepEqual([review.moves.length, review.summary?.plies], [3, 3]);
}

// What a product does with its one key.
async function keepGamesOfUsers() {
  const shop = noting(new GamesApi(new Configuration({ basePath: process.env["DUIYI_WITH_KEYS"]!, apiKey: "shop" })));
  const { raw } = await shop.followEventsRaw({ moves: true }, async ({ init }) => {
    return { headers: { ...init.headers, Accept: "application/x-ndjson" } };
  });
  const black = { kind: "human", name: "Hu Ronghua" };
  const tables = [0, 1, 2].map((number) => {
    return { ruleset: "renju", players: { black }, reference: `round-${number}`, metadata: { round: "1" } };
  });
  const made = await shop.createGames({ newGames: { games: tables as NewGame[] } });
  const { id, reference, players } = made.games[1]!;
  assert.deepEqual([reference, players.black?.name], ["round-1", "Hu Ronghua"]);
  const metadata = { round: null, board: "4" } as unknown as Record<string, string>;
  const changed = await shop.changeDetails({ id, gameDetails: { metadata } });
  assert.deepEqual(changed.metadata, { board: "4" });
  await shop.playMove({ id, playMove: { move: "h8" } });
  const listed = await shop.listGames({ ruleset: "renju", limit: 2 });
  assert.deepEqual(listed.games.map((game) => game.reference), ["round-1", "round-2"]);
  const rest = await shop.listGames({ ruleset: "renju", limit: 2, cursor: listed.nextCursor! });
  assert.deepEqual([rest.games.map((game) => game.reference), rest.nextCursor], [["round-0"], null]);
  for await (const line of linesOf(raw)) {
    const event = JSON.parse(line || "{}");
    if (event.event === "move_played") {
      assert.deepEqual([event.game, event.data.move], [id, "h8"]);
      break;
    }
  }
}

/** Two seek the same and meet; one says a phrase; the owner of their game rules on it. */
async function meetAStranger() {
  const basePath = process.env["DUIYI_WITH_KEYS"]!;
  const apiFor = (accessToken?: string, apiKey: string | undefined = "shop") =>
    noting(new GamesApi(new Configuration({ basePath, ...(apiKey && { apiKey }), ...(accessToken && { accessToken }) })));
  const shop = apiFor();
  const seek = async (name: string) => {
    const made = await shop.createSeek({ newSeek: { ruleset: "xiangqi", clock: { initialMs: 600_000 }, name } });
    return { id: made.id, waits: apiFor(made.secret) };
  };
  const alone = await seek("Lin");
  assert.equal((await alone.waits.awaitGame({ id: alone.id })).status, "open");
  assert.deepEqual((await shop.listSeeks()).seeks.map((it) => it.name), ["Lin"]);
  await alone.waits.withdrawSeek({ id: alone.id });
  const [first, second] = [await seek("Hu"), await seek("Liu")];
  const found = await first.waits.awaitGame({ id: first.id, prefer: "wait=10" });
  const other = await second.waits.awaitGame({ id: second.id });
  const id = found.game!;
  assert.deepEqual([found.status, other.status, other.game], ["matched", "matched", id]);
  const player = apiFor(found.token, "");
  assert.equal((await player.say({ id, newPhrase: { phrase: "hello" } })).side, found.side);
  assert.ok((await shop.pause({ id, body: {} })).paused);
  assert.ok(!(await shop.resume({ id, body: {} })).paused);
  const added = await shop.addTime({ id, addTime: { side: "black", ms: 60_000 } });
  assert.deepEqual([added.ruling?.action, added.ruling?.by, added.ruling?.ms], ["add_time", "shop", 60_000]);
  const decided = await shop.adjudicate({ id, adjudicate: { result: "draw", detail: "the hall closes" } });
  assert.deepEqual([decided.reason, decided.ruling?.detail], ["adjudication", "the hall closes"]);
}

async function checkPuzzles() {
  for (const ruleset of ["xiangqi", "gomoku", "renju"] as const) {
    const first = await puzzles.nextPuzzle({ ruleset, level: 7 });
    assert.deepEqual([first.ruleset, first.solution.length], [ruleset, 2 * first.goalMoves - 1]);
    assert.deepEqual(await puzzles.showPuzzle({ id: first.id }), first);
    assert.ok((await service.sharedPuzzle({ id: first.id })).includes("og:title"));
    assert.notEqual((await puzzles.nextPuzzle({ ruleset, seen: first.id })).id, first.id);
  }
}

async function checkService() {
  assert.equal((await service.rulesets()).rulesets.length, cases.length);
  assert.equal((await service.healthz()).status, "ok");
  assert.equal((await service.readyz()).status, "ready");
  assert.ok((await service.metrics()).includes("# EOF"));
  assert.ok((await service.openapi()).startsWith("openapi: 3.1"));
  const [docs, home] = [await service.docs(), await service.home()];
  assert.ok(docs.includes("<html") && home.includes("<html"));
  assert.ok((await service.docsFile({ name: "reference.js" })).includes("fetch"));
  await service.asset({ name: /\/assets\/([^"]+)"/.exec(home)![1]! });
}

for (const ruleset of cases) {
  await playAgainstTheEngine(ruleset);
  await playWithSeats(ruleset);
  await playWithAnInvitation(ruleset);
  await analyse(ruleset);
}
await keepGamesOfUsers();
await meetAStranger();
await checkPuzzles();
await checkService();
const operations = [GamesApi, AnalysisApi, PuzzlesApi, ServiceApi]
  .flatMap((api) => Object.getOwnPropertyNames(api.prototype))
  .filter((name) => name.endsWith("Raw"))
  .map((name) => name.replace(/Raw$/, ""));
assert.deepEqual(operations.filter((name) => !called.has(name)), [], "operations never called");
console.log(`typescript: ${operations.length} operations called in ${cases.length} rulesets`);
