import { type Texts, texts } from "../i18n";
import { current, game, isOver, isPlaying } from "../state/game";
import { type KeptGame, keptGame } from "../state/keep";
import { prefs } from "../state/prefs";
import { levelGroups } from "../state/levels";
import { playedGames } from "../state/seats";
import { navigate } from "../state/route";
import { updateSetup, type Opponent, openingsOf, type Setup, setup, startPosition } from "../state/setup";
import { sidesOf } from "../state/sides";
import { newDraft } from "../state/view";
import { Choice, Field } from "./Field";
import { TimeControl } from "./TimeControl";

const OPPONENTS: Opponent[] = ["engine", "here", "link"];
const GAMES = ["xiangqi", "gomoku", "renju", "caro"] as const;
const TIMES = [200, 500, 1000, 2000, 5000, 10000];
const BOARDS = [9, 13, 15, 19, 20];
/** The choices in order, with the value in force even if it is none of them, as in a game that continues another one. */
const withValue = (choices: readonly number[], value: number): number[] =>
  [...new Set([...choices, value])].sort((one, other) => one - other);

const MAX_LISTED = 10;

/** Changes the settings of the next game, and shows its board unless a game is running. */
function changeSetup(change: Partial<Setup>): void {
  updateSetup(change);
  if (game.value && isOver.value) newDraft();
}

export function NewGamePanel() {
  const { setup: t, sides, rulesets, actions, puzzles } = texts.value;
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
        options={OPPONENTS.map((value) => ({ value, label: t.opponents[value] }))}
        value={settings.opponent}
        onChange={(opponent) => changeSetup({ opponent })}
      />
      {settings.opponent !== "here" && (
        <Choice
          legend={t.side}
          options={[
            { value: "first" as const, label: sides[first], token: first },
            { value: "second" as const, label: sides[second], token: second },
            ...(settings.opponent === "link" ? [{ value: "random" as const, label: t.random }] : []),
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
      {settings.opponent === "link" && (
        <label class="tick">
          <input
            type="checkbox"
            checked={settings.isPrivate}
            onChange={(event) => changeSetup({ isPrivate: event.currentTarget.checked })}
          />
          {t.private}
        </label>
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
      <SavedGames />
    </form>
  );
}

function MoreRules() {
  const { setup: t } = texts.value;
  const { ruleset, repetition, opening, boardSize, forbiddenLoses, overlineWins } = setup.value;
  if (ruleset === "xiangqi") {
    const values = ["asian", "tiantian", "checks_only", "draw"] as const;
    return (
      <Field label={t.repetition}>
        <select
          value={repetition}
          onChange={(event) => changeSetup({ repetition: event.currentTarget.value as Setup["repetition"] })}
        >
          {values.map((value) => (
            <option key={value} value={value}>
              {t.repetitions[value]}
            </option>
          ))}
        </select>
      </Field>
    );
  }
  return (
    <>
      <Field label={t.opening}>
        <select
          value={opening}
          onChange={(event) => changeSetup({ opening: event.currentTarget.value as Setup["opening"] })}
        >
          {openingsOf(ruleset).map((value) => (
            <option key={value} value={value}>
              {t.openings[value]}
            </option>
          ))}
        </select>
      </Field>
      {ruleset === "renju" ? (
        <label class="tick">
          <input
            type="checkbox"
            checked={forbiddenLoses}
            onChange={(event) => changeSetup({ forbiddenLoses: event.currentTarget.checked })}
          />
          {t.forbiddenLoses}
        </label>
      ) : (
        <>
          {ruleset === "caro" && <p class="note">{t.caroRule}</p>}
          <label class="tick">
            <input
              type="checkbox"
              checked={ruleset === "caro" ? !overlineWins : ruleset === "gomoku_standard"}
              onChange={({ currentTarget: { checked } }) =>
                changeSetup(
                  ruleset === "caro"
                    ? { overlineWins: !checked }
                    : { ruleset: checked ? "gomoku_standard" : "gomoku" },
                )
              }
            />
            {t.exactlyFive}
          </label>
          <Field label={t.boardSize}>
            <select
              value={boardSize}
              onChange={(event) => changeSetup({ boardSize: Number(event.currentTarget.value) })}
            >
              {withValue(BOARDS, boardSize).map((size) => (
                <option key={size} value={size}>
                  {size} × {size}
                </option>
              ))}
            </select>
          </Field>
        </>
      )}
    </>
  );
}

/** The opponent and the result of a game that this browser has played. */
function gameTexts(t: Texts, { ruleset, players, mine, status, winner }: KeptGame): [string, string] {
  const engine = sidesOf(ruleset)
    .map((side) => players[side])
    .find((player) => player?.kind === "engine");
  const isShared = !engine && mine.length === 2;
  const opponent = engine
    ? t.players.engine(engine.kind === "engine" ? engine.level : null)
    : isShared
      ? t.setup.opponents.here
      : t.players.friend;
  const { games } = t;
  if (status === "playing") return [opponent, games.unfinished];
  if (status === "waiting" || status === "aborted") return [opponent, games[status]];
  if (!winner) return [opponent, games.drawn];
  if (isShared) return [opponent, games.wins(t.sides[winner])];
  return [opponent, mine.includes(winner) ? games.won : games.lost];
}

function SavedGames() {
  const { setup: t, rulesets } = texts.value;
  current.value;
  const games = playedGames().filter(({ id }) => id !== game.value?.id);
  if (games.length === 0) return null;
  const textsOf = (id: string) => {
    const kept = keptGame(id);
    return kept ? gameTexts(texts.value, kept) : [];
  };
  const dateText = (at: string) =>
    new Date(at).toLocaleString(prefs.value.lang === "zh" ? "zh-CN" : "en", {
      dateStyle: "medium",
      timeStyle: "short",
    });
  return (
    <details>
      <summary>{t.recent}</summary>
      <ul class="games">
        {games.slice(0, MAX_LISTED).map(({ id, ruleset, at }) => (
          <li key={id}>
            <a href={`#/g/${id}`}>
              <span>{[rulesets[ruleset], ...textsOf(id)].join(" · ")}</span>
              <time dateTime={at}>{dateText(at)}</time>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
