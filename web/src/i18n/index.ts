import { computed } from "@preact/signals";
import { prefs } from "../state/prefs";
import { en, type Texts } from "./en";
import { zh } from "./zh";

export const texts = computed<Texts>(() => (prefs.value.lang === "zh" ? zh : en));

export type { Texts };
