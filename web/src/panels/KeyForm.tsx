import { setApiKey } from "../api/server";
import { texts } from "../i18n";
import { dismissNotice, isKeyRequired } from "../state/notice";
import { route } from "../state/route";

export function KeyForm() {
  const { key } = texts.value;
  return (
    <form
      class="key"
      onSubmit={(event) => {
        event.preventDefault();
        setApiKey(String(new FormData(event.currentTarget).get("key")));
        isKeyRequired.value = false;
        dismissNotice();
        // A new object makes the page load its game again, now with the key.
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
