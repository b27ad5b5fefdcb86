// A game that the server does not have any more.
import { post } from "../api/client";
import type { NewGame } from "../api/types";
import { runAction } from "./actions";
import { chances, game, isNotFound, replaceGame } from "./game";
import { keptGame, startOf } from "./keep";
import { createGame } from "./play";
import { route } from "./route";
import { removeSavedGame } from "./seats";
import { oneScreen } from "./setup";
import { sidesOf } from "./sides";

const idOfRoute = (): string | null => (route.value.page === "game" ? route.value.id : null);

/** Whether this browser knows the moves of the missing game. */
export const canRemake = (): boolean => {
  const id = idOfRoute();
  return id !== null && keptGame(id) !== null;
};

/** Shows that the game is missing, with its last position if this browser knows it. */
export async function showLost(id: string): Promise<void> {
  const kept = keptGame(id);
  if (!kept) removeSavedGame(id);
  const position = kept && (await post("/v1/positions", { body: startOf(kept) }).catch(() => null));
  if (idOfRoute() !== id) return;
  if (position && !game.value) {
    replaceGame(position);
    chances.value = new Map(kept.chances);
  }
  isNotFound.value = true;
}

/** Makes the missing game again from its moves. A friend gets a new invitation. */
export const remakeGame = (): Promise<void> =>
  runAction(async () => {
    const id = idOfRoute();
    const kept = id === null ? null : keptGame(id);
    if (id === null || !kept) return;
    const { players, mine, hints } = kept;
    const hasEngine = sidesOf(kept.ruleset).some((side) => players[side]?.kind === "engine");
    const seats: Pick<NewGame, "players" | "seats" | "side" | "hints"> = hasEngine
      ? { players, seats: true }
      : mine.length === 2
        ? { ...oneScreen, hints }
        : { players: {}, seats: "invite", side: mine[0] ?? null };
    await createGame({ ...startOf(kept), ...seats });
    chances.value = new Map(kept.chances);
    removeSavedGame(id);
  });
