// The current game. Until it starts it is only a position; then it is a game on the server.
import { batch, computed, effect, signal } from "@preact/signals";
import { type ApiError, send } from "../api/server";
import { follow } from "../api/follow";
import type { Game, OfferEvent, Phrase, Position, Presence, Ruling, Search, Side } from "../api/types";
import { ownSides, readingToken } from "./seats";
import { isEngine, isGame, otherSide, sidesOf } from "./sides";

export const current = signal<Position | Game | null>(null);
export const game = computed<Game | null>(() => (isGame(current.value) ? current.value : null));

/** A move that was sent but not confirmed; the board already shows it. */
export const pendingMove = signal<string | null>(null);
export const thinking = signal<Search | null>(null);
export const connection = signal<"off" | "live" | "reconnecting">("off");
/** Which people are connected to the game; not part of its version. */
export const presence = signal<Presence | null>(null);
/** Why the game of the URL cannot be shown: the server does not have it any more, or it needs a token. */
export type Missing = "lost" | "private";
export const missing = signal<Missing | null>(null);
export const isMissing = computed(() => missing.value !== null);

/** The winning chances of the first side, by ply, for the positions that were searched. */
export const chances = signal<ReadonlyMap<number, number>>(new Map());

export const mySides = computed<Side[]>(() => ownSides(game.value));
export const isWatching = computed(() => game.value !== null && mySides.value.length === 0);
export const isPlaying = computed(() => current.value?.status === "playing");
export const isEngineTurn = computed(
  () => game.value !== null && isPlaying.value && isEngine(game.value, game.value.turn),
);

/** The side that this browser plays alone; null for a spectator and for two people at one screen. */
export const mySoleSide = computed<Side | null>(() =>
  mySides.value.length === 1 ? (mySides.value[0] ?? null) : null,
);
/** The side of another person, whose consent some actions need. */
export const opponentSide = computed<Side | null>(() => {
  const now = game.value;
  if (!now || mySoleSide.value === null) return null;
  const other = otherSide(now.ruleset, mySoleSide.value);
  return isEngine(now, other) ? null : other;
});
export const isWaiting = computed(() => game.value?.status === "waiting");
/** Whether the game has a result or was aborted. */
export const isOver = computed(() => current.value !== null && !isPlaying.value && !isWaiting.value);
/** Whether the players agreed to play without an engine's help. */
export const isHelpOff = computed(() => game.value?.hints === false && !isOver.value);

type Searched = Pick<Position, "ruleset" | "start_fen" | "moves" | "turn">;

/** Whether the position has occurred in the game on the board. */
function hasOccurred({ ruleset, start_fen, moves }: Searched): boolean {
  const now = current.value;
  return (
    now !== null &&
    now.ruleset === ruleset &&
    now.start_fen === start_fen &&
    moves.every(({ move }, index) => now.moves[index]?.move === move)
  );
}

/**
 * Stores the result of a search as the winning chance of the first side, at the ply that was searched. Drops a late result
 * for a position that is not part of the game on the board.
 */
export function recordChance(searched: Searched, search: Pick<Search, "win_rate">): void {
  if (!hasOccurred(searched)) return;
  const [first] = sidesOf(searched.ruleset);
  const chance = searched.turn === first ? search.win_rate : 1 - search.win_rate;
  chances.value = new Map(chances.value).set(searched.moves.length, chance);
}

/**
 * Shows a state of the current game. Ignores an older state than the one shown, and a late response for a game that the
 * user has left since.
 */
export function updateGame(next: Game): void {
  const now = game.value;
  if (now?.id !== next.id || now.version > next.version) return;
  if (next.presence) presence.value = next.presence;
  if (now.version === next.version) return;
  batch(() => {
    if (next.ply < now.ply) {
      chances.value = new Map([...chances.value].filter(([ply]) => ply <= next.ply));
    }
    // An offer changes the version too, and the move that was sent is still on its way.
    if (next.ply !== now.ply || next.status !== now.status) {
      pendingMove.value = null;
      thinking.value = null;
    }
    current.value = next;
  });
}

/** How long a live event stream may take to send a version that a response has named. */
const STREAM_LIMIT_MS = 2000;

/** Resolves when the event stream has sent this version of the game, does not work, or takes too long. */
async function streamedVersion(id: string, version: number): Promise<void> {
  let finish = () => {};
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, STREAM_LIMIT_MS);
    const stop = effect(() => {
      if (isPast(id, version) || connection.value !== "live") resolve();
    });
    finish = () => {
      clearTimeout(timer);
      stop();
    };
  });
  finish();
}

/** Whether the board shows this version of the game, a later one, or another game. */
const isPast = (id: string, version: number): boolean =>
  game.value?.id !== id || game.value.version >= version;

/** Waits until the board shows this version of the game: from the event stream, or by a request if that does not work. */
export async function showVersion(id: string, version: number): Promise<void> {
  await streamedVersion(id, version);
  if (isPast(id, version)) return;
  try {
    updateGame(await send("get_game", { path: { id }, token: readingToken(id) }));
  } catch {
    // The change is made. The event stream sends the state when the connection is back.
  }
}

/** Why the server refuses to show a game; null if something else is the reason than the game. */
export function missingBecauseOf({ code, isKeyMissing }: ApiError): Missing | null {
  if (code === "unauthorized") return isKeyMissing ? null : "private";
  return code === "game_not_found" ? "lost" : null;
}

let stopFollowing = () => {};

/** Replaces the current game with another game or position. */
export function replaceGame(position: Position | Game | null): void {
  stopFollowing();
  batch(() => {
    current.value = position;
    pendingMove.value = null;
    thinking.value = null;
    chances.value = new Map();
    connection.value = "off";
    missing.value = null;
    presence.value = isGame(position) ? position.presence : null;
  });
}

export interface Followers {
  /** An engine is to move but no request for its move is running. */
  onEngineStalled(): void;
  onOffer(event: OfferEvent): void;
  onRuling(event: Ruling): void;
  onPhrase(event: Phrase): void;
  onWatchers(count: number): void;
}

/** Follows the current game until it ends or another one replaces it. */
export function followGame(followers: Followers): void {
  stopFollowing();
  const { id } = game.value ?? {};
  if (!id) return;
  let isFirst = true;
  // The events of a search follow the state that it searches. A response may have shown a newer one in the meantime.
  let streamed: Game | null = null;
  stopFollowing = follow(id, readingToken(id), {
    onEvent: (event) => {
      if (event.event === "game") {
        streamed = event.data;
        // The request of a move also searches the engine's reply.
        const isMoving = pendingMove.value !== null;
        updateGame(event.data);
        if (isFirst && isEngineTurn.value && !isMoving) followers.onEngineStalled();
        isFirst = false;
      } else if (event.event === "presence") {
        presence.value = event.data;
      } else if (event.event === "offer") {
        followers.onOffer(event.data);
      } else if (event.event === "arbiter") {
        followers.onRuling(event.data);
      } else if (event.event === "phrase") {
        followers.onPhrase(event.data);
      } else if (event.event === "watchers") {
        followers.onWatchers(event.data.watchers);
      } else if (event.event === "thinking" && streamed) {
        if (streamed.version === game.value?.version) thinking.value = event.data;
        recordChance(streamed, event.data);
      } else if (event.event === "end") {
        connection.value = "off";
        if (event.data.reason === "deleted") missing.value = "lost";
      }
    },
    onConnection: (state) => {
      connection.value = state;
      isFirst = true;
    },
    onRejected: (error) => {
      connection.value = "off";
      missing.value = missingBecauseOf(error) ?? "lost";
    },
  });
}
