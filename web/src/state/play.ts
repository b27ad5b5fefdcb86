// The user's actions on the game.
import { signal } from "@preact/signals";
import { change, post, ApiError, send } from "../api/client";
import type { Game, NewGame, Position, Ruleset, Search, ShortGame, Side } from "../api/types";
import { playSound } from "../sound";
import { runAction } from "./actions";
import { showRuling } from "./arbiter";
import {
  showVersion,
  current,
  type Followers,
  game,
  isMissing,
  isOver,
  mySides,
  opponentSide,
  isEngineTurn,
  replaceGame,
  followGame,
  recordChance,
  pendingMove,
} from "./game";
import { rulesetNamed } from "./gameNames";
import { showError } from "./notice";
import { isSharedScreen, showOfferEvent, takeback, takebackCount } from "./people";
import { showPhrase, watchers } from "./phrases";
import { positionOf } from "./positions";
import { navigate, route } from "./route";
import { readingToken, saveSecrets, tokenFor } from "./seats";
import { newGame, oneScreen, options, setup, type StartPosition, startPosition } from "./setup";
import { isEngine, otherSide, sidesOf } from "./sides";
import { tab } from "./view";

/** A hint, valid while its position is shown. */
export const hint = signal<{ position: Position; search: Search } | null>(null);

const HINT_MS = 800;

let lastDraft = 0;

/** Shows the start position of the next game without creating a game. */
export async function showDraft(): Promise<void> {
  const { ruleset } = setup.value;
  lastDraft += 1;
  const request = lastDraft;
  // The settings may have changed since, a game may have been opened, or the first move is on its way.
  const isCurrent = () =>
    request === lastDraft &&
    route.value.page === "home" &&
    (game.value !== null || pendingMove.value === null);
  try {
    const body = { ruleset, ...startPosition.value, options: options.value };
    const draft = await positionOf(body);
    if (isCurrent()) replaceGame(draft);
  } catch (error) {
    if (!isCurrent()) return;
    // Without the position that the server refused, the next draft is the standard one.
    if (isRefused(error) && !isStandard(startPosition.value)) startPosition.value = {};
    showError(error, () => void showDraft());
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && [400, 422].includes(error.problem.status);

const isStandard = (start: StartPosition): boolean => Object.keys(start).length === 0;

/**
 * Creates a game on the server and shows it, unless the user has gone to another page meanwhile. If an engine moves first, the
 * response contains its move.
 */
export async function createGame(body: NewGame, idempotencyKey: string): Promise<Game> {
  const { hash } = location;
  const created = await post("/v1/games", { body, idempotencyKey });
  const { tokens, invitation, spectator, ...createdGame } = created;
  saveSecrets(created, {
    tokens: tokens ?? {},
    ...(invitation ? { invitation } : {}),
    ...(spectator ? { spectator } : {}),
  });
  // The event stream sends the state. Only this response contains the tokens.
  if (location.hash === hash) showCreated(createdGame);
  return createdGame;
}

function showCreated(created: Game): void {
  // The board keeps what it shows of the draft, such as the move that creates the game.
  if (current.value && game.value === null && !isMissing.value) current.value = created;
  else replaceGame(created);
  navigate(`#/g/${created.id}`);
  tab.value = "moves";
  followGame(followers);
}

export function startGame(): Promise<void> {
  const body = newGame();
  return runAction(async (idempotencyKey) => {
    const { id, ply } = await createGame(body, idempotencyKey);
    if (ply > 0 && game.value?.id === id) playSound("move");
  });
}

/** The ruleset that a record names in its tag `Game`; null if it names none. */
export const rulesetOfRecord = (record: string): Ruleset | null =>
  rulesetNamed(/\[Game\s+"([^"]+)"\]/i.exec(record)?.[1] ?? "");

export function importRecord(record: string): Promise<void> {
  const { ruleset } = setup.value;
  const named = rulesetOfRecord(record);
  const isOther = named !== null && named !== ruleset;
  const body: NewGame = {
    ruleset: named ?? ruleset,
    // The options of the settings belong to the game of the settings.
    ...(isOther ? {} : { options: options.value }),
    record,
    ...oneScreen,
  };
  return runAction(async (idempotencyKey) => void (await createGame(body, idempotencyKey)));
}

/**
 * Plays a move in the game on the board, or creates it. Does nothing if an action before it has changed the position, or if the
 * user has left the game since.
 */
export function playMove(move: string): Promise<void> {
  const body = newGame();
  const seen = current.value;
  let played = game.value;
  let isSent = false;
  pendingMove.value = move;
  hint.value = null;
  playSound("move");
  return runAction(async (idempotencyKey) => {
    if (game.value?.id !== played?.id || (!isSent && current.value?.ply !== seen?.ply)) return;
    isSent = true;
    pendingMove.value = move;
    played = game.value ?? (await createGame(body, idempotencyKey));
    const { id, turn, version } = played;
    const short = await change("moves", {
      ...{ id, token: tokenFor(played, turn), idempotencyKey },
      // An offer of the other player changes the version too, but must not stop the move.
      ...(opponentSide.value ? {} : { version }),
      body: { move },
    });
    await showVersion(id, short.version);
    // The user left while the game was created, and the draft is still there.
    if (game.value === null && current.value === seen) pendingMove.value = null;
    const shown = game.value;
    if (shown?.id !== id) return;
    recordReplyChance(shown, short);
    if (shown.version >= short.version) pendingMove.value = null;
  });
}

/** Stores the winning chance of the engine's reply. The engine searched the position one ply earlier. */
function recordReplyChance(shown: Game, { reply, ply, turn }: ShortGame): void {
  if (reply?.win_rate === undefined || shown.moves[ply - 1]?.move !== reply.best_move) return;
  recordChance(
    { ...shown, moves: shown.moves.slice(0, ply - 1), turn: otherSide(shown.ruleset, turn) },
    { win_rate: reply.win_rate },
  );
}

/** Requests the engine's move if a reload or a lost connection has interrupted the earlier request. */
export const requestEngineMove = (): void =>
  void runAction(async (idempotencyKey) => {
    const now = game.value;
    if (!now || !isEngineTurn.value || mySides.value.length === 0) return;
    try {
      const short = await change("best-move", {
        id: now.id,
        token: tokenFor(now, now.turn),
        version: now.version,
        body: { play: true },
        idempotencyKey,
      });
      await showVersion(now.id, short.version);
    } catch (error) {
      // The engine has already moved at the request of another client.
      if (!(
        error instanceof ApiError &&
        (error.code === "game_changed" || error.code === "version_mismatch")
      ))
        throw error;
    }
  });

export const followers: Followers = {
  onEngineStalled: requestEngineMove,
  onOffer: showOfferEvent,
  onRuling: showRuling,
  onPhrase: showPhrase,
  onWatchers: (count) => {
    watchers.value = count;
  },
};

/** How many moves the user can take back. The result of a game with seats stands. */
export function undoCount(now: Game): number {
  if (isOver.value && now.seats !== false) return 0;
  const side = mySides.value.find((mine) => mine !== opponentSide.value);
  if (opponentSide.value && side) return takebackCount(now, side);
  const hasEngine = sidesOf(now.ruleset).some((side) => isEngine(now, side));
  if (!hasEngine) return Math.min(1, now.ply);
  const last = now.moves.findLastIndex((move) => move.by === "human");
  return last < 0 ? 0 : now.moves.length - last;
}

/** Takes back moves; asks another person first. */
export async function undo(): Promise<void> {
  const now = game.value;
  const [side] = mySides.value;
  const plies = now ? undoCount(now) : 0;
  if (!now || !side || plies === 0) return;
  hint.value = null;
  if (opponentSide.value) return takeback(side, "offer", plies);
  if (isSharedScreen(now) && now.seats !== false) {
    await takeback(side, "offer", plies);
    return takeback(otherSide(now.ruleset, side), "accept");
  }
  return undoAlone(plies);
}

const undoAlone = (plies: number): Promise<void> =>
  runAction(async (idempotencyKey) => {
    const now = game.value;
    if (!now) return;
    const wasOver = isOver.value;
    const { version } = await change("undo", {
      ...{ id: now.id, token: tokenFor(now, mySides.value[0] as Side), version: now.version, idempotencyKey },
      body: { plies },
    });
    await showVersion(now.id, version);
    // The server closed the event stream when the game ended, so open a new one.
    if (wasOver) followGame(followers);
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
    recordChance(now, search);
  });

export const fetchRecord = async (
  format: "pgn" | "text" | "svg" | "png" | "json" | "dhtmlxq",
  notation?: "chinese",
): Promise<Blob | null> => {
  const id = game.value?.id;
  if (!id) return null;
  const query = { format, ...(notation ? { notation } : {}) };
  const request = { id, token: readingToken(id), query, accept: "*/*" };
  return (await send("get", "/v1/games/{id}/record", request)).blob();
};
