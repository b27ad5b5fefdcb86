import type { Position, Search } from "../api/types";
import { texts } from "../i18n";
import { analysisResult, isAnalysing } from "../state/analysis";
import { game, isEngineTurn, isHelpOff, thinking } from "../state/game";
import { shownPosition } from "../state/history";
import { ChanceGraph } from "./ChanceGraph";
import { Line } from "./Line";
import { ReviewSection } from "./ReviewSection";
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
