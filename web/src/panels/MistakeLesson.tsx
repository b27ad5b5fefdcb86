// What a mistake overlooked, and a way to play on from before it.
import type { Ply } from "../api/types";
import { texts } from "../i18n";
import { game } from "../state/game";
import { playFrom } from "../state/play";
import { updateSetup } from "../state/setup";
import { sidesOf } from "../state/sides";

export function MistakeLesson({ ply: { ply, side, oversight } }: { ply: Ply }) {
  const { lesson } = texts.value;
  const now = game.value;
  const tryAgain = () => {
    if (!now) return;
    const moves = now.moves.slice(0, ply - 1).map(({ move }) => move);
    updateSetup({ seat: side === sidesOf(now.ruleset)[0] ? "first" : "second" });
    playFrom({ ruleset: now.ruleset, fen: now.start_fen, moves });
  };
  return (
    <span class="lesson">
      {oversight && <>{lesson.oversights[oversight.kind](oversight)} </>}
      <button type="button" class="link" onClick={tryAgain}>
        {lesson.tryAgain}
      </button>
    </span>
  );
}
