import { texts } from "../i18n";
import { game, isPlaying } from "../state/game";
import { levelGroups } from "../state/levels";
import { navigate } from "../state/route";
import { type Opponent, setup, startPosition, updateSetup } from "../state/setup";
import { sidesOf } from "../state/sides";
import { newDraft } from "../state/view";
import { changeSetup } from "./changeSetup";
import { Choice, Field } from "./Field";
import { FindOpponent } from "./FindOpponent";
import { MoreRules } from "./MoreRules";
import { OwnGames } from "./OwnGames";
import { OwnName } from "./OwnName";
import { TimeControl } from "./TimeControl";
import { withValue } from "./withValue";
import { Tick } from "./Tick";

const OPPONENTS: Opponent[] = ["engine", "here", "link", "stranger"];
const GAMES = ["xiangqi", "gomoku", "renju", "caro"] as const;
const TIMES = [200, 500, 1000, 2000, 5000, 10000];

export function NewGamePanel() {
  const { setup: t, sides, rulesets, actions, puzzles, strangers } = texts.value;
  const settings = setup.value;
  const [first, second] = sidesOf(settings.ruleset);
  const family = settings.ruleset === "gomoku_standard" ? "gomoku" : settings.ruleset;
  const hasStart = startPosition.value.fen !== undefined || startPosition.value.moves !== undefined;
  return (
    <form class="setup" onSubmit={(event) => event.preventDefault()}>
      {game.value && (
        <>
          <button type="button" class={isPlaying.value ? "primary wide" : "wide"} onClick={newDraft}>
            {actions.newGame}
          </button>
          <p class="note">{t.forNext}</p>
        </>
      )}
      {hasStart && !game.value && (
        <p class="note">
          {t.fromPosition}{" "}
          <button type="button" class="link" onClick={newDraft}>
            {t.fromStart}
          </button>
        </p>
      )}
      <Choice
        legend={t.ruleset}
        options={GAMES.map((value) => ({ value, label: rulesets[value] }))}
        value={family}
        onChange={(ruleset) => changeSetup({ ruleset })}
      />
      <Choice
        legend={t.opponent}
        options={OPPONENTS.map((value) => ({
          value,
          label: value === "stranger" ? strangers.opponent : t.opponents[value],
        }))}
        value={settings.opponent}
        onChange={(opponent) => changeSetup({ opponent })}
      />
      {settings.opponent !== "here" && (
        <Choice
          legend={t.side}
          options={[
            { value: "first" as const, label: sides[first], token: first },
            { value: "second" as const, label: sides[second], token: second },
            ...(settings.opponent === "link" || settings.opponent === "stranger"
              ? [{ value: "random" as const, label: t.random }]
              : []),
          ]}
          value={settings.seat}
          onChange={(seat) => changeSetup({ seat })}
        />
      )}
      {settings.opponent === "engine" && (
        <>
          <Field label={t.level}>
            <select
              value={settings.level}
              onChange={(event) => updateSetup({ level: Number(event.currentTarget.value) })}
            >
              {levelGroups.map(({ group, levels }) => (
                <optgroup key={group} label={t.levelGroups[group]}>
                  {levels.map((level) => (
                    <option key={level} value={level}>
                      {t.levelOf(level)} · {t.levelGroups[group]}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          </Field>
          <Field label={t.time}>
            <select
              value={settings.timeMs}
              onChange={(event) => updateSetup({ timeMs: Number(event.currentTarget.value) })}
            >
              {withValue(TIMES, settings.timeMs).map((ms) => (
                <option key={ms} value={ms}>
                  {t.seconds(ms)}
                </option>
              ))}
            </select>
          </Field>
        </>
      )}
      <TimeControl onChange={changeSetup} />
      {(settings.opponent === "link" || settings.opponent === "stranger") && <OwnName />}
      {settings.opponent === "stranger" && <FindOpponent />}
      {settings.opponent === "link" && (
        <Tick
          label={t.private}
          isOn={settings.isPrivate}
          onChange={(isOn) => changeSetup({ isPrivate: isOn })}
        />
      )}
      <details>
        <summary>{t.more}</summary>
        <MoreRules />
      </details>
      <p class="links">
        <button type="button" class="link" onClick={() => navigate("#/edit")}>
          {t.edit}
        </button>{" "}
        <button type="button" class="link" onClick={() => navigate("#/puzzles")}>
          {puzzles.heading}
        </button>{" "}
        <button type="button" class="link" onClick={() => navigate("#/analysis")}>
          {texts.value.analysisEntry.open}
        </button>
      </p>
      <OwnGames />
    </form>
  );
}
