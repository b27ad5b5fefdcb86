// The buttons above the tabs: first moves and opening choices, the answer to a draw offer, and what to do after a game.
import type { Position, Side } from "../api/types";
import { texts } from "../i18n";
import { current, game, mySides } from "../state/game";
import { isShowingEarlier } from "../state/history";
import { startGame, draw, isBusy, playMove } from "../state/play";
import { isReviewing, startReview } from "../state/review";
import { mySide, setup, updateSetup } from "../state/setup";
import { legalMoves } from "../state/sides";
import { proposedLevel } from "../state/streak";
import { newDraft, tab } from "../state/view";

export function StartLine() {
  const position = current.value;
  if (!position || isShowingEarlier.value) return null;
  if (game.value === null) return <BeforeFirstMove />;
  if (game.value.status !== "playing") return <GameOver />;
  if (game.value.draw_offer) return <DrawOffer />;
  const isMine = mySides.value.includes(position.turn);
  if (position.opening?.phase === "choose" && isMine)
    return <OpeningChoices choices={position.opening.choices} />;
  return null;
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
  if (position?.status !== "playing") return null;
  if (opponent === "link") {
    return (
      <div class="start">
        <button type="button" class="primary" disabled={isBusy.value} onClick={() => void startGame()}>
          {start.invite}
        </button>
      </div>
    );
  }
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
    <div class="start" role="group" aria-label={opening.choose}>
      {choices.map((choice) => (
        <button type="button" key={choice} disabled={isBusy.value} onClick={() => void playMove(choice)}>
          {opening.choice(choice)}
        </button>
      ))}
    </div>
  );
}

function GameOver() {
  const { actions, analysis, start } = texts.value;
  const level = proposedLevel.value;
  return (
    <div class="start">
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
      <button type="button" class={level === null ? "primary" : ""} onClick={newDraft}>
        {actions.newGame}
      </button>
      <button
        type="button"
        disabled={isReviewing.value}
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

function DrawOffer() {
  const now = game.value;
  const offeredBy = now?.draw_offer as Side;
  const mine = mySides.value.find((side) => side !== offeredBy);
  const { draw: t, sides, actions } = texts.value;
  return (
    <div class="start" role="alert">
      <p>{t.offeredBy(sides[offeredBy])}</p>
      {mine && (
        <>
          <button type="button" class="primary" onClick={() => void draw(mine, "accept")}>
            {actions.accept}
          </button>
          <button type="button" onClick={() => void draw(mine, "decline")}>
            {actions.decline}
          </button>
        </>
      )}
    </div>
  );
}
