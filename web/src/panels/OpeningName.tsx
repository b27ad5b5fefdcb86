import { LANGUAGES } from "../i18n/languages";
import { openingName } from "../state/openingName";
import { prefs } from "../state/prefs";
import type { BasePosition } from "../state/text";

/** The name of the opening that the moves have taken, if it has one. */
export function OpeningName({ position }: { position: BasePosition }) {
  const name = openingName(position);
  return name && <p class="note">{LANGUAGES[prefs.value.lang].readsCharacters ? name.zh : name.en}</p>;
}
