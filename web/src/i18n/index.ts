import { computed } from "@preact/signals";
import { prefs } from "../state/prefs";
import { en, type Words } from "./en";
import { zh } from "./zh";

export const words = computed<Words>(() => (prefs.value.lang === "zh" ? zh : en));

export type { Words };
