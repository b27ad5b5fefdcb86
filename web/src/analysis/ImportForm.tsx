// Loads a record from a text or a file.
import { decoded } from "./foreignText";
import { isLoading, load, problem, text } from "./importing";
import { analysisTexts } from "./texts";

export function ImportForm() {
  const { file: t } = analysisTexts.value;
  return (
    <form
      class="import"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.peek().trim()) void load();
      }}
    >
      <label class="field">
        <span class="label">{t.importLabel}</span>
        <textarea
          rows={3}
          value={text.value}
          spellcheck={false}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
      </label>
      <label class="field">
        <span class="label">{t.importFile}</span>
        <input
          type="file"
          accept=".pgn,.txt,.sgf,text/plain"
          onChange={async (event) => {
            const file = event.currentTarget.files?.[0];
            if (file) text.value = decoded(await file.arrayBuffer());
          }}
        />
      </label>
      {problem.value && (
        <p class="verdict bad" role="alert">
          {problem.value}
        </p>
      )}
      <button type="submit" disabled={isLoading.value}>
        {isLoading.value ? t.loading : t.load}
      </button>
    </form>
  );
}
