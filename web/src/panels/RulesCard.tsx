// The rules of a game on a card, and the way to its course.
import type { Ruleset } from "../api/types";
import { texts } from "../i18n";

export function RulesCard({ ruleset }: { ruleset: Ruleset }) {
  const { rules, rulesets } = texts.value;
  const course = ruleset === "gomoku_standard" ? "gomoku" : ruleset;
  return (
    <details class="rules">
      <summary>{rules.heading(rulesets[ruleset])}</summary>
      <ul>
        {rules.cards[ruleset].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <a href={`#/learn/${course}`}>{rules.course}</a>
    </details>
  );
}
