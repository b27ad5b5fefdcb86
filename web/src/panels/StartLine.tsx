// Before the first move: ways to begin with one click. In an opening: what can be chosen.
import { words } from "../i18n";
import { current, game, held } from "../state/game";
import { isLookingBack } from "../state/lookback";
import { begin, draw, isBusy, playMove } from "../state/play";
import { mySide, setup } from "../state/setup";
import { legalMoves } from "../state/sides";

export function StartLine() {
  const position = current.value;
  if (!position || isLookingBack.value) return null;
  if (game.value === null) return <Beginning />;
  if (game.value.draw_offer) return <DrawOffer />;
  const isMine = held.value.includes(position.turn);
  if (position.opening?.phase === "choose" && isMine) return <Choices choices={position.opening.choices} />;
  return null;
}

/** Two ways to open a game of Xiangqi that every book begins with. */
const FIRST_MOVES = [
  { move: "h2e2", word: "central" },
  { move: "h0g2", word: "horse" },
] as const;

function Beginning() {
  const { start, sides } = words.value;
  const { opponent, ruleset } = setup.value;
  const position = current.value;
  if (!position || position.status !== "playing") return null;
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
  if (opponent === "here") return <p class="start">{start.youMove}</p>;
  if (position.turn !== mySide.value) {
    return (
      <div class="start">
        <p>{start.engineFirst(sides[mySide.value])}</p>
        <button type="button" class="primary" disabled={isBusy.value} onClick={() => void begin()}>
          {start.engineBegins}
        </button>
      </div>
    );
  }
  const offered = legalMoves(position);
  const isFirst = position.ply === 0 && ruleset === "xiangqi";
  const openers = isFirst ? FIRST_MOVES.filter(({ move }) => offered.includes(move)) : [];
  if (openers.length === 0) return <p class="start">{ruleset === "xiangqi" ? start.youMove : start.orPut}</p>;
  return (
    <div class="start">
      <p>{start.orPlay}</p>
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

function DrawOffer() {
  const now = game.value;
  const offeredBy = now?.draw_offer as "red" | "black" | "white";
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
