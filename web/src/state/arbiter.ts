// What an arbiter does with the game on the board.
import type { Ruling } from "../api/types";
import { texts } from "../i18n";
import { showNotice } from "./notice";

/** Tells what cannot be seen in the game: that time was added, or that it goes on. */
export function showRuling({ action, by, side, ms }: Ruling): void {
  const { strangers, sides } = texts.value;
  if (action === "add_time" && side && ms)
    showNotice(strangers.addedTime(by, sides[side], Math.round(ms / 1000)));
  if (action === "resume") showNotice(strangers.resumed(by));
}
