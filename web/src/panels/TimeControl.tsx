// The choice of a clock for the next game.
import { texts, type Texts } from "../i18n";
import { type ClockName, setup, type Setup } from "../state/setup";
import { DAYS, isDays, PRESETS } from "../state/timeControl";
import { Field } from "./Field";

const CLOCKS = ["none", ...Object.keys(PRESETS), ...Object.keys(DAYS), "custom"] as ClockName[];

const clockText = ({ setup: t, strangers }: Texts, name: ClockName): string =>
  isDays(name) ? strangers.days(DAYS[name]) : t.clocks[name];

/** The largest value of each field; together they stay within the server's limit of a day. */
const MOST = { minutes: 600, increment: 600, byoyomi: 3600, move: 3600 } as const;

export function TimeControl({ onChange }: { onChange: (change: Partial<Setup>) => void }) {
  const { setup: t } = texts.value;
  const { clock, customClock } = setup.value;
  return (
    <>
      <Field label={t.clock}>
        <select
          value={clock}
          onChange={(event) => onChange({ clock: event.currentTarget.value as ClockName })}
        >
          {CLOCKS.map((name) => (
            <option key={name} value={name}>
              {clockText(texts.value, name)}
            </option>
          ))}
        </select>
      </Field>
      {clock === "custom" && (
        <>
          <div class="custom-clock">
            {(Object.keys(MOST) as (keyof typeof MOST)[]).map((name) => (
              <Field key={name} label={t.custom[name]}>
                <input
                  type="number"
                  inputMode="decimal"
                  min={0}
                  max={MOST[name]}
                  step={name === "minutes" ? 0.5 : 1}
                  value={customClock[name]}
                  onChange={({ currentTarget: { valueAsNumber } }) => {
                    const value = Math.min(MOST[name], Math.max(0, valueAsNumber || 0));
                    onChange({ customClock: { ...customClock, [name]: value } });
                  }}
                />
              </Field>
            ))}
          </div>
          <p class="note">{t.customHelp}</p>
        </>
      )}
    </>
  );
}
