// The buttons that come with the state of the game: first moves and opening choices, answers to offers, what to do after a game.
import { texts } from "../i18n";
import { isBusy } from "../state/actions";
import { current, game, isMissing, isOver, isPlaying, isWaiting, mySides } from "../state/game";
import { isShowingEarlier } from "../state/history";
import { canRemake, remakeGame } from "../state/lost";
import { isAskedReady, isReady } from "../state/ready";
import { isLeaving, newDraft } from "../state/view";
import { BeforeFirstMove } from "./BeforeFirstMove";
import { GameOver } from "./GameOver";
import { Invitation } from "./Invitation";
import { Claim, Offers } from "./Offers";
import { OpeningChoices } from "./OpeningChoices";
import { Phrases } from "./Phrases";
import { Ready } from "./Ready";

export function StartLine() {
  const position = current.value;
  if (isLeaving.value) return null;
  if (isMissing.value) return <MissingGame />;
  if (!position) return null;
  if (game.value === null) return isShowingEarlier.value ? null : <BeforeFirstMove />;
  const isChoosing =
    position.opening?.phase === "choose" && isPlaying.value && mySides.value.includes(position.turn);
  return (
    <>
      <Offers />
      {isWaiting.value && !isAskedReady.value && !isReady.value && <Invitation />}
      <Ready />
      {isOver.value && !isShowingEarlier.value && <GameOver />}
      <Claim />
      <Phrases />
      {isChoosing && <OpeningChoices choices={position.opening?.choices ?? []} />}
    </>
  );
}

/** What to do when the game of the URL cannot be shown. */
function MissingGame() {
  const { actions, lost } = texts.value;
  const isKnown = canRemake();
  return (
    <div class="start">
      {isKnown && (
        <button type="button" class="primary" disabled={isBusy.value} onClick={() => void remakeGame()}>
          {lost.remake}
        </button>
      )}
      <button type="button" class={isKnown ? "" : "primary"} onClick={newDraft}>
        {actions.newGame}
      </button>
    </div>
  );
}
