// Whether the evaluation bar is beside the board. Against the engine it would give the moves away, so there the user asks for it.
import { computed } from "@preact/signals";
import { game, isHelpOff, isWatching } from "./game";
import { prefs } from "./prefs";
import { review } from "./review";
import { setup } from "./setup";
import { isEngine, sidesOf } from "./sides";

/** Whether the user plays against the engine, now or in the next game. */
const isAgainstEngine = computed(() => {
  const now = game.value;
  if (!now) return setup.value.opponent === "engine";
  return !isWatching.value && sidesOf(now.ruleset).some((side) => isEngine(now, side));
});

/** Whether a game has the bar. */
export const hasGameBar = computed(
  () => !isHelpOff.value && (prefs.value.hasBar ?? (!isAgainstEngine.value || review.value !== null)),
);
