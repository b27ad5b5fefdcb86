// A game with a clock begins when both players have said that they are ready.
import { computed, effect } from "@preact/signals";
import { playSound } from "../sound";
import { game, mySoleSide } from "./game";
import { otherSide } from "./sides";

/** Whether each player is ready; null unless the game on the board waits for that and this browser plays one side. */
const ready = computed(() => {
  const now = game.value;
  const side = mySoleSide.value;
  if (!now?.ready || !side) return null;
  return { mine: now.ready[side] === true, theirs: now.ready[otherSide(now.ruleset, side)] === true };
});

/** Whether the other player is there and waits for the user. */
export const isAskedReady = computed(() => ready.value !== null && ready.value.theirs && !ready.value.mine);
/** Whether the user waits for the other player. */
export const isReady = computed(() => ready.value?.mine === true);

effect(() => {
  if (isAskedReady.value) playSound("offer");
});
