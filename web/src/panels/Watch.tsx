// The page from which one watches the games of others.
import { useState } from "preact/hooks";
import { texts } from "../i18n";
import { hashOfLink, navigate } from "../state/route";
import { watchedGames } from "../state/watched";
import { pairText } from "./playerNames";
import { Footer } from "./Places";

export function WatchPage() {
  const { home } = texts.value;
  const [isWrong, setWrong] = useState(false);
  return (
    <div class="page">
      <h2>{home.place.watch}</h2>
      <p class="note">{home.watch.help}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const hash = hashOfLink(String(new FormData(event.currentTarget).get("link")));
          setWrong(hash === null);
          if (hash) navigate(hash);
        }}
      >
        <label class="field">
          <span class="label">{home.watch.link}</span>
          <input name="link" inputMode="url" autocomplete="off" placeholder={`${location.origin}/g/…`} />
        </label>
        {isWrong && (
          <p class="note bad" role="alert">
            {home.watch.wrong}
          </p>
        )}
        <button type="submit" class="primary">
          {home.watch.go}
        </button>
      </form>
      <Watched />
      <Footer />
    </div>
  );
}

function Watched() {
  const t = texts.value;
  const games = watchedGames();
  if (games.length === 0) return null;
  return (
    <>
      <h2>{t.home.watch.recent}</h2>
      <ul class="boards">
        {games.map(({ id, ruleset, players, private: isPrivate }) => (
          <li key={id}>
            <a href={`#/g/${id}`}>
              {/* A private game shows its picture only with a token. */}
              {!isPrivate && (
                <img src={`/v1/games/${id}/record?format=svg`} alt="" width="160" height="178" />
              )}
              <span>
                {t.rulesets[ruleset]} · {pairText(t, ruleset, players)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
