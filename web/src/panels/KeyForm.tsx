import { setApiKey } from "../api/client";
import { words } from "../i18n";
import { hush, isKeyAsked } from "../state/notice";
import { route } from "../state/route";

export function KeyForm() {
  const { key } = words.value;
  return (
    <form
      class="key"
      onSubmit={(event) => {
        event.preventDefault();
        setApiKey(String(new FormData(event.currentTarget).get("key")));
        isKeyAsked.value = false;
        hush();
        route.value = { ...route.value };
      }}
    >
      <label class="field">
        <span class="label">{key.heading}</span>
        <input name="key" type="password" autocomplete="off" aria-label={key.label} required />
      </label>
      <button type="submit" class="primary">
        {key.send}
      </button>
    </form>
  );
}
