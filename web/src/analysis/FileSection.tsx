// Sharing, saving and loading an analysis, and the list of those that this browser keeps.
import { effect, signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { ApiError, UnreachableError } from "../api/client";
import { texts } from "../i18n";
import { LANGUAGES } from "../i18n/languages";
import { copy, CopyField } from "../panels/CopyField";
import { saveFile } from "../panels/saveFile";
import { textToImport } from "../state/analysisEntry";
import { errorText, showNotice } from "../state/notice";
import { prefs } from "../state/prefs";
import { setup } from "../state/setup";
import { analysis, position } from "./board";
import { ImportError, importText } from "./importText";
import { linkOf } from "./keep";
import { openAnalysis, openTree } from "./open";
import { forgetAnalysis, savedAnalyses } from "./saved";
import { writeLink } from "./start";
import { decoded } from "./foreignText";
import { analysisTexts } from "./texts";
import { countMoves } from "./tree";
import { writePgn } from "./writePgn";

const isOpen = signal(false);
/** The text to load, which stays until it has been loaded. */
const text = signal("");
const problem = signal<string | null>(null);
const isLoading = signal(false);

async function load(): Promise<void> {
  const source = text.peek();
  problem.value = null;
  isLoading.value = true;
  const { file: t } = analysisTexts.value;
  try {
    const shown = analysis.peek()?.tree.start.ruleset ?? setup.peek().ruleset;
    const tree = await importText(source, shown);
    openTree(tree);
    text.value = "";
    isOpen.value = false;
    // On a phone the page scrolls, on a desktop the panel.
    document.querySelector(".stage")?.scrollIntoView({ block: "start" });
    document.querySelector(".analysis-board")?.scrollTo(0, 0);
    showNotice(t.imported(countMoves(tree.root)), "info");
  } catch (error) {
    if (error instanceof ImportError) problem.value = error.message;
    else if (error instanceof ApiError || error instanceof UnreachableError) problem.value = errorText(error);
    else throw error;
  } finally {
    isLoading.value = false;
  }
}

// A text that was entered elsewhere on the page.
effect(() => {
  const source = textToImport.value;
  if (source === null) return;
  textToImport.value = null;
  text.value = source;
  isOpen.value = true;
  void load();
});

export function FileSection() {
  const { file: t } = analysisTexts.value;
  const now = analysis.value;
  if (!now) return null;
  return (
    <details
      class="file"
      open={isOpen.value}
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>{t.heading}</summary>
      {isOpen.value && (
        <>
          <CopyField label={t.link} text={`${location.origin}/#/analysis?${writeLink(linkOf(now))}`} />
          <Pgn />
          <CopyField label={texts.value.record.fen} text={position.value?.fen ?? ""} />
          <Import />
          <Saved />
        </>
      )}
    </details>
  );
}

function Pgn() {
  const { file: t } = analysisTexts.value;
  const { record } = texts.value;
  const field = useRef<HTMLTextAreaElement>(null);
  const now = analysis.value;
  if (!now) return null;
  const pgn = writePgn(now.tree);
  return (
    <>
      <label class="field">
        <span class="label">{t.text}</span>
        <textarea ref={field} class="pgn" readOnly rows={4} value={pgn} />
      </label>
      <div class="bar">
        <button type="button" onClick={() => void copy(pgn, field.current)}>
          {record.copy}
        </button>
        <button
          type="button"
          onClick={() => saveFile(new Blob([pgn], { type: "application/x-chess-pgn" }), "analysis.pgn")}
        >
          {t.save}
        </button>
      </div>
    </>
  );
}

function Import() {
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

/** Read again when something is forgotten. */
const forgotten = signal(0);

function Saved() {
  const { file: t } = analysisTexts.value;
  const { rulesets } = texts.value;
  forgotten.value;
  const others = savedAnalyses().filter(({ id }) => id !== analysis.value?.id);
  if (others.length === 0) return null;
  return (
    <section aria-label={t.recent}>
      <h2>{t.recent}</h2>
      <ul class="games">
        {others.map((saved) => {
          const name = t.name(rulesets[saved.tree.start.ruleset], countMoves(saved.tree.root));
          const time = new Date(saved.at).toLocaleString(LANGUAGES[prefs.value.lang].tag, {
            dateStyle: "medium",
            timeStyle: "short",
          });
          return (
            <li key={saved.id}>
              {/* Two analyses may have the same link. */}
              <a
                href={`#/analysis?${writeLink(linkOf(saved))}`}
                onClick={(event) => {
                  event.preventDefault();
                  openAnalysis(saved);
                }}
              >
                <span>{name}</span>
                <time dateTime={new Date(saved.at).toISOString()}>{time}</time>
              </a>
              <button
                type="button"
                class="quiet"
                aria-label={t.forget(`${name}, ${time}`)}
                onClick={() => {
                  forgetAnalysis(saved.id);
                  forgotten.value += 1;
                }}
              >
                ×
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
