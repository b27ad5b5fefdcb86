// The review of a game: how well both sides played, and the mistakes with what was better.
import type { Game, Ply } from "../api/types";
import { moveInWords, piecesAfter } from "../board/words";
import { texts } from "../i18n";
import { game } from "../state/game";
import { leaveLine, showLine, showPly } from "../state/history";
import { numberText } from "../state/numbering";
import { prefs } from "../state/prefs";
import { accuracyOf, ANNOTATIONS, isReviewing, review, startReview, stopReview } from "../state/review";
import { moveText } from "../state/text";
import { isFlipped } from "../state/view";
import { MistakeLesson } from "./MistakeLesson";
import { useLineTexts } from "./Line";

export function ReviewSection() {
  const { analysis, sides } = texts.value;
  const currentReview = review.value;
  const now = game.value;
  const mistakes = [...(currentReview?.plies.values() ?? [])].filter(({ label }) => ANNOTATIONS[label]);
  const accuracy = currentReview?.result ? accuracyOf(currentReview) : null;
  return (
    <section class="review" aria-label={analysis.review}>
      {isReviewing.value ? (
        <div class="bar">
          <progress
            max={currentReview?.plyCount ?? 1}
            value={currentReview?.plies.size ?? 0}
            aria-label={analysis.review}
          />
          <span>{analysis.reviewing(currentReview?.plies.size ?? 0, currentReview?.plyCount ?? 0)}</span>
          <button type="button" onClick={stopReview}>
            {analysis.stop}
          </button>
        </div>
      ) : (
        <button type="button" class="wide" onClick={() => void startReview()}>
          {analysis.review}
        </button>
      )}
      {accuracy && (
        <>
          <dl class="accuracy">
            {accuracy.map(({ side, percent }) => (
              <div key={side}>
                <dt>
                  {sides[side]} · {analysis.accuracy}
                </dt>
                <dd>{percent === null ? "–" : `${Math.round(percent)}%`}</dd>
              </div>
            ))}
          </dl>
          <details>
            <summary>{analysis.accuracyHow}</summary>
            <p class="note">{analysis.accuracyHelp}</p>
          </details>
        </>
      )}
      {currentReview?.result && mistakes.length === 0 && <p class="note">{analysis.noMistakes}</p>}
      <ul class="mistakes">{now && mistakes.map((ply) => <Mistake key={ply.ply} game={now} ply={ply} />)}</ul>
    </section>
  );
}

function Mistake({ game, ply }: { game: Game; ply: Ply }) {
  const { analysis } = texts.value;
  return (
    <li>
      <button type="button" class={`move ${ply.label}`} onClick={() => void showPly(ply.ply - 1)}>
        {numberText(game, ply.ply)} {moveText(ply)}
        <b>{ANNOTATIONS[ply.label]}</b>
      </button>
      <span class="better">
        {analysis.better} <BetterLine game={game} ply={ply} /> <InWords game={game} ply={ply} />
      </span>
      <MistakeLesson ply={ply} />
    </li>
  );
}

/** The better line as buttons: the board shows the position after a move that is pointed at, focused or clicked. */
function BetterLine({ game, ply: { ply, best_line } }: { game: Game; ply: Ply }) {
  const moves = useLineTexts({ ...game, moves: game.moves.slice(0, ply - 1) }, best_line);
  return (
    <span
      class="pv"
      // A line that was clicked stays on the board.
      onPointerLeave={({ currentTarget }) => currentTarget.contains(document.activeElement) || leaveLine()}
    >
      {moves.map((text, index) => {
        const show = () => void showLine(ply - 1, best_line.slice(0, index + 1));
        return (
          <button
            type="button"
            key={index}
            onPointerEnter={show}
            onFocus={show}
            onBlur={leaveLine}
            onClick={show}
          >
            {text}
          </button>
        );
      })}
    </span>
  );
}

/** The better move for readers of words. Who chose the Chinese notation reads it there. */
function InWords({ game: { ruleset, start_fen, moves }, ply: { ply, best_move } }: { game: Game; ply: Ply }) {
  if (ruleset !== "xiangqi" || prefs.value.notation === "chinese") return null;
  const before = piecesAfter(
    start_fen,
    moves.slice(0, ply - 1).map(({ move }) => move),
  );
  const words = moveInWords(texts.value, before, best_move, isFlipped.value);
  return words ? <i class="words">{words}</i> : null;
}
