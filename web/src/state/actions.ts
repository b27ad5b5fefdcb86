// Runs the user's actions on the game one after another.
import { signal } from "@preact/signals";
import { get } from "../api/client";
import { game, pendingMove, updateGame } from "./game";
import { dismissNotice, showError } from "./notice";
import { readingToken } from "./seats";

/** Whether a request is in flight. */
export const isBusy = signal(false);

let lastAction: Promise<void> = Promise.resolve();

/** Runs actions one after another. If one fails, shows the error with a button to retry. */
export function runAction(action: () => Promise<void>): Promise<void> {
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
    updateGame(await get("/v1/games/{id}", { id, token: readingToken(id) }));
  } catch {
    // The event stream sends the state when the connection is back.
  }
}
