// Notifies the user of the own turn while the page is in the background. Off unless the user has asked for it.
import { effect, untracked } from "@preact/signals";
import { texts } from "../i18n";
import { game } from "./game";
import { showNotice } from "./notice";
import { prefs, updatePrefs } from "./prefs";
import { isAskedReady } from "./ready";
import { navigate } from "./route";
import { refreshRunning, running } from "./running";
import { isAwaited } from "./title";

export const canNotify = "Notification" in window;

/** Asks for the permission, which browsers grant only on a click. */
export async function setNotify(isWanted: boolean): Promise<void> {
  const isAllowed = isWanted && (await Notification.requestPermission()) === "granted";
  if (isWanted && !isAllowed) showNotice(texts.value.share.notifyRefused);
  // Without a change of the preference, the box would stay checked.
  updatePrefs({ notify: isAllowed });
}

async function notify(id: string, body = texts.value.status.yourTurn): Promise<void> {
  const { title } = texts.value;
  const options = { body, tag: `duiyi-${id}`, icon: "/assets/icon-192.png" };
  // Phones show notifications only of a service worker.
  const worker = (await navigator.serviceWorker?.getRegistration())?.active;
  if (worker) worker.postMessage({ title, hash: `#/g/${id}`, ...options });
  else new Notification(title, options);
}

// After a click on a notification the service worker names its game.
navigator.serviceWorker?.addEventListener("message", ({ data }) => navigate(data.hash));

/** Whether the user has asked for notifications, and the browser allows them. */
const isWanted = (): boolean =>
  untracked(() => prefs.value.notify) && canNotify && Notification.permission === "granted";

/** How often the games that are not on the board are asked for: a game by correspondence waits for days. */
const ASK_EVERY_MS = 60_000;

/** Notifies of the games in which the other player has moved since the last look. */
async function lookAtRunning(): Promise<void> {
  const before = new Set(running.value.filter(({ isMyTurn }) => isMyTurn).map(({ id }) => id));
  await refreshRunning();
  for (const { id, isMyTurn } of running.value)
    if (isMyTurn && !before.has(id) && id !== game.value?.id) await notify(id);
}

setInterval(() => {
  if (document.hidden && isWanted()) lookAtRunning().catch(() => {});
}, ASK_EVERY_MS);

effect(() => {
  const [isTurn, isAsked, id] = [isAwaited.value, isAskedReady.value, game.value?.id];
  if (!id || !(isTurn || isAsked) || !isWanted() || !document.hidden) return;
  const { ready } = untracked(() => texts.value).strangers;
  notify(id, isAsked ? ready.asked : undefined).catch(() => {});
});
