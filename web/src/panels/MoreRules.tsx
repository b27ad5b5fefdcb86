// The rules of the next game that most players leave as they are.
import { texts } from "../i18n";
import { openingsOf, type Setup, setup } from "../state/setup";
import { changeSetup } from "./changeSetup";
import { Field } from "./Field";
import { withValue } from "./withValue";
import { Tick } from "./Tick";

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
        <Tick
          label={t.forbiddenLoses}
          isOn={forbiddenLoses}
          onChange={(isOn) => changeSetup({ forbiddenLoses: isOn })}
        />
      ) : (
        <>
          {ruleset === "caro" && <p class="note">{t.caroRule}</p>}
          <Tick
            label={t.exactlyFive}
            isOn={ruleset === "caro" ? !overlineWins : ruleset === "gomoku_standard"}
            onChange={(isOn) =>
              changeSetup(
                ruleset === "caro"
                  ? { overlineWins: !isOn }
                  : { ruleset: isOn ? "gomoku_standard" : "gomoku" },
              )
            }
          />
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
