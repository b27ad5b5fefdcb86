import { texts } from "../i18n";
import { showNotice } from "../state/notice";

export async function copy(text: string, field: HTMLInputElement | null): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showNotice(texts.value.record.copied, "info");
  } catch {
    // Without permission to write the clipboard, the user can copy the selected text.
    field?.select();
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
