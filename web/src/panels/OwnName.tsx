// The name under which the user plays other people.
import { texts } from "../i18n";
import { prefs, updatePrefs } from "../state/prefs";
import { Field } from "./Field";

export function OwnName() {
  return (
    <Field label={texts.value.strangers.yourName}>
      <input
        autocomplete="nickname"
        maxLength={64}
        value={prefs.value.name}
        onInput={(event) => updatePrefs({ name: event.currentTarget.value })}
      />
    </Field>
  );
}
