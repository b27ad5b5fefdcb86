import { computed } from "@preact/signals";
import { type AnalysisTexts, en } from "../i18n/analysisBoard.en";
import { zh } from "../i18n/analysisBoard.zh";
import { prefs } from "../state/prefs";

export const analysisTexts = computed<AnalysisTexts>(() => (prefs.value.lang === "zh" ? zh : en));
