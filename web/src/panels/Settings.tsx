// The settings: a button in the header, and the dialog that it opens.
import { useRef, useState } from "preact/hooks";
import { texts } from "../i18n";
import { Icon } from "./Icon";
import { SettingsFields } from "./SettingsFields";

export function Settings() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { help } = texts.value;
  return (
    <>
      <button
        type="button"
        class="quiet"
        aria-label={help.open}
        title={help.open}
        onClick={() => {
          setOpen(true);
          dialog.current?.showModal();
        }}
      >
        <Icon name="look" />
      </button>
      <dialog
        ref={dialog}
        class="look"
        aria-label={help.open}
        onClose={() => setOpen(false)}
        // A click beside the dialog closes it.
        onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      >
        <form method="dialog">
          {isOpen && <SettingsFields />}
          <button type="submit" class="primary wide">
            {help.done}
          </button>
        </form>
      </dialog>
    </>
  );
}
