// The ways to begin the next game, beside a move on the board.
import { texts } from "../i18n";
import { isBusy } from "../state/actions";
import { startGame } from "../state/create";
import { firstMovesOf } from "../state/firstMoves";
import { current, pendingMove } from "../state/game";
import { playMove } from "../state/play";
import { mySide, setup } from "../state/setup";
import { Seeking } from "./FindOpponent";
import { OpeningChoices } from "./OpeningChoices";

export function BeforeFirstMove() {
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
  const firstMoves = firstMovesOf(position);
  if (firstMoves.length === 0) return null;
  return (
    <div class="start">
      {firstMoves.map(({ move, text }, index) => (
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
