// The last games of this browser with their results.
import { texts } from "../i18n";
import { LANGUAGES } from "../i18n/languages";
import { current, game } from "../state/game";
import { keptGame } from "../state/keep";
import { prefs } from "../state/prefs";
import { running } from "../state/running";
import { playedGames } from "../state/seats";
import { opponentText, resultOf } from "./playerNames";

const MAX_LISTED = 10;

const dateText = (at: string): string =>
  new Date(at).toLocaleString(LANGUAGES[prefs.value.lang].tag, {
    dateStyle: "medium",
    timeStyle: "short",
  });

export function OwnGames() {
  const t = texts.value;
  // The list is read again when the game on the board or the running games change.
  current.value;
  running.value;
  const games = playedGames().filter(({ id }) => id !== game.value?.id);
  if (games.length === 0) return null;
  const textsOf = (id: string): string[] => {
    const kept = keptGame(id);
    return kept ? [opponentText(t, kept), resultOf(t, kept)] : [];
  };
  return (
    <section class="own-games" aria-labelledby="own-games">
      <h2 id="own-games">{t.setup.recent}</h2>
      <ul class="games">
        {games.slice(0, MAX_LISTED).map(({ id, ruleset, at }) => (
          <li key={id}>
            <a href={`#/g/${id}`}>
              <span>{[t.rulesets[ruleset], ...textsOf(id)].join(" · ")}</span>
              <time dateTime={at}>{dateText(at)}</time>
            </a>
          </li>
        ))}
      </ul>
      <p class="links">
        <a href="#/games">{t.archive.heading}</a>
      </p>
    </section>
  );
}
