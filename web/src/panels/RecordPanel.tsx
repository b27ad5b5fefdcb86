import { words } from "../i18n";
import { game, isWatching } from "../state/game";
import { invitationOf } from "../state/keys";
import { shown } from "../state/lookback";
import { complain, say } from "../state/notice";
import { fileOf, importRecord, playFrom } from "../state/play";
import { seatLink, watchLink } from "../state/route";
import { setup } from "../state/setup";

async function copy(text: string, field: HTMLInputElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(words.value.record.copied, "info");
  } catch {
    // Without permission to write the clipboard, the user can copy the selected text.
    field.select();
  }
}

export function Copied({ label, text }: { label: string; text: string }) {
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
        {words.value.record.copy}
      </button>
    </div>
  );
}

async function download(format: "pgn" | "text" | "svg"): Promise<void> {
  try {
    const file = await fileOf(format);
    if (!file) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = `duiyi.${format === "text" ? "txt" : format}`;
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    complain(error, () => void download(format));
  }
}

const isFen = (text: string): boolean => text.includes("/") && !text.includes("[") && !text.includes("\n");

function load(text: string): void {
  if (isFen(text)) playFrom({ ruleset: setup.value.ruleset, fen: text, moves: [] });
  else void importRecord(text);
}

export function RecordPanel() {
  const { record, sides } = words.value;
  const now = game.value;
  const invitation = now && !isWatching.value ? invitationOf(now.id) : null;
  return (
    <div class="record">
      <h2>{record.share}</h2>
      {!now && <p class="note">{record.notShared}</p>}
      {now && invitation && (
        <>
          <Copied
            label={record.invite(sides[invitation.side])}
            text={seatLink(now.id, invitation.side, invitation.token)}
          />
          <p class="note">{record.inviteWhy}</p>
        </>
      )}
      {now && <Copied label={record.watch} text={watchLink(now.id)} />}
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
      <Copied label={record.fen} text={shown.value?.fen ?? ""} />
      <h2>{record.import}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const text = String(new FormData(event.currentTarget).get("record")).trim();
          if (text) load(text);
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
