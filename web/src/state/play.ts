// Plays the user's moves.
import { change } from "../api/server";
import type { Game, ShortGame } from "../api/types";
import { playSound } from "../sound";
import { runAction } from "./actions";
import { createGame } from "./create";
import { current, game, opponentSide, pendingMove, recordChance, showVersion } from "./game";
import { hint } from "./hint";
import { tokenFor } from "./seats";
import { newGame } from "./setup";
import { otherSide } from "./sides";

/**
 * Plays a move in the game on the board, or creates it. Does nothing if an action before it has changed the position, or if the
 * user has left the game since.
 */
export function playMove(move: string): Promise<void> {
  const body = newGame();
  const seen = current.value;
  let played = game.value;
  let isSent = false;
  pendingMove.value = move;
  hint.value = null;
  playSound("move");
  return runAction(async (idempotencyKey) => {
    if (game.value?.id !== played?.id || (!isSent && current.value?.ply !== seen?.ply)) return;
    isSent = true;
    pendingMove.value = move;
    played = game.value ?? (await createGame(body, idempotencyKey));
    const { id, turn, version } = played;
    const short = await change("play_move", {
      ...{ path: { id }, token: tokenFor(played, turn), idempotencyKey },
      // An offer of the other player changes the version too, but must not stop the move.
      ...(opponentSide.value ? {} : { version }),
      body: { move },
    });
    await showVersion(id, short.version);
    // The user left while the game was created, and the draft is still there.
    if (game.value === null && current.value === seen) pendingMove.value = null;
    const shown = game.value;
    if (shown?.id !== id) return;
    recordReplyChance(shown, short);
    if (shown.version >= short.version) pendingMove.value = null;
  });
}

/** Stores the winning chance of the engine's reply. The engine searched the position one ply earlier. */
function recordReplyChance(shown: Game, { reply, ply, turn }: ShortGame): void {
  if (reply?.win_rate === undefined || shown.moves[ply - 1]?.move !== reply.best_move) return;
  recordChance(
    { ...shown, moves: shown.moves.slice(0, ply - 1), turn: otherSide(shown.ruleset, turn) },
    { win_rate: reply.win_rate },
  );
}
