// Zen mode: while a game runs, the page shows nothing but its board, its clocks and its actions.
import { computed, effect } from "@preact/signals";
import { game, isPlaying } from "./game";
import { prefs, updatePrefs } from "./prefs";
import { route } from "./route";

export const isZen = computed(
  () => prefs.value.isZen && route.value.page === "game" && game.value !== null && isPlaying.value,
);

export const toggleZen = (): void => updatePrefs({ isZen: !prefs.value.isZen });

effect(() => {
  document.documentElement.toggleAttribute("data-zen", isZen.value);
});
