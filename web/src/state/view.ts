// The user's view of the game.
import { computed, signal } from "@preact/signals";
import { current, game, held } from "./game";
import { go } from "./route";
import { mySide, setup, start } from "./setup";
import { sidesOf } from "./sides";

export type Tab = "game" | "moves" | "analysis" | "record";

export const tab = signal<Tab>("game");
export const isTurned = signal(false);

/** The first side is at the bottom, unless the user plays only the second side of Xiangqi. */
export const isFlipped = computed(() => {
  const position = current.value;
  if (!position) return false;
  const [first, second] = sidesOf(position.ruleset);
  const plays = game.value ? held.value : setup.value.opponent === "here" ? [first, second] : [mySide.value];
  const isSecond = plays.length === 1 && plays[0] === second;
  return (isSecond && position.ruleset === "xiangqi") !== isTurned.value;
});

/** Prepares a new game like the last one; the first move creates it. */
export function newDraft(): void {
  start.value = {};
  tab.value = "game";
  go("#/");
}
