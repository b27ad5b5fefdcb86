import { game, isOver } from "../state/game";
import { type Setup, updateSetup } from "../state/setup";
import { newDraft } from "../state/view";

/** Changes the settings of the next game, and shows its board unless a game is running. */
export function changeSetup(change: Partial<Setup>): void {
  updateSetup(change);
  if (game.value && isOver.value) newDraft();
}
