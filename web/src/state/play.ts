// The user's actions on the game.
import { signal } from "@preact/signals";
import { get, post, Refusal, send } from "../api/client";
import type { Game, Position, Search, Side } from "../api/types";
import { words } from "../i18n";
import { play as sound } from "../sound";
import { accept, current, game, held, isEngineTurn, isGone, lay, listen, note, pending } from "./game";
import { forget, invitationOf, keepInvitation, keepOwn, keepSeat, tokenFor } from "./keys";
import { complain, hush, say } from "./notice";
import { go, hideToken, type Route } from "./route";
import { arrange, mySide, newGame, options, setup, start } from "./setup";
import { isEngine, otherSide, sidesOf } from "./sides";
import { tab } from "./view";

/** Whether a request is in flight. */
export const isBusy = signal(false);

/** A hint, valid while its position is shown. */
export const hint = signal<{ position: Position; search: Search } | null>(null);

const HINT_MS = 800;

let lastDone: Promise<void> = Promise.resolve();

/** Runs one action at a time; shows an error with a button to retry. */
function doing(what: () => Promise<void>): Promise<void> {
  const run = () => attempt(what);
  lastDone = lastDone.then(run, run);
  return lastDone;
}

async function attempt(what: () => Promise<void>): Promise<void> {
  isBusy.value = true;
  hush();
  try {
    await what();
  } catch (error) {
    pending.value = null;
    await reread();
    complain(error, () => void doing(what));
  } finally {
    isBusy.value = false;
  }
}

/** Reloads the game after a refusal, because another client may have changed it. */
async function reread(): Promise<void> {
  const id = game.value?.id;
  if (!id) return;
  try {
    accept(await get("/v1/games/{id}", { id }));
  } catch {
    // The stream reports the state when the connection is back.
  }
}

/** Shows the start position of the next game without creating a game. */
export async function showDraft(): Promise<void> {
  const { ruleset } = setup.value;
  try {
    const body = { ruleset, options: options.value, ...start.value };
    lay(await post("/v1/positions", { body }));
  } catch (error) {
    start.value = {};
    complain(error, () => void showDraft());
  }
}

/** Creates the current game on the server. If an engine moves first, the response contains its move. */
async function create(body = newGame()): Promise<Game> {
  const created = await post("/v1/games", { body });
  keepTokens(created);
  // The stream sends the state; only this response has the tokens.
  const laid = { ...created, seats: created.seats !== false };
  if (current.value) current.value = laid;
  else lay(laid);
  go(`#/g/${created.id}`);
  tab.value = invitationOf(created.id) ? "record" : "moves";
  listen(askEngine);
  return laid;
}

function keepTokens(created: Game): void {
  const tokens = typeof created.seats === "object" ? created.seats : {};
  const mine = mySide.value;
  const theirs = otherSide(created.ruleset, mine);
  const [own, given] = [tokens[mine], tokens[theirs]];
  if (setup.value.opponent === "link" && own && given) {
    keepSeat(created.id, { [mine]: own });
    keepInvitation(created.id, { side: theirs, token: given });
  } else {
    keepOwn(created, tokens);
  }
}

export const begin = (): Promise<void> =>
  doing(async () => {
    await create();
    if ((game.value?.ply ?? 0) > 0) sound("move");
  });

export const importRecord = (record: string): Promise<void> =>
  doing(async () => {
    const { ruleset } = setup.value;
    await create({ ruleset, options: options.value, record, players: {}, seats: true });
  });

export function playMove(move: string): Promise<void> {
  return doing(async () => {
    pending.value = move;
    hint.value = null;
    sound("move");
    const now = game.value ?? (await create());
    const { game: next, reply } = await post("/v1/games/{id}/moves", {
      id: now.id,
      token: tokenFor(now, now.turn),
      version: game.value?.version ?? now.version,
      body: { move },
    });
    if (reply) noteReply(next, reply);
    accept(next);
  });
}

/** The score of a reply belongs to the position one ply earlier, in which it was searched. */
function noteReply(after: Game, reply: Search): void {
  note(after, after.ply - 1, reply, otherSide(after.ruleset, after.turn));
}

/** Asks the engine to move when a reload or a lost connection left it on its turn. */
export const askEngine = (): void =>
  void doing(async () => {
    const now = game.value;
    if (!now || !isEngineTurn.value || held.value.length === 0) return;
    try {
      const answer = await post("/v1/games/{id}/best-move", {
        id: now.id,
        token: tokenFor(now, now.turn),
        version: now.version,
        body: { play: true },
      });
      if ("game" in answer) accept(answer.game);
    } catch (error) {
      // Another client's request made it move first.
      if (!(error instanceof Refusal && (error.code === "game_changed" || error.code === "version_mismatch")))
        throw error;
    }
  });

export const undoCount = (now: Game): number => {
  const hasEngine = sidesOf(now.ruleset).some((side) => isEngine(now, side));
  if (!hasEngine) return Math.min(1, now.ply);
  const last = now.moves.findLastIndex((move) => move.by === "human");
  return last < 0 ? 0 : now.moves.length - last;
};

export const undo = (): Promise<void> =>
  doing(async () => {
    const now = game.value;
    if (!now || held.value.length === 0) return;
    const token = tokenFor(now, held.value[0] as Side);
    const body = { plies: undoCount(now) };
    if (body.plies === 0) return;
    hint.value = null;
    const wasOver = now.status !== "playing";
    accept(await post("/v1/games/{id}/undo", { id: now.id, token, version: now.version, body }));
    // The stream ended with the game, so it must be opened again.
    if (wasOver) listen(askEngine);
  });

export const showHint = (): Promise<void> =>
  doing(async () => {
    const now = current.value;
    if (!now) return;
    const limits = { time_ms: HINT_MS };
    const moves = now.moves.map(({ move }) => move);
    const body = { ruleset: now.ruleset, options: now.options, fen: now.start_fen, moves, limits };
    const search = await post("/v1/analysis", { body });
    hint.value = { position: now, search };
    note(now, now.ply, search, now.turn);
  });

export const resign = (side: Side): Promise<void> =>
  doing(async () => {
    const now = game.value;
    if (!now) return;
    accept(await post("/v1/games/{id}/resign", { id: now.id, token: tokenFor(now, side), body: { side } }));
  });

export const draw = (side: Side, action: "offer" | "accept" | "decline"): Promise<void> =>
  doing(async () => {
    const now = game.value;
    if (!now) return;
    const token = tokenFor(now, side);
    const next = await post("/v1/games/{id}/draw", { id: now.id, token, body: { side, action } });
    accept(next);
    const { draw: told } = words.value;
    if (action === "offer" && next.status === "playing")
      say(next.draw_offer ? told.offered : told.engineDeclines);
  });

/** Opens the game of a URL. Stores a seat token from the URL and removes it there. */
export async function open({ id, seat }: Extract<Route, { at: "game" }>): Promise<void> {
  if (seat) {
    keepSeat(id, { [seat.side]: seat.token });
    hideToken(id);
  }
  if (game.value?.id === id && !seat) return;
  lay(null);
  try {
    const found = await get("/v1/games/{id}", { id });
    lay(found);
    listen(askEngine);
  } catch (error) {
    if (error instanceof Refusal && error.code === "game_not_found") {
      forget(id);
      isGone.value = true;
      return;
    }
    complain(error, () => void open({ at: "game", id, seat: null }));
  }
}

/** Prepares a game like the current one from the position shown; the first move creates it. */
export function playFrom(position: { fen: string; moves: string[]; ruleset: Game["ruleset"] }): void {
  arrange({ ruleset: position.ruleset });
  start.value = { fen: position.fen, moves: position.moves };
  go("#/");
}

export const fileOf = async (format: "pgn" | "text" | "svg" | "json"): Promise<Blob | null> => {
  const id = game.value?.id;
  if (!id) return null;
  return (await send("get", "/v1/games/{id}/record", { id, query: { format }, accept: "*/*" })).blob();
};
