// The user's view of the game.
import { computed, signal } from "@preact/signals";
import { current, game, isMissing, mySides } from "./game";
import { navigate, route } from "./route";
import { mySide, setup, startPosition } from "./setup";
import { sidesOf } from "./sides";

export type Tab = "game" | "moves" | "analysis" | "record";

export const tab = signal<Tab>("game");
export const isManuallyFlipped = signal(false);

/** The first side is at the bottom, unless the user plays only the second side of Xiangqi. */
export const isFlipped = computed(() => {
  const position = current.value;
  if (!position) return false;
  const [first, second] = sidesOf(position.ruleset);
  const sides = game.value
    ? mySides.value
    : setup.value.opponent === "here"
      ? [first, second]
      : [mySide.value];
  const isSecond = sides.length === 1 && sides[0] === second;
  return (isSecond && position.ruleset === "xiangqi") !== isManuallyFlipped.value;
});

/** Whether the board still shows a game that the user has left, until the position of the next one arrives. */
export const isLeaving = computed(
  () => route.value.page === "home" && (game.value !== null || isMissing.value),
);

/** Prepares a new game like the last one; the first move creates it. */
export function newDraft(): void {
  startPosition.value = {};
  tab.value = "game";
  navigate("#/");
}
