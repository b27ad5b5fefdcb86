// The moves of the engine's opening book in the position on the board, to play.
import { texts } from "../i18n";
import { isHelpOff } from "../state/game";
import { isShowingEarlier, shownPosition } from "../state/history";
import { bookMoves } from "../state/openingName";
import { playMove } from "../state/play";
import { playFrom } from "../state/playFrom";
import { isMyTurn } from "../state/selection";
import { moveText } from "../state/text";

/** Plays the move in the game, or from an earlier position in a new game. */
function playBookMove(move: string): void {
  const position = shownPosition.value;
  if (!position) return;
  if (isMyTurn.value && !isShowingEarlier.value) return void playMove(move);
  const played = position.moves.map((made) => made.move);
  playFrom(position, [...played, move]);
}

export function BookMoves() {
  const position = shownPosition.value;
  const moves = position && !isHelpOff.value ? bookMoves(position) : [];
  if (moves.length === 0) return null;
  const { help } = texts.value;
  return (
    <section class="book" aria-label={help.book}>
      <h2>{help.book}</h2>
      <div class="bar">
        {moves.map((entry) => (
          <button type="button" key={entry.move} onClick={() => playBookMove(entry.move)}>
            {moveText(entry)} <b>{help.share(entry.share)}</b>
          </button>
        ))}
      </div>
    </section>
  );
}
