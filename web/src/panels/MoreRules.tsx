// The rules of the next game that most players leave as they are.
import { texts } from "../i18n";
import { openingsOf, type Setup, setup } from "../state/setup";
import { changeSetup } from "./changeSetup";
import { Field } from "./Field";
import { withValue } from "./withValue";

const BOARDS = [9, 13, 15, 19, 20];

export function MoreRules() {
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
