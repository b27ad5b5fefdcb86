// What a mistake overlooked, and a way to play on from before it.
import type { Ply } from "../api/types";
import { texts } from "../i18n";
import { analyze } from "../state/analysisEntry";
import { game } from "../state/game";
import { playFrom } from "../state/play";
import { review } from "../state/review";
import { updateSetup } from "../state/setup";
import { sidesOf } from "../state/sides";

export function MistakeLesson({ ply: { ply, side, oversight, best_line } }: { ply: Ply }) {
  const { analysisEntry, lesson } = texts.value;
  const now = game.value;
  const tryAgain = () => {
    if (!now) return;
    const moves = now.moves.slice(0, ply - 1).map(({ move }) => move);
    updateSetup({ seat: side === sidesOf(now.ruleset)[0] ? "first" : "second" });
    playFrom({ ruleset: now.ruleset, fen: now.start_fen, moves });
  };
  const tryLine = () => {
    if (!now) return;
    const moves = now.moves.map(({ move }) => move);
    analyze(now, moves, ply - 1, { plies: [...(review.value?.plies.values() ?? [])], variation: best_line });
  };
  return (
    <span class="lesson">
      {oversight && <>{lesson.oversights[oversight.kind](oversight)} </>}
      <button type="button" class="link" onClick={tryAgain}>
        {lesson.tryAgain}
      </button>{" "}
      <button type="button" class="link" onClick={tryLine}>
        {analysisEntry.tryLine}
      </button>
    </span>
  );
}
