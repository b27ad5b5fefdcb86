// What a mistake overlooked, and a way to play on from before it.
import type { Ply } from "../api/types";
import { texts } from "../i18n";
import { analyze } from "../state/analysisEntry";
import { game } from "../state/game";
import { tryAgain } from "../state/playFrom";
import { review } from "../state/review";

export function MistakeLesson({ ply: { ply, side, oversight, best_line } }: { ply: Ply }) {
  const { analysisEntry, lesson } = texts.value;
  const now = game.value;
  const tryLine = () => {
    if (!now) return;
    const moves = now.moves.map(({ move }) => move);
    analyze(now, moves, ply - 1, { plies: [...(review.value?.plies.values() ?? [])], variation: best_line });
  };
  return (
    <span class="lesson">
      {oversight && <>{lesson.oversights[oversight.kind](oversight)} </>}
      <button type="button" class="link" onClick={() => now && tryAgain(now, ply - 1, side)}>
        {lesson.tryAgain}
      </button>{" "}
      <button type="button" class="link" onClick={tryLine}>
        {analysisEntry.tryLine}
      </button>
    </span>
  );
}
