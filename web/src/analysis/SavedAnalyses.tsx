// The analyses that this browser keeps, without the one on the board.
import { signal } from "@preact/signals";
import { texts } from "../i18n";
import { LANGUAGES } from "../i18n/languages";
import { prefs } from "../state/prefs";
import { analysis } from "./board";
import { linkOf } from "./keep";
import { openAnalysis } from "./open";
import { forgetAnalysis, savedAnalyses } from "./saved";
import { writeLink } from "./start";
import { analysisTexts } from "./texts";
import { countMoves } from "./tree";

/** Read again when something is forgotten. */
const forgotten = signal(0);

export function SavedAnalyses() {
  const { file: t } = analysisTexts.value;
  const { rulesets } = texts.value;
  forgotten.value;
  const others = savedAnalyses().filter(({ id }) => id !== analysis.value?.id);
  if (others.length === 0) return null;
  return (
    <section aria-label={t.recent}>
      <h2>{t.recent}</h2>
      <ul class="games">
        {others.map((saved) => {
          const name = t.name(rulesets[saved.tree.start.ruleset], countMoves(saved.tree.root));
          const time = new Date(saved.at).toLocaleString(LANGUAGES[prefs.value.lang].tag, {
            dateStyle: "medium",
            timeStyle: "short",
          });
          return (
            <li key={saved.id}>
              {/* Two analyses may have the same link. */}
              <a
                href={`#/analysis?${writeLink(linkOf(saved))}`}
                onClick={(event) => {
                  event.preventDefault();
                  openAnalysis(saved);
                }}
              >
                <span>{name}</span>
                <time dateTime={new Date(saved.at).toISOString()}>{time}</time>
              </a>
              <button
                type="button"
                class="quiet"
                aria-label={t.forget(`${name}, ${time}`)}
                onClick={() => {
                  forgetAnalysis(saved.id);
                  forgotten.value += 1;
                }}
              >
                ×
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
