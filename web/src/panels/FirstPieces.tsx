// On the first visit: the sets of pieces as pictures, to choose from.
import { Disc } from "../board/Piece";
import type { PieceSet } from "../board/pieceSets";
import { texts } from "../i18n";
import { current } from "../state/game";
import { prefs, updatePrefs } from "../state/prefs";
import { playedGames } from "../state/seats";

const OFFERED: readonly PieceSet[] = ["traditional", "letters", "pictures"];
const SAMPLE = "KNRC";

export function FirstPieces() {
  const { help, rules } = texts.value;
  if (prefs.value.hasChosenPieces || playedGames().length > 0 || current.value?.ruleset !== "xiangqi")
    return null;
  return (
    <section class="first-pieces" aria-labelledby="first-pieces">
      <h2 id="first-pieces">{rules.firstPieces}</h2>
      <div>
        {OFFERED.map((set) => (
          <button
            type="button"
            key={set}
            aria-pressed={prefs.value.pieces === set}
            onClick={() => updatePrefs({ pieces: set, hasChosenPieces: true })}
          >
            <svg viewBox="-0.5 -0.5 4 1" aria-hidden="true">
              {[...SAMPLE].map((letter, index) => (
                <g key={letter} class="piece red" transform={`translate(${index} 0)`}>
                  <Disc letter={letter} set={set} />
                </g>
              ))}
            </svg>
            {help.pieceSets[set]}
          </button>
        ))}
      </div>
    </section>
  );
}
