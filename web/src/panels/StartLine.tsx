// Before the first move: buttons that start a game with one click. In an opening: its choices.
import type { Position, Side } from "../api/types";
import { words } from "../i18n";
import { current, game, held } from "../state/game";
import { isLookingBack } from "../state/lookback";
import { begin, draw, isBusy, playMove } from "../state/play";
import { isReviewing, startReview } from "../state/review";
import { mySide, setup } from "../state/setup";
import { legalMoves } from "../state/sides";
import { newDraft, tab } from "../state/view";

export function StartLine() {
  const position = current.value;
  if (!position || isLookingBack.value) return null;
  if (game.value === null) return <Beginning />;
  if (game.value.status !== "playing") return <AfterTheEnd />;
  if (game.value.draw_offer) return <DrawOffer />;
  const isMine = held.value.includes(position.turn);
  if (position.opening?.phase === "choose" && isMine) return <Choices choices={position.opening.choices} />;
  return null;
}

/** Two common first moves of Xiangqi. */
const FIRST_MOVES = [
  { move: "h2e2", word: "central" },
  { move: "h0g2", word: "horse" },
] as const;

const openersOf = (position: Position) =>
  position.ruleset === "xiangqi" && position.ply === 0
    ? FIRST_MOVES.filter(({ move }) => legalMoves(position).includes(move))
    : [];

export const hasOpeners = (position: Position): boolean => openersOf(position).length > 0;

function Beginning() {
  const { start } = words.value;
  const { opponent } = setup.value;
  const position = current.value;
  if (position?.status !== "playing") return null;
  if (opponent === "link") {
    return (
      <div class="start">
        <button type="button" class="primary" disabled={isBusy.value} onClick={() => void begin()}>
          {start.invite}
        </button>
      </div>
    );
  }
  if (position.opening?.phase === "choose") return <Choices choices={position.opening.choices} />;
  if (opponent === "here") return null;
  if (position.turn !== mySide.value) {
    return (
      <div class="start">
        <button type="button" class="primary" disabled={isBusy.value} onClick={() => void begin()}>
          {start.engineBegins}
        </button>
      </div>
    );
  }
  const openers = openersOf(position);
  if (openers.length === 0) return null;
  return (
    <div class="start">
      {openers.map(({ move, word }, index) => (
        <button
          type="button"
          key={move}
          class={index === 0 ? "primary" : ""}
          disabled={isBusy.value}
          onClick={() => void playMove(move)}
        >
          {start[word]}
        </button>
      ))}
    </div>
  );
}

function Choices({ choices }: { choices: string[] }) {
  const { opening } = words.value;
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

function AfterTheEnd() {
  const { actions, analysis } = words.value;
  return (
    <div class="start">
      <button type="button" class="primary" onClick={newDraft}>
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
  const mine = held.value.find((side) => side !== offeredBy);
  const { draw: told, sides, actions } = words.value;
  return (
    <div class="start" role="alert">
      <p>{told.offeredBy(sides[offeredBy])}</p>
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
