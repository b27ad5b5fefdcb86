import { texts } from "../i18n";
import { game, isWatching } from "../state/game";
import { savedInvitation } from "../state/seats";
import { shownPosition } from "../state/history";
import { showError, showNotice } from "../state/notice";
import { fetchRecord, importRecord, playFrom } from "../state/play";
import { seatLink, watchLink } from "../state/route";
import { setup } from "../state/setup";

async function copy(text: string, field: HTMLInputElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showNotice(texts.value.record.copied, "info");
  } catch {
    // Without permission to write the clipboard, the user can copy the selected text.
    field.select();
  }
}

export function CopyField({ label, text }: { label: string; text: string }) {
  let field: HTMLInputElement | null = null;
  return (
    <div class="copied">
      <label class="field">
        <span class="label">{label}</span>
        <input
          readOnly
          value={text}
          ref={(element) => {
            field = element;
          }}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <button type="button" onClick={() => field && void copy(text, field)}>
        {texts.value.record.copy}
      </button>
    </div>
  );
}

async function download(format: "pgn" | "text" | "svg"): Promise<void> {
  try {
    const file = await fetchRecord(format);
    if (!file) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = `duiyi.${format === "text" ? "txt" : format}`;
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    showError(error, () => void download(format));
  }
}

const isFen = (text: string): boolean => text.includes("/") && !text.includes("[") && !text.includes("\n");

function importText(text: string): void {
  if (isFen(text)) playFrom({ ruleset: setup.value.ruleset, fen: text, moves: [] });
  else void importRecord(text);
}

export function RecordPanel() {
  const { record, sides } = texts.value;
  const now = game.value;
  const invitation = now && !isWatching.value ? savedInvitation(now.id) : null;
  return (
    <div class="record">
      <h2>{record.share}</h2>
      {!now && <p class="note">{record.notShared}</p>}
      {now && invitation && (
        <>
          <CopyField
            label={record.invite(sides[invitation.side])}
            text={seatLink(now.id, invitation.side, invitation.token)}
          />
          <p class="note">{record.inviteHelp}</p>
        </>
      )}
      {now && <CopyField label={record.watch} text={watchLink(now.id)} />}
      <h2>{record.save}</h2>
      {now && (
        <div class="bar">
          {(["pgn", "text", "svg"] as const).map((format) => (
            <button type="button" key={format} onClick={() => void download(format)}>
              {record[format]}
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
        <button type="submit">{record.load}</button>
      </form>
    </div>
  );
}
