// The engine's switch, its settings, and its lines: clickable, and shown on the board while the pointer or the focus is on them.
import { effect, signal } from "@preact/signals";
import type { Position, Search } from "../api/types";
import { texts } from "../i18n";
import { BarSwitch } from "../panels/EvaluationBar";
import { useLineTexts } from "../panels/Line";
import { Switch } from "../panels/Switch";
import { numberText } from "../state/numbering";
import { sidesOf } from "../state/sides";
import { path, playLine, position, preview } from "./board";
import { engineLimits, engineSettings, firstSideScore, isEngineOn, search, updateEngine } from "./engine";
import { currentMove } from "./keys";
import { scoreText } from "./score";
import { analysisTexts } from "./texts";
import { bareMove } from "./tree";

/** Moves shown of each line. */
const MAX_PLIES = 12;

/** The lines stay as they are while the user points at them, so that a click adds what is under the pointer. */
const held = signal<Search | null>(null);

const holdLines = () => {
  held.value ??= search.peek();
};
const releaseLines = () => {
  held.value = null;
  preview.value = null;
};

effect(() => {
  path.value;
  held.value = null;
});

function NumberSelect(props: {
  label: string;
  value: number;
  most: number;
  onChange: (value: number) => void;
}) {
  const { label, value, most, onChange } = props;
  return (
    <label>
      {label}
      <select value={Math.min(value, most)} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {Array.from({ length: most }, (_, index) => (
          <option key={index} value={index + 1}>
            {index + 1}
          </option>
        ))}
      </select>
    </label>
  );
}

export function EngineSection() {
  const { engine: t } = analysisTexts.value;
  const { lines, threads } = engineSettings.value;
  const limits = engineLimits.value;
  const now = position.value;
  const found = held.value ?? search.value;
  return (
    <section class="engine" aria-label={t.on}>
      <div class="bar">
        <Switch label={t.on} isOn={isEngineOn} />
        {isEngineOn.value && (
          <>
            <NumberSelect
              label={t.lines}
              value={lines}
              most={limits.lines}
              onChange={(value) => updateEngine({ lines: value })}
            />
            <NumberSelect
              label={t.threads}
              value={threads}
              most={limits.threads}
              onChange={(value) => updateEngine({ threads: value })}
            />
          </>
        )}
      </div>
      {isEngineOn.value && now && now.status !== "playing" && <p class="note">{t.over}</p>}
      {isEngineOn.value && now?.status === "playing" && <Found position={now} search={found} />}
      <BarSwitch />
    </section>
  );
}

function Found({ position: now, search: found }: { position: Position; search: Search | null }) {
  const { engine: t } = analysisTexts.value;
  if (!found) return <p class="note">{t.thinking}</p>;
  const speed =
    found.nps >= 1e6 ? `${(found.nps / 1e6).toFixed(1)} M/s` : `${Math.round(found.nps / 1000)} k/s`;
  const [first] = sidesOf(now.ruleset);
  return (
    <>
      <p class="note">{t.depth(found.depth, speed, texts.value.sides[first])}</p>
      <ol
        class="engine-lines"
        aria-label={t.best}
        onPointerEnter={(event) => event.pointerType === "mouse" && holdLines()}
        onPointerLeave={(event) => event.pointerType === "mouse" && releaseLines()}
        onFocusIn={holdLines}
        onFocusOut={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) releaseLines();
        }}
      >
        {found.lines.map((line, index) => (
          <li key={index}>
            <b>{scoreText(firstSideScore(now, line.score))}</b>
            <EngineLine position={now} line={line.pv.slice(0, MAX_PLIES)} />
          </li>
        ))}
      </ol>
    </>
  );
}

function EngineLine({ position: now, line }: { position: Position; line: readonly string[] }) {
  const { engine: t } = analysisTexts.value;
  const names = useLineTexts(now, line);
  const ply = now.moves.length;
  const numberAt = (index: number): string => {
    const text = numberText(now, ply + index + 1);
    return index === 0 || !text.endsWith("…") ? `${text} ` : "";
  };
  const from = now.moves.map(({ move }) => move);
  const show = (count: number) => {
    preview.value = [...from, ...line.slice(0, count)];
  };
  const add = (event: MouseEvent, count: number) => {
    const isKeyboard = event.detail === 0;
    playLine(from, line.slice(0, count).map(bareMove));
    // The lines of the next position replace the button that had the focus.
    if (isKeyboard) requestAnimationFrame(() => currentMove()?.focus());
  };
  return (
    <span class="pv">
      {line.map((move, index) => (
        <span key={index}>
          <span class="number" aria-hidden="true">
            {numberAt(index)}
          </span>
          <button
            type="button"
            aria-label={t.add(names.slice(0, index + 1).join(" "))}
            onPointerEnter={(event) => event.pointerType === "mouse" && show(index + 1)}
            onFocus={() => show(index + 1)}
            onClick={(event) => add(event, index + 1)}
          >
            {names[index] ?? move}
          </button>
        </span>
      ))}
    </span>
  );
}
