// The running games of this browser, on top of the front page.
import { useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { texts } from "../i18n";
import { game } from "../state/game";
import { refreshRunning, running, type RunningGame } from "../state/running";
import { opponentText } from "./playerNames";

/** More of them would push the board out of sight. */
const MOST = 3;

export function Continue() {
  useSignalEffect(() => {
    // The game that the user has just left is kept when another one replaces it.
    game.value;
    void refreshRunning();
  });
  useEffect(() => {
    const refresh = () => void (document.hidden || refreshRunning());
    document.addEventListener("visibilitychange", refresh);
    window.addEventListener("storage", refresh);
    return () => {
      document.removeEventListener("visibilitychange", refresh);
      window.removeEventListener("storage", refresh);
    };
  }, []);
  if (running.value.length === 0) return null;
  return (
    <section class="continue" aria-labelledby="continue">
      <h2 id="continue">{texts.value.home.continue}</h2>
      <ul>
        {running.value.slice(0, MOST).map((one) => (
          <Resume key={one.id} game={one} />
        ))}
      </ul>
    </section>
  );
}

function Resume({ game: { id, kept, isMyTurn } }: { game: RunningGame }) {
  const t = texts.value;
  const { yourMove, theirMove, waiting } = t.home;
  return (
    <li>
      <a href={`#/g/${id}`} class={isMyTurn ? "mine" : ""}>
        <span>
          {t.rulesets[kept.ruleset]} · {opponentText(t, kept)}
        </span>
        <b>{isMyTurn ? yourMove : kept.status === "waiting" ? waiting : theirMove}</b>
      </a>
    </li>
  );
}
