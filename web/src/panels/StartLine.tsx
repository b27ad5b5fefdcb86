// The buttons above the tabs: first moves and opening choices, answers to offers, and what to do after a game.
import type { Position } from "../api/types";
import { texts } from "../i18n";
import { isBusy } from "../state/actions";
import {
  current,
  followGame,
  game,
  isMissing,
  isOver,
  isPlaying,
  isWaiting,
  mySides,
  mySoleSide,
  pendingMove,
  presence,
} from "../state/game";
import { isShowingEarlier } from "../state/history";
import { canRemake, remakeGame } from "../state/lost";
import { goToNextGame, rematch } from "../state/people";
import { followers, startGame, playMove } from "../state/play";
import { isAskedReady, isReady } from "../state/ready";
import { isReviewing, startReview } from "../state/review";
import { mySide, setup, updateSetup } from "../state/setup";
import { legalMoves, otherSide } from "../state/sides";
import { proposedLevel } from "../state/streak";
import { isLeaving, newDraft, tab } from "../state/view";
import { Invitation } from "./Invitation";
import { Claim, Offers, PremoveLine } from "./Offers";
import { Phrases } from "./Phrases";
import { Ready } from "./Ready";
import { Seeking } from "./FindOpponent";

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
      <PremoveLine />
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

/** Two common first moves of Xiangqi. */
const FIRST_MOVES = [
  { move: "h2e2", text: "central" },
  { move: "h0g2", text: "horse" },
] as const;

const openingMovesOf = (position: Position) =>
  position.ruleset === "xiangqi" && position.ply === 0
    ? FIRST_MOVES.filter(({ move }) => legalMoves(position).includes(move))
    : [];

export const hasOpeningMoves = (position: Position): boolean => openingMovesOf(position).length > 0;

function BeforeFirstMove() {
  const { start } = texts.value;
  const { opponent } = setup.value;
  const position = current.value;
  if (position?.status !== "playing" || pendingMove.value !== null) return null;
  if (opponent === "link") {
    return (
      <div class="start">
        <button type="button" class="primary" disabled={isBusy.value} onClick={() => void startGame()}>
          {start.invite}
        </button>
      </div>
    );
  }
  if (opponent === "stranger") return <Seeking />;
  if (position.opening?.phase === "choose") return <OpeningChoices choices={position.opening.choices} />;
  if (opponent === "here") return null;
  if (position.turn !== mySide.value) {
    return (
      <div class="start">
        <button type="button" class="primary" disabled={isBusy.value} onClick={() => void startGame()}>
          {start.engineBegins}
        </button>
      </div>
    );
  }
  const openingMoves = openingMovesOf(position);
  if (openingMoves.length === 0) return null;
  return (
    <div class="start">
      {openingMoves.map(({ move, text }, index) => (
        <button
          type="button"
          key={move}
          class={index === 0 ? "primary" : ""}
          disabled={isBusy.value}
          onClick={() => void playMove(move)}
        >
          {start[text]}
        </button>
      ))}
    </div>
  );
}

function OpeningChoices({ choices }: { choices: string[] }) {
  const { opening } = texts.value;
  return (
    <div class="start opening" role="group" aria-label={opening.choose}>
      <p aria-hidden="true">{opening.choose}</p>
      {choices.map((choice) => (
        <button type="button" key={choice} disabled={isBusy.value} onClick={() => void playMove(choice)}>
          {opening.choice(choice)}
        </button>
      ))}
    </div>
  );
}

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

function GameOver() {
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
