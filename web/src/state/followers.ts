// What follows from the events of the game on the board.
import { ApiError, change } from "../api/server";
import { runAction } from "./actions";
import { showRuling } from "./arbiter";
import { type Followers, game, isEngineTurn, mySides, showVersion } from "./game";
import { showOfferEvent } from "./people";
import { showPhrase, watchers } from "./phrases";
import { tokenFor } from "./seats";

/** Requests the engine's move if a reload or a lost connection has interrupted the earlier request. */
export const requestEngineMove = (): void =>
  void runAction(async (idempotencyKey) => {
    const now = game.value;
    if (!now || !isEngineTurn.value || mySides.value.length === 0) return;
    try {
      const short = await change("best_move", {
        path: { id: now.id },
        token: tokenFor(now, now.turn),
        version: now.version,
        body: { play: true },
        idempotencyKey,
      });
      await showVersion(now.id, short.version);
    } catch (error) {
      // The engine has already moved at the request of another client.
      if (!(
        error instanceof ApiError &&
        (error.code === "game_changed" || error.code === "version_mismatch")
      ))
        throw error;
    }
  });

export const followers: Followers = {
  onEngineStalled: requestEngineMove,
  onOffer: showOfferEvent,
  onRuling: showRuling,
  onPhrase: showPhrase,
  onWatchers: (count) => {
    watchers.value = count;
  },
};
