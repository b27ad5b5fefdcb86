// Takes back moves.
import { change } from "../api/server";
import type { Game, Side } from "../api/types";
import { runAction } from "./actions";
import { followers } from "./followers";
import { followGame, game, isOver, mySides, opponentSide, showVersion } from "./game";
import { hint } from "./hint";
import { isSharedScreen, takeback, takebackCount } from "./people";
import { tokenFor } from "./seats";
import { isEngine, otherSide, sidesOf } from "./sides";

/** How many moves the user can take back. The result of a game with seats stands. */
export function undoCount(now: Game): number {
  if (isOver.value && now.seats !== false) return 0;
  const side = mySides.value.find((mine) => mine !== opponentSide.value);
  if (opponentSide.value && side) return takebackCount(now, side);
  const hasEngine = sidesOf(now.ruleset).some((side) => isEngine(now, side));
  if (!hasEngine) return Math.min(1, now.ply);
  const last = now.moves.findLastIndex((move) => move.by === "human");
  return last < 0 ? 0 : now.moves.length - last;
}

/** Takes back moves; asks another person first. */
export async function undo(): Promise<void> {
  const now = game.value;
  const [side] = mySides.value;
  const plies = now ? undoCount(now) : 0;
  if (!now || !side || plies === 0) return;
  hint.value = null;
  if (opponentSide.value) return takeback(side, "offer", plies);
  if (isSharedScreen(now) && now.seats !== false) {
    await takeback(side, "offer", plies);
    return takeback(otherSide(now.ruleset, side), "accept");
  }
  return undoAlone(plies);
}

const undoAlone = (plies: number): Promise<void> =>
  runAction(async (idempotencyKey) => {
    const now = game.value;
    if (!now) return;
    const wasOver = isOver.value;
    const { version } = await change("undo", {
      path: { id: now.id },
      token: tokenFor(now, mySides.value[0] as Side),
      version: now.version,
      idempotencyKey,
      body: { plies },
    });
    await showVersion(now.id, version);
    // The server closed the event stream when the game ended, so open a new one.
    if (wasOver) followGame(followers);
  });
