// Looking for an opponent among strangers, and the lobby of those who look for one.
import { signal } from "@preact/signals";
import { ApiError, newIdempotencyKey, send, transport } from "../api/server";
import type { ClockSettings, NewSeek, Seek, Side } from "../api/types";
import { texts } from "../i18n";
import { playSound } from "../sound";
import { showError, showNotice } from "./notice";
import { ownName } from "./ownName";
import { navigate } from "./route";
import { saveSecrets } from "./seats";

/** How long one request waits for the opponent; the seek ends 15 s after the last. */
const WAIT_SECONDS = 25;
const RETRY_MS = 1000;

interface Seeking {
  seek: Seek;
  secret: string;
  /** By the clock of this browser. */
  since: number;
  /** Ends the request that waits: a browser would let the withdrawal wait for it, because both have one address. */
  waiting: AbortController;
}

/** The user's own seek, while it is open. */
export const seeking = signal<Seeking | null>(null);
export const lobby = signal<readonly Seek[]>([]);

const isMine = ({ secret }: Seeking): boolean => seeking.value?.secret === secret;

export async function startSeeking(body: NewSeek): Promise<void> {
  await stopSeeking();
  try {
    const request = { body: { ...body, ...ownName() }, idempotencyKey: newIdempotencyKey() };
    const { secret, ...seek } = await send("create_seek", request);
    seeking.value = { seek, secret, since: Date.now(), waiting: new AbortController() };
    void waitForGame(seeking.value);
  } catch (error) {
    showError(error, () => void startSeeking(body));
  }
}

/** Waits until an opponent has come, or the user stops looking. */
async function waitForGame(mine: Seeking): Promise<void> {
  const { id, ruleset } = mine.seek;
  while (isMine(mine)) {
    try {
      const { signal } = mine.waiting;
      const found = await send("await_game", {
        path: { id },
        token: mine.secret,
        headers: { Prefer: `wait=${WAIT_SECONDS}` },
        signal,
      });
      if (found.status === "open" || !isMine(mine)) continue;
      const tokens = { [found.side as Side]: found.token as string };
      saveSecrets({ id: found.game as string, ruleset, created_at: new Date().toISOString() }, { tokens });
      seeking.value = null;
      playSound("offer");
      navigate(`#/g/${found.game}`);
    } catch (error) {
      if (!isMine(mine)) return;
      if (error instanceof ApiError && error.code === "seek_not_found") {
        seeking.value = null;
        showNotice(texts.value.strangers.gone);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

export async function stopSeeking(): Promise<void> {
  const mine = seeking.value;
  if (!mine) return;
  seeking.value = null;
  mine.waiting.abort();
  try {
    await transport.respond("withdraw_seek", { path: { id: mine.seek.id }, token: mine.secret });
  } catch {
    // It ends by itself after 15 s.
  }
}

/** Looks for an opponent with the terms of a seek in the lobby, so that the two meet. */
export function answer({ ruleset, options, clock, side }: Seek): Promise<void> {
  const others: Partial<Record<Side, Side>> =
    ruleset === "xiangqi" ? { red: "black", black: "red" } : { black: "white", white: "black" };
  const mine = side === "random" ? "random" : (others[side] ?? "random");
  return startSeeking({ ruleset, options, clock: clock && clockOf(clock), side: mine });
}

/** The clock as a request takes it: days are the whole of one by correspondence. */
function clockOf({ days_per_move, ...times }: NonNullable<Seek["clock"]>): ClockSettings {
  return days_per_move ? { days_per_move } : times;
}

export async function refreshLobby(): Promise<void> {
  try {
    lobby.value = (await send("list_seeks", {})).seeks;
  } catch {
    // The lobby keeps what it shows until the server answers.
  }
}
