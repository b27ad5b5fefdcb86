// The phrases that players say to each other, and the number of watchers.
import { effect, signal } from "@preact/signals";
import { send } from "../api/server";
import type { Phrase, Side } from "../api/types";
import { texts } from "../i18n";
import { game, mySides } from "./game";
import { showError, showNotice } from "./notice";
import { prefs } from "./prefs";
import { tokenFor } from "./seats";

export const PHRASES = ["hello", "good_luck", "well_played", "thanks", "sorry", "rematch"] as const;

export const watchers = signal(0);

effect(() => {
  game.value?.id;
  watchers.value = 0;
});

/** Shows what another player has said, unless the user has muted that. */
export function showPhrase({ side, phrase }: Phrase): void {
  if (mySides.value.includes(side) || prefs.value.isMuted) return;
  const { strangers, sides } = texts.value;
  showNotice(strangers.phrases.of(sides[side], strangers.phrases.text[phrase]));
}

export async function say(side: Side, phrase: Phrase["phrase"]): Promise<void> {
  const now = game.value;
  if (!now) return;
  try {
    await send("say", { path: { id: now.id }, token: tokenFor(now, side), body: { phrase } });
  } catch (error) {
    showError(error, () => void say(side, phrase));
  }
}
