// Runs the user's actions on the game one after another.
import { signal } from "@preact/signals";
import { ApiError, send, newIdempotencyKey } from "../api/server";
import { game, pendingMove, updateGame } from "./game";
import { dismissNotice, showError } from "./notice";
import { readingToken } from "./seats";

/** Whether a request is in flight. */
export const isBusy = signal(false);

let lastAction: Promise<void> = Promise.resolve();

/** The requests of an action carry its key, so that the server carries them out once, however often the user retries. */
type Action = (idempotencyKey: string) => Promise<void>;

/** Runs actions one after another. If one fails, shows the error with a button to retry. */
export function runAction(action: Action, idempotencyKey = newIdempotencyKey()): Promise<void> {
  const run = () => tryAction(action, idempotencyKey);
  lastAction = lastAction.then(run, run);
  return lastAction;
}

/** Whether the server has decided against the request. It gives the same key the same answer again. */
const isDecided = (error: unknown): boolean =>
  error instanceof ApiError && ["version_mismatch", "game_changed"].includes(error.code);

async function tryAction(action: Action, idempotencyKey: string): Promise<void> {
  isBusy.value = true;
  dismissNotice();
  try {
    await action(idempotencyKey);
  } catch (error) {
    pendingMove.value = null;
    await reloadGame();
    const retryKey = isDecided(error) ? undefined : idempotencyKey;
    showError(error, () => void runAction(action, retryKey));
  } finally {
    isBusy.value = false;
  }
}

/** Reloads the game after a failed request, because another client may have changed it. */
async function reloadGame(): Promise<void> {
  const id = game.value?.id;
  if (!id) return;
  try {
    updateGame(await send("get_game", { path: { id }, token: readingToken(id) }));
  } catch {
    // The event stream sends the state when the connection is back.
  }
}
