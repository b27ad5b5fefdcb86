// A game that the server does not have any more.
import type { NewGame } from "../api/types";
import { runAction } from "./actions";
import { archivedGame } from "./archive";
import { chances, game, missing, replaceGame } from "./game";
import { keepGame, keptGame, startOf } from "./keep";
import type { KeptGame } from "./keptGame";
import { createGame } from "./create";
import { positionOf } from "./positions";
import { replayed } from "./replay";
import { route } from "./route";
import { removeSavedGame } from "./seats";
import { oneScreen } from "./setup";
import { sidesOf } from "./sides";

const idOfRoute = (): string | null => (route.value.page === "game" ? route.value.id : null);

/** Whether the server has lost the game and this browser knows its moves. */
export const canRemake = (): boolean => {
  const id = idOfRoute();
  return missing.value === "lost" && id !== null && keptGame(id) !== null;
};

/** A game that is kept here, also one of long ago. */
async function knownGame(id: string): Promise<KeptGame | null> {
  const kept = keptGame(id);
  if (kept) return kept;
  const archived = await archivedGame(id);
  if (archived) keepGame(id, archived.kept);
  return archived?.kept ?? null;
}

/** Shows a game as this browser knows it, while the server cannot be reached; returns whether it knows it. */
export async function showKept(id: string): Promise<boolean> {
  const kept = await knownGame(id);
  if (!kept || idOfRoute() !== id || game.value) return false;
  const { status, winner } = kept;
  const isOver = status !== "playing" && status !== "waiting";
  replaceGame({ ...replayed(kept), ...(isOver ? { status, winner } : {}) });
  chances.value = new Map(kept.chances);
  return true;
}

/** Shows that the game is missing, with its last position if this browser knows it. */
export async function showLost(id: string): Promise<void> {
  const kept = await knownGame(id);
  if (!kept) removeSavedGame(id);
  const position = kept && (await positionOf(startOf(kept)).catch(() => replayed(kept)));
  if (idOfRoute() !== id) return;
  if (position && !game.value) {
    replaceGame(position);
    chances.value = new Map(kept.chances);
  }
  missing.value = "lost";
}

function seatsOf({ ruleset, players, mine }: KeptGame): Pick<NewGame, "players" | "seats" | "side"> {
  const hasEngine = sidesOf(ruleset).some((side) => players[side]?.kind === "engine");
  if (hasEngine) return { players, seats: true };
  return mine.length === 2 ? oneScreen : { players: {}, seats: "invite", side: mine[0] ?? null };
}

/** Makes the missing game again from its moves, with its settings. A friend gets a new invitation. */
export function remakeGame(): Promise<void> {
  const id = idOfRoute();
  const kept = id === null ? null : keptGame(id);
  return runAction(async (idempotencyKey) => {
    if (id === null || !kept) return;
    const { hints, clock } = kept;
    const settings = { hints, clock, private: kept.private };
    const made = await createGame({ ...startOf(kept), ...seatsOf(kept), ...settings }, idempotencyKey);
    if (game.value?.id === made.id) chances.value = new Map(kept.chances);
    removeSavedGame(id);
  });
}
