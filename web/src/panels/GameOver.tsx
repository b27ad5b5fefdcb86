// What to do after a game: another one with the same opponent, the next level, a new game, a review.
import { texts } from "../i18n";
import { isBusy } from "../state/actions";
import { followers } from "../state/followers";
import { current, followGame, game, mySoleSide, presence } from "../state/game";
import { goToNextGame, rematch } from "../state/people";
import { isReviewing, startReview } from "../state/review";
import { updateSetup } from "../state/setup";
import { otherSide } from "../state/sides";
import { proposedLevel } from "../state/streak";
import { newDraft, tab } from "../state/view";

/** Asks for another game with the same opponent, or goes to the one that was agreed on. An engine agrees at once. */
function Again() {
  const { offers } = texts.value;
  const now = game.value;
  const side = mySoleSide.value;
  const isPrimary = proposedLevel.value === null;
  if (now?.next_game) {
    return (
      <button type="button" class="primary" onClick={goToNextGame}>
        {offers.nextGame}
      </button>
    );
  }
  if (!side || now?.seats === false || now?.rematch_offer) return null;
  // Nobody may have come who could play another one.
  if (now?.status === "aborted" && presence.value?.[otherSide(now.ruleset, side)] !== "here") return null;
  return (
    <button
      type="button"
      class={isPrimary ? "primary" : ""}
      disabled={isBusy.value}
      onClick={() => void rematch(side, "offer", () => followGame(followers))}
    >
      {offers.rematch}
    </button>
  );
}

export function GameOver() {
  const { actions, analysis, start, strangers } = texts.value;
  const level = proposedLevel.value;
  const isPrimary = level === null && mySoleSide.value === null;
  return (
    <div class="start">
      <Again />
      {level !== null && (
        <button
          type="button"
          class="primary"
          onClick={() => {
            updateSetup({ level });
            newDraft();
          }}
        >
          {start.nextLevel(level)}
        </button>
      )}
      {game.value?.status === "aborted" && game.value.seats && (
        <button
          type="button"
          onClick={() => {
            updateSetup({ opponent: "stranger" });
            newDraft();
          }}
        >
          {strangers.another}
        </button>
      )}
      <button type="button" class={isPrimary ? "primary" : ""} onClick={newDraft}>
        {actions.newGame}
      </button>
      <button
        type="button"
        disabled={isReviewing.value || current.value?.ply === 0}
        onClick={() => {
          tab.value = "analysis";
          void startReview();
        }}
      >
        {analysis.review}
      </button>
    </div>
  );
}
