// The user's actions on the game.
import { signal } from "@preact/signals";
import { get, post, ApiError, send } from "../api/client";
import type { Game, Position, Search, Side } from "../api/types";
import { texts } from "../i18n";
import { playSound } from "../sound";
import {
  updateGame,
  current,
  game,
  mySides,
  isEngineTurn,
  isNotFound,
  replaceGame,
  followGame,
  recordChance,
  pendingMove,
} from "./game";
import { removeSavedGame, savedInvitation, saveInvitation, saveGame, saveSeat, tokenFor } from "./seats";
import { showError, dismissNotice, showNotice } from "./notice";
import { navigate, removeTokenFromUrl, type Route } from "./route";
import { updateSetup, mySide, newGame, options, setup, startPosition } from "./setup";
import { isEngine, otherSide, sidesOf } from "./sides";
import { tab } from "./view";

/** Whether a request is in flight. */
export const isBusy = signal(false);

/** A hint, valid while its position is shown. */
export const hint = signal<{ position: Position; search: Search } | null>(null);

const HINT_MS = 800;

let lastAction: Promise<void> = Promise.resolve();

/** Runs actions one after another. If one fails, shows the error with a button to retry. */
function runAction(action: () => Promise<void>): Promise<void> {
  const run = () => tryAction(action);
  lastAction = lastAction.then(run, run);
  return lastAction;
}

async function tryAction(action: () => Promise<void>): Promise<void> {
  isBusy.value = true;
  dismissNotice();
  try {
    await action();
  } catch (error) {
    pendingMove.value = null;
    await reloadGame();
    showError(error, () => void runAction(action));
  } finally {
    isBusy.value = false;
  }
}

/** Reloads the game after a failed request, because another client may have changed it. */
async function reloadGame(): Promise<void> {
  const id = game.value?.id;
  if (!id) return;
  try {
    updateGame(await get("/v1/games/{id}", { id }));
  } catch {
    // The event stream sends the state when the connection is back.
  }
}

/** Shows the start position of the next game without creating a game. */
export async function showDraft(): Promise<void> {
  const { ruleset } = setup.value;
  try {
    const body = { ruleset, options: options.value, ...startPosition.value };
    replaceGame(await post("/v1/positions", { body }));
  } catch (error) {
    startPosition.value = {};
    showError(error, () => void showDraft());
  }
}

/** Creates the current game on the server. If an engine moves first, the response contains its move. */
async function create(body = newGame()): Promise<Game> {
  const created = await post("/v1/games", { body });
  saveTokens(created);
  // The event stream sends the state. Only this response contains the tokens.
  const createdGame = { ...created, seats: created.seats !== false };
  if (current.value) current.value = createdGame;
  else replaceGame(createdGame);
  navigate(`#/g/${created.id}`);
  tab.value = savedInvitation(created.id) ? "record" : "moves";
  followGame(requestEngineMove);
  return createdGame;
}

function saveTokens(created: Game): void {
  const tokens = typeof created.seats === "object" ? created.seats : {};
  const mine = mySide.value;
  const theirs = otherSide(created.ruleset, mine);
  const [ownToken, friendToken] = [tokens[mine], tokens[theirs]];
  if (setup.value.opponent === "link" && ownToken && friendToken) {
    saveSeat(created.id, { [mine]: ownToken });
    saveInvitation(created.id, { side: theirs, token: friendToken });
  } else {
    saveGame(created, tokens);
  }
}

export const startGame = (): Promise<void> =>
  runAction(async () => {
    await create();
    if ((game.value?.ply ?? 0) > 0) playSound("move");
  });

export const importRecord = (record: string): Promise<void> =>
  runAction(async () => {
    const { ruleset } = setup.value;
    await create({ ruleset, options: options.value, record, players: {}, seats: true });
  });

export function playMove(move: string): Promise<void> {
  return runAction(async () => {
    pendingMove.value = move;
    hint.value = null;
    playSound("move");
    const now = game.value ?? (await create());
    const { game: next, reply } = await post("/v1/games/{id}/moves", {
      id: now.id,
      token: tokenFor(now, now.turn),
      version: game.value?.version ?? now.version,
      body: { move },
    });
    if (reply) recordReplyChance(next, reply);
    updateGame(next);
  });
}

/** Stores the winning chance of the engine's reply. The engine searched the position one ply earlier. */
function recordReplyChance(after: Game, reply: Search): void {
  recordChance(after, after.ply - 1, reply, otherSide(after.ruleset, after.turn));
}

/** Requests the engine's move if a reload or a lost connection has interrupted the earlier request. */
export const requestEngineMove = (): void =>
  void runAction(async () => {
    const now = game.value;
    if (!now || !isEngineTurn.value || mySides.value.length === 0) return;
    try {
      const response = await post("/v1/games/{id}/best-move", {
        id: now.id,
        token: tokenFor(now, now.turn),
        version: now.version,
        body: { play: true },
      });
      if ("game" in response) updateGame(response.game);
    } catch (error) {
      // The engine has already moved at the request of another client.
      if (!(
        error instanceof ApiError &&
        (error.code === "game_changed" || error.code === "version_mismatch")
      ))
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
  runAction(async () => {
    const now = game.value;
    if (!now || mySides.value.length === 0) return;
    const token = tokenFor(now, mySides.value[0] as Side);
    const body = { plies: undoCount(now) };
    if (body.plies === 0) return;
    hint.value = null;
    const wasOver = now.status !== "playing";
    updateGame(await post("/v1/games/{id}/undo", { id: now.id, token, version: now.version, body }));
    // The server closed the event stream when the game ended, so open a new one.
    if (wasOver) followGame(requestEngineMove);
  });

export const showHint = (): Promise<void> =>
  runAction(async () => {
    const now = current.value;
    if (!now) return;
    const limits = { time_ms: HINT_MS };
    const moves = now.moves.map(({ move }) => move);
    const body = { ruleset: now.ruleset, options: now.options, fen: now.start_fen, moves, limits };
    const search = await post("/v1/analysis", { body });
    hint.value = { position: now, search };
    recordChance(now, now.ply, search, now.turn);
  });

export const resign = (side: Side): Promise<void> =>
  runAction(async () => {
    const now = game.value;
    if (!now) return;
    updateGame(
      await post("/v1/games/{id}/resign", { id: now.id, token: tokenFor(now, side), body: { side } }),
    );
  });

export const draw = (side: Side, action: "offer" | "accept" | "decline"): Promise<void> =>
  runAction(async () => {
    const now = game.value;
    if (!now) return;
    const token = tokenFor(now, side);
    const next = await post("/v1/games/{id}/draw", { id: now.id, token, body: { side, action } });
    updateGame(next);
    const { draw: t } = texts.value;
    if (action === "offer" && next.status === "playing")
      showNotice(next.draw_offer ? t.offered : t.engineDeclines);
  });

/** Opens the game of a URL. Stores a seat token from the URL and removes it there. */
export async function openGame({ id, seat }: Extract<Route, { page: "game" }>): Promise<void> {
  if (seat) {
    saveSeat(id, { [seat.side]: seat.token });
    removeTokenFromUrl(id);
  }
  if (game.value?.id === id && !seat) return;
  replaceGame(null);
  try {
    const found = await get("/v1/games/{id}", { id });
    replaceGame(found);
    followGame(requestEngineMove);
  } catch (error) {
    if (error instanceof ApiError && error.code === "game_not_found") {
      removeSavedGame(id);
      isNotFound.value = true;
      return;
    }
    showError(error, () => void openGame({ page: "game", id, seat: null }));
  }
}

/** Prepares a game like the current one from the position shown; the first move creates it. */
export function playFrom(position: { fen: string; moves: string[]; ruleset: Game["ruleset"] }): void {
  updateSetup({ ruleset: position.ruleset });
  startPosition.value = { fen: position.fen, moves: position.moves };
  navigate("#/");
}

export const fetchRecord = async (format: "pgn" | "text" | "svg" | "json"): Promise<Blob | null> => {
  const id = game.value?.id;
  if (!id) return null;
  return (await send("get", "/v1/games/{id}/record", { id, query: { format }, accept: "*/*" })).blob();
};
