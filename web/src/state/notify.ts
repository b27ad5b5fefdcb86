// Notifies the user of the own turn while the page is in the background. Off unless the user has asked for it.
import { effect, untracked } from "@preact/signals";
import { texts } from "../i18n";
import { game } from "./game";
import { showNotice } from "./notice";
import { prefs, updatePrefs } from "./prefs";
import { navigate } from "./route";
import { isAwaited } from "./title";

export const canNotify = "Notification" in window;

/** Asks for the permission, which browsers grant only on a click. */
export async function setNotify(isWanted: boolean): Promise<void> {
  const isAllowed = isWanted && (await Notification.requestPermission()) === "granted";
  if (isWanted && !isAllowed) showNotice(texts.value.share.notifyRefused);
  // Without a change of the preference, the box would stay checked.
  updatePrefs({ notify: isAllowed });
}

async function notify(id: string): Promise<void> {
  const { status, title } = texts.value;
  const options = { body: status.yourTurn, tag: `duiyi-${id}`, icon: "/assets/icon-192.png" };
  // Phones show notifications only of a service worker.
  const worker = (await navigator.serviceWorker?.getRegistration())?.active;
  if (worker) worker.postMessage({ title, hash: `#/g/${id}`, ...options });
  else new Notification(title, options);
}

// After a click on a notification the service worker names its game.
navigator.serviceWorker?.addEventListener("message", ({ data }) => navigate(data.hash));

effect(() => {
  const [isTurn, id] = [isAwaited.value, game.value?.id];
  const isWanted = untracked(() => prefs.value.notify) && canNotify && Notification.permission === "granted";
  if (isTurn && id && isWanted && document.hidden) notify(id).catch(() => {});
});
