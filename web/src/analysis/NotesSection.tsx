// Notes on the node that is shown: the sign of its move, a comment, its evaluation, and marks on the board.
import { analysisTexts } from "./texts";
import { analysis, clearShapes, node, path, setComment, sign, toggleSign } from "./board";
import { color, isDrawing, setDrawing } from "./drawing";
import { scoreText } from "./score";
import { cleanComment, COLORS, type Shape, SIGNS } from "./tree";

function shapeText({ color: name, from, to }: Shape): string {
  const { draw: t } = analysisTexts.value;
  return to ? t.arrow(t.colors[name], from, to) : t.ring(t.colors[name], from);
}

export function NotesSection() {
  const { notes: t } = analysisTexts.value;
  const now = node.value;
  if (!now) return null;
  const { evaluation } = now;
  return (
    <section class="notes" aria-label={t.heading}>
      <Signs />
      <label class="field">
        <span class="label">
          {t.comment}
          {evaluation && <b>{t.evaluation(scoreText(evaluation.score), evaluation.depth)}</b>}
        </span>
        <textarea
          key={`${analysis.value?.id} ${path.value.join(" ")}`}
          rows={2}
          defaultValue={now.comment}
          onInput={(event) => setComment(event.currentTarget.value)}
          onBlur={(event) => {
            // What cannot be kept is replaced where the user sees it.
            event.currentTarget.value = cleanComment(event.currentTarget.value);
          }}
        />
      </label>
      <Drawing />
    </section>
  );
}

function Signs() {
  const { notes: t } = analysisTexts.value;
  const now = sign.value;
  return (
    <div class="signs" role="group" aria-label={t.sign}>
      {SIGNS.map((name) => (
        <button
          type="button"
          key={name}
          aria-pressed={now === name}
          aria-label={t.signs[name]}
          title={t.signs[name]}
          disabled={now === undefined}
          onClick={() => toggleSign(name)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

function Drawing() {
  const { draw: t } = analysisTexts.value;
  const shapes = node.value?.shapes ?? [];
  return (
    <div class="draw">
      <div class="bar">
        <label class="tick">
          <input
            type="checkbox"
            role="switch"
            checked={isDrawing.value}
            onChange={(event) => setDrawing(event.currentTarget.checked)}
          />
          {t.mode}
        </label>
        {isDrawing.value && (
          <div class="colors" role="group" aria-label={t.color}>
            {COLORS.map((name) => (
              <button
                type="button"
                key={name}
                class={`swatch ${name}`}
                aria-pressed={color.value === name}
                aria-label={t.colors[name]}
                title={t.colors[name]}
                onClick={() => {
                  color.value = name;
                }}
              />
            ))}
          </div>
        )}
        {shapes.length > 0 && (
          <button type="button" onClick={clearShapes}>
            {t.clear}
          </button>
        )}
      </div>
      {isDrawing.value && <p class="note">{t.help}</p>}
      {shapes.length > 0 && <p class="hidden">{t.marks(shapes.map(shapeText).join(", "))}</p>}
    </div>
  );
}
