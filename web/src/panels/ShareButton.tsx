// Opens the share sheet of the device; copies the link where there is none.
import { texts } from "../i18n";
import { copy } from "./CopyField";

interface Props {
  title: string;
  url: string;
  isPrimary?: boolean;
}

export function ShareButton({ title, url, isPrimary = false }: Props) {
  const share = () => {
    if (!("share" in navigator)) return void copy(url, null);
    // Closing the sheet without sharing is not an error.
    navigator.share({ title, url }).catch(() => {});
  };
  return (
    <button type="button" class={isPrimary ? "primary" : ""} onClick={share}>
      {texts.value.share.share}
    </button>
  );
}
