import { words } from "../i18n";
import { current, game } from "../state/game";
import { ownGames } from "../state/keys";
import { go } from "../state/route";
import { arrange, type Opponent, openingsOf, type Setup, setup, start } from "../state/setup";
import { sidesOf } from "../state/sides";
import { newDraft } from "../state/view";
import { Choice, Field } from "./Field";

const OPPONENTS: Opponent[] = ["engine", "here", "link"];
const GAMES = ["xiangqi", "gomoku", "renju"] as const;
const TIMES = [200, 500, 1000, 2000, 5000, 10000];
const BOARDS = [9, 13, 15, 19];
const LEVELS = 10;
const MOST_LISTED = 6;

/** Settings for a new game. During a game they apply to the next one. */
function choose(change: Partial<Setup>): void {
  arrange(change);
  if (game.value) newDraft();
}

export function NewGamePanel() {
  const { setup: told, sides, rulesets, actions } = words.value;
  const chosen = setup.value;
  const [first, second] = sidesOf(chosen.ruleset);
  const family = chosen.ruleset === "gomoku_standard" ? "gomoku" : chosen.ruleset;
  const hasStart = start.value.fen !== undefined || start.value.moves !== undefined;
  return (
    <form class="setup" onSubmit={(event) => event.preventDefault()}>
      {game.value && (
        <>
          <button type="button" class="primary wide" onClick={newDraft}>
            {actions.newGame}
          </button>
          <p class="note">{told.forNext}</p>
        </>
      )}
      {hasStart && !game.value && (
        <p class="note">
          {told.fromPosition}{" "}
          <button type="button" class="link" onClick={newDraft}>
            {told.fromStart}
          </button>
        </p>
      )}
      <Choice
        legend={told.ruleset}
        options={GAMES.map((value) => ({ value, label: rulesets[value] }))}
        value={family}
        onChange={(ruleset) => choose({ ruleset })}
      />
      <Choice
        legend={told.opponent}
        options={OPPONENTS.map((value) => ({ value, label: told.opponents[value] }))}
        value={chosen.opponent}
        onChange={(opponent) => choose({ opponent })}
      />
      {chosen.opponent !== "here" && (
        <Choice
          legend={told.side}
          options={[
            { value: "first" as const, label: sides[first], token: first },
            { value: "second" as const, label: sides[second], token: second },
          ]}
          value={chosen.seat}
          onChange={(seat) => choose({ seat })}
        />
      )}
      {chosen.opponent === "engine" && (
        <>
          <Field label={told.level} value={`${chosen.level} · ${told.levelWords[chosen.level - 1]}`}>
            <input
              type="range"
              min={1}
              max={LEVELS}
              value={chosen.level}
              aria-valuetext={`${told.levelOf(chosen.level)}, ${told.levelWords[chosen.level - 1]}`}
              onInput={(event) => arrange({ level: Number(event.currentTarget.value) })}
            />
          </Field>
          <Field label={told.time}>
            <select
              value={chosen.timeMs}
              onChange={(event) => arrange({ timeMs: Number(event.currentTarget.value) })}
            >
              {TIMES.map((ms) => (
                <option key={ms} value={ms}>
                  {told.seconds(ms)}
                </option>
              ))}
            </select>
          </Field>
        </>
      )}
      <details>
        <summary>{told.more}</summary>
        <MoreRules />
      </details>
      <p class="links">
        <button type="button" class="link" onClick={() => go("#/edit")}>
          {told.edit}
        </button>
      </p>
      <OwnGames />
    </form>
  );
}

function MoreRules() {
  const { setup: told } = words.value;
  const { ruleset, repetition, opening, boardSize, forbiddenLoses } = setup.value;
  if (ruleset === "xiangqi") {
    const values = ["asian", "checks_only", "draw"] as const;
    return (
      <Field label={told.repetition}>
        <select
          value={repetition}
          onChange={(event) => choose({ repetition: event.currentTarget.value as Setup["repetition"] })}
        >
          {values.map((value) => (
            <option key={value} value={value}>
              {told.repetitions[value]}
            </option>
          ))}
        </select>
      </Field>
    );
  }
  return (
    <>
      <Field label={told.opening}>
        <select
          value={opening}
          onChange={(event) => choose({ opening: event.currentTarget.value as Setup["opening"] })}
        >
          {openingsOf(ruleset).map((value) => (
            <option key={value} value={value}>
              {told.openings[value]}
            </option>
          ))}
        </select>
      </Field>
      {ruleset === "renju" ? (
        <label class="tick">
          <input
            type="checkbox"
            checked={forbiddenLoses}
            onChange={(event) => choose({ forbiddenLoses: event.currentTarget.checked })}
          />
          {told.forbiddenLoses}
        </label>
      ) : (
        <>
          <label class="tick">
            <input
              type="checkbox"
              checked={ruleset === "gomoku_standard"}
              onChange={(event) =>
                choose({ ruleset: event.currentTarget.checked ? "gomoku_standard" : "gomoku" })
              }
            />
            {told.exactlyFive}
          </label>
          <Field label={told.boardSize}>
            <select
              value={boardSize}
              onChange={(event) => choose({ boardSize: Number(event.currentTarget.value) })}
            >
              {BOARDS.map((size) => (
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

function OwnGames() {
  const { setup: told, rulesets } = words.value;
  current.value;
  const games = ownGames().filter(({ id }) => id !== game.value?.id);
  if (games.length === 0) return null;
  return (
    <details>
      <summary>{told.recent}</summary>
      <ul class="games">
        {games.slice(0, MOST_LISTED).map(({ id, ruleset, at }) => (
          <li key={id}>
            <a href={`#/g/${id}`}>
              {rulesets[ruleset]} · {new Date(at).toLocaleString()}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
