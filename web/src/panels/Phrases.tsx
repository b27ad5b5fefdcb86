// The six phrases that two people say to each other, and how many watch them.
import { texts } from "../i18n";
import { game, mySoleSide, opponentSide } from "../state/game";
import { PHRASES, say, watchers } from "../state/phrases";
import { prefs, updatePrefs } from "../state/prefs";
import { Tick } from "./Tick";

export function Phrases() {
  const { strangers: t } = texts.value;
  const side = mySoleSide.value;
  const count = watchers.value;
  if (!game.value) return null;
  const isTalking = side !== null && opponentSide.value !== null;
  if (!isTalking && count === 0) return null;
  return (
    <div class="phrases">
      {count > 0 && (
        <p class="note" role="status">
          {t.watchers(count)}
        </p>
      )}
      {isTalking && (
        <details>
          <summary>{t.phrases.say}</summary>
          <div class="bar">
            {PHRASES.map((phrase) => (
              <button type="button" key={phrase} onClick={() => void say(side, phrase)}>
                {t.phrases.text[phrase]}
              </button>
            ))}
          </div>
          <Tick
            label={t.phrases.mute}
            isOn={prefs.value.isMuted}
            onChange={(isOn) => updatePrefs({ isMuted: isOn })}
          />
        </details>
      )}
    </div>
  );
}
