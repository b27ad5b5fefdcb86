import type { Ruleset } from "../api/types";
import { isFen } from "../board/fen";
import { texts } from "../i18n";
import { game } from "../state/game";
import { spectatorToken } from "../state/seats";
import { shownPosition } from "../state/history";
import { analyzeText } from "../state/analysisEntry";
import { showError } from "../state/notice";
import { importRecord } from "../state/create";
import { fetchRecord } from "../state/record";
import { playFrom } from "../state/playFrom";
import { watchLink } from "../state/route";
import { setup } from "../state/setup";
import { CopyField } from "./CopyField";
import { embedCode } from "./Embed";
import { QrCode } from "./QrCode";
import { ShareButton } from "./ShareButton";
import { saveFile } from "./saveFile";

interface Export {
  format: "pgn" | "text" | "svg" | "png" | "dhtmlxq";
  /** Of the moves of a PGN. */
  notation?: "chinese";
  extension: string;
}

/** What the page saves. DhtmlXQ and the Chinese notation are for Xiangqi. */
const EXPORTS = {
  pgn: { format: "pgn", extension: "pgn" },
  chinese: { format: "pgn", notation: "chinese", extension: "pgn" },
  dhtmlxq: { format: "dhtmlxq", extension: "txt" },
  text: { format: "text", extension: "txt" },
  svg: { format: "svg", extension: "svg" },
  png: { format: "png", extension: "png" },
} as const satisfies Record<string, Export>;

type ExportName = keyof typeof EXPORTS;

const exportsOf = (ruleset: Ruleset): ExportName[] =>
  ruleset === "xiangqi" ? ["pgn", "chinese", "dhtmlxq", "text", "svg", "png"] : ["pgn", "text", "svg", "png"];

async function download(name: ExportName): Promise<void> {
  try {
    const { format, extension, ...more }: Export = EXPORTS[name];
    const file = await fetchRecord(format, more.notation);
    if (file) saveFile(file, `duiyi.${extension}`);
  } catch (error) {
    showError(error, () => void download(name));
  }
}

function importText(text: string): void {
  if (isFen(text)) playFrom({ ruleset: setup.value.ruleset, start_fen: text }, []);
  else void importRecord(text);
}

export function RecordPanel() {
  const { analysisEntry, record, share, title } = texts.value;
  const now = game.value;
  const spectator = now && spectatorToken(now.id);
  return (
    <div class="record">
      <h2>{record.share}</h2>
      {!now && <p class="note">{record.notShared}</p>}
      {now?.private && !spectator && <p class="note">{record.watchPrivate}</p>}
      {now && (!now.private || spectator) && (
        <>
          {now.private && <QrCode text={watchLink(now.id, spectator)} label={record.watchCode} />}
          <CopyField label={record.watch} text={watchLink(now.id, spectator)} />
          <div class="bar">
            <ShareButton title={title} url={watchLink(now.id, spectator)} />
          </div>
        </>
      )}
      {now && !now.private && (
        <details>
          <summary>{share.embed}</summary>
          <CopyField label={share.embedCode} text={embedCode(now.id)} />
          <p class="note">{share.embedHelp}</p>
        </details>
      )}
      <h2>{record.save}</h2>
      {now && (
        <div class="bar">
          {exportsOf(now.ruleset).map((name) => (
            <button type="button" key={name} onClick={() => void download(name)}>
              {name === "png" ? share.png : record[name]}
            </button>
          ))}
        </div>
      )}
      <CopyField label={record.fen} text={shownPosition.value?.fen ?? ""} />
      <h2>{record.import}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const text = String(new FormData(event.currentTarget).get("record")).trim();
          if (text) importText(text);
        }}
      >
        <label class="field">
          <span class="label">{record.importLabel}</span>
          <textarea name="record" rows={3} placeholder={record.importHelp} />
        </label>
        <div class="bar">
          <button type="submit">{record.load}</button>
          <button
            type="button"
            onClick={({ currentTarget: { form } }) => {
              const text = form && String(new FormData(form).get("record")).trim();
              if (text) analyzeText(text);
            }}
          >
            {analysisEntry.openRecord}
          </button>
        </div>
      </form>
    </div>
  );
}
