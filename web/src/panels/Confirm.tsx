// A question in the place of the actions.
import { useEffect, useRef } from "preact/hooks";
import { texts } from "../i18n";

interface Props {
  question: string;
  yes: string;
  isDanger?: boolean;
  /** Whether the question takes the focus. The one about a move leaves it on the board, where Enter confirms. */
  isFocused?: boolean;
  onYes: () => void;
  onClose: () => void;
}

export function Confirm({ question, yes, isDanger = false, isFocused = false, onYes, onClose }: Props) {
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFocused) cancel.current?.focus();
  }, []);
  return (
    <div
      class="actions confirm"
      role={isFocused ? "alertdialog" : "group"}
      aria-label={question}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <p role={isFocused ? undefined : "status"}>{question}</p>
      <button
        type="button"
        class={isDanger ? "danger" : "primary"}
        onClick={() => {
          onYes();
          onClose();
        }}
      >
        {yes}
      </button>
      <button type="button" ref={cancel} onClick={onClose}>
        {texts.value.actions.cancel}
      </button>
    </div>
  );
}
