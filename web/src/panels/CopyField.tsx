import { texts } from "../i18n";
import { showNotice } from "../state/notice";

export async function copy(
  text: string,
  field: HTMLInputElement | HTMLTextAreaElement | null,
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showNotice(texts.value.record.copied, "info");
  } catch {
    // Without TLS there is no clipboard, and the browser may not allow it. The user can copy the text of the field.
    field?.select();
    showNotice(texts.value.record.notCopied);
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
