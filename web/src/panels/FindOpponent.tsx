// Looking for a stranger: the user's own seek, and the lobby of those who look for an opponent.
import { useEffect, useState } from "preact/hooks";
import type { Seek } from "../api/types";
import { type Texts, texts } from "../i18n";
import { isBusy } from "../state/actions";
import { answer, lobby, refreshLobby, seeking, startSeeking, stopSeeking } from "../state/seek";
import { engineAfterMs, newSeek } from "../state/setup";
import { Field } from "./Field";

const REFRESH_MS = 5000;
/** When the engine takes the place of an opponent who does not come, in seconds. */
const ENGINE_AFTER = [30, 60, 180];

function clockText({ strangers: t }: Texts, clock: Seek["clock"]): string {
  if (!clock) return t.noClock;
  if (clock.days_per_move) return t.days(clock.days_per_move);
  if (clock.initial_ms) return t.minutes(clock.initial_ms / 60_000, (clock.increment_ms ?? 0) / 1000);
  return t.perMove((clock.move_ms ?? 0) / 1000);
}

/** The button that begins to look for an opponent, and what is shown meanwhile. */
export function Seeking() {
  const { strangers: t } = texts.value;
  const [waited, setWaited] = useState(0);
  const mine = seeking.value;
  useEffect(() => {
    if (!mine) return undefined;
    const count = () => setWaited(Math.floor((Date.now() - mine.since) / 1000));
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [mine]);
  if (!mine) {
    return (
      <div class="start">
        <button
          type="button"
          class="primary"
          disabled={isBusy.value}
          onClick={() => void startSeeking(newSeek(engineAfterMs.value))}
        >
          {t.find}
        </button>
      </div>
    );
  }
  return (
    <div class="start" role="status">
      <p>
        {t.seeking} <span aria-hidden="true">{t.waited(waited)}</span>
      </p>
      <button type="button" onClick={() => void stopSeeking()}>
        {t.stop}
      </button>
    </div>
  );
}

/** The settings of a search, and the lobby. */
export function FindOpponent() {
  const { strangers: t } = texts.value;
  useEffect(() => {
    const refresh = () => void (document.hidden || refreshLobby());
    refresh();
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const others = lobby.value.filter(({ id }) => id !== seeking.value?.seek.id);
  return (
    <>
      <Field label={t.engineAfter}>
        <select
          value={engineAfterMs.value ?? 0}
          onChange={(event) => {
            engineAfterMs.value = Number(event.currentTarget.value) || null;
          }}
        >
          <option value={0}>{t.never}</option>
          {ENGINE_AFTER.map((seconds) => (
            <option key={seconds} value={seconds * 1000}>
              {t.after(seconds)}
            </option>
          ))}
        </select>
      </Field>
      <section class="lobby" aria-labelledby="lobby">
        <h3 id="lobby">{t.lobby}</h3>
        {others.length === 0 ? (
          <p class="note">{t.nobody}</p>
        ) : (
          <ul>
            {others.map((seek) => (
              <Row key={seek.id} seek={seek} />
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

function Row({ seek }: { seek: Seek }) {
  const t = texts.value;
  const side = seek.side === "random" ? t.strangers.anySide : t.sides[seek.side];
  const terms = [t.rulesets[seek.ruleset], clockText(t, seek.clock), side].join(" · ");
  return (
    <li>
      <span>
        <b>{seek.name ?? t.strangers.anonymous}</b> {terms}
      </span>
      <button type="button" disabled={isBusy.value} onClick={() => void answer(seek)}>
        {t.strangers.accept}
      </button>
    </li>
  );
}
