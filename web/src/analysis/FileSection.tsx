// Sharing, saving and loading an analysis, and the list of those that this browser keeps.
import { useRef } from "preact/hooks";
import { texts } from "../i18n";
import { copy, CopyField } from "../panels/CopyField";
import { saveFile } from "../panels/saveFile";
import { analysis, position } from "./board";
import { ImportForm } from "./ImportForm";
import { isOpen } from "./importing";
import { linkOf } from "./keep";
import { SavedAnalyses } from "./SavedAnalyses";
import { writeLink } from "./start";
import { analysisTexts } from "./texts";
import { writePgn } from "./writePgn";

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
          <ImportForm />
          <SavedAnalyses />
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
