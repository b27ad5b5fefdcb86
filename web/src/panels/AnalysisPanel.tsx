import type { Position, Search } from "../api/types";
import { texts } from "../i18n";
import { analysisResult, isAnalysing } from "../state/analysis";
import { game, isEngineTurn, isHelpOff, thinking } from "../state/game";
import { showPly, shownPosition } from "../state/history";
import { numberText } from "../state/numbering";
import { accuracyOf, isReviewing, review, ANNOTATIONS, startReview, stopReview } from "../state/review";
import { moveText } from "../state/text";
import { ChanceGraph } from "./ChanceGraph";
import { BarSwitch } from "./EvaluationBar";
import { Line } from "./Line";
import { MistakeLesson } from "./MistakeLesson";
import { scoreText } from "./score";
import { Switch } from "./Switch";

export function AnalysisPanel() {
  const { analysis } = texts.value;
  const position = shownPosition.value;
  const now = analysisResult.value;
  if (isHelpOff.value) return <p class="note">{analysis.off}</p>;
  const isOver = position?.status !== "playing";
  return (
    <div class="analysis">
      <Switch label={analysis.analyse} isOn={isAnalysing} />
      {isAnalysing.value && isEngineTurn.value && <p class="note">{analysis.paused}</p>}
      {isAnalysing.value && now && !isOver && <SearchResult position={now.position} search={now.search} />}
      {!isAnalysing.value && isEngineTurn.value && thinking.value && game.value && (
        <SearchResult position={game.value} search={thinking.value} />
      )}
      <ChanceGraph />
      {game.value && game.value.ply > 0 && <ReviewSection />}
      <BarSwitch />
    </div>
  );
}

function SearchResult({ position, search }: { position: Position; search: Search }) {
  const { analysis } = texts.value;
  const speed =
    search.nps >= 1e6 ? `${(search.nps / 1e6).toFixed(1)} M/s` : `${Math.round(search.nps / 1000)} k/s`;
  return (
    <div class="finding">
      <dl>
        <div>
          <dt>{analysis.depth}</dt>
          <dd>{search.depth}</dd>
        </div>
        <div>
          <dt>{analysis.score}</dt>
          <dd>{scoreText(search.score)}</dd>
        </div>
        <div>
          <dt>{analysis.speed}</dt>
          <dd>{speed}</dd>
        </div>
      </dl>
      <ol aria-label={analysis.lines}>
        {search.lines.map((line) => (
          <li key={line.pv[0]}>
            <b>{scoreText(line.score)}</b>
            <Line position={position} line={line.pv} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function ReviewSection() {
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
      <ul class="mistakes">
        {mistakes.map((ply) => (
          <li key={ply.ply}>
            <button type="button" class={`move ${ply.label}`} onClick={() => void showPly(ply.ply - 1)}>
              {now && numberText(now, ply.ply)} {moveText(ply)}
              <b>{ANNOTATIONS[ply.label]}</b>
            </button>
            <span>
              {analysis.better}{" "}
              {now && (
                <Line position={{ ...now, moves: now.moves.slice(0, ply.ply - 1) }} line={ply.best_line} />
              )}
            </span>
            <MistakeLesson ply={ply} />
          </li>
        ))}
      </ul>
    </section>
  );
}
