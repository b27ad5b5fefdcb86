// The panel beside the board of a course: its text, what to say of the last move, and its steps.
import { texts } from "../i18n";
import { type Game, GAMES, LESSONS, lengthOf } from "./courses";
import { attempt, feedback, goOn, hrefOf, load, place, type Place, showAnswer, tryMove } from "./course";
import { countDone, isDone } from "./progress";
import { learnTexts } from "./texts";

export function CoursePanel() {
  const at = place.value;
  return <div class="editor course">{at ? <Course at={at} /> : <Courses />}</div>;
}

/** The courses to choose from. */
function Courses() {
  const t = learnTexts.value;
  return (
    <>
      <h2>{t.heading}</h2>
      <p>{t.help}</p>
      <ul class="games courses">
        {GAMES.map((game) => (
          <li key={game}>
            <a href={hrefOf(game)}>
              <span>{texts.value.rulesets[game]}</span>
              <span class="note">{t.progress(countDone(game), lengthOf(game))}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Course({ at }: { at: Place }) {
  const { game, step } = at;
  const t = learnTexts.value;
  const now = attempt.value;
  const lesson = LESSONS[game][step];
  const { title, text } = lesson
    ? t.lessons[lesson.key]
    : { title: t.exercise(step - LESSONS[game].length + 1), text: t.exerciseText };
  const side = now && texts.value.sides[now.position.turn];
  return (
    <>
      <p class="note">
        <a href="#/learn">{t.heading}</a> · {texts.value.rulesets[game]} · {step + 1} / {lengthOf(game)}
      </p>
      <h2>{title}</h2>
      <p class="task">
        {!lesson && side && <b>{texts.value.status.turn(side)}. </b>}
        {text}
      </p>
      <Said />
      {now && !now.isDone && now.position.opening?.phase === "choose" && (
        <div class="start opening" role="group" aria-label={texts.value.opening.choose}>
          {now.position.opening.choices.map((choice) => (
            <button type="button" key={choice} onClick={() => void tryMove(choice)}>
              {texts.value.opening.choice(choice)}
            </button>
          ))}
        </div>
      )}
      <div class="bar">
        <button type="button" class={now?.isDone ? "primary" : ""} onClick={() => goOn(at)}>
          {step + 1 < lengthOf(game) ? t.next : t.finish}
        </button>
        <button type="button" disabled={!now} onClick={() => void load(at)}>
          {t.again}
        </button>
        {!now?.isDone && (
          <button type="button" disabled={!now} onClick={() => void showAnswer()}>
            {t.show}
          </button>
        )}
      </div>
      <Steps game={game} step={step} />
    </>
  );
}

/** What the last move was. The place is kept free, so that the buttons below do not move. */
function Said() {
  const t = learnTexts.value;
  const said = feedback.value;
  const now = attempt.value;
  const refused = said?.kind === "refused" ? texts.value.problems.of(said.problem) : null;
  if (now?.isDone) {
    return (
      <p class="verdict" role="status">
        {[refused, t.right].filter(Boolean).join(" ")}
      </p>
    );
  }
  return (
    <p class={`verdict ${said ? "bad" : ""}`} role="status">
      {refused ?? (said?.kind === "wrong" ? t.wrong : said ? texts.value.puzzles.notYours : "\u00a0")}
    </p>
  );
}

/** All steps of the course; a check mark on those that are done. */
function Steps({ game, step: current }: { game: Game; step: number }) {
  const t = learnTexts.value;
  const steps = [...Array(lengthOf(game)).keys()];
  const count = LESSONS[game].length;
  const titleOf = (step: number): string => {
    const lesson = LESSONS[game][step];
    return lesson ? t.lessons[lesson.key].title : t.exercise(step - count + 1);
  };
  return (
    <nav class="steps" aria-label={t.steps}>
      {steps.map((step) => (
        <a
          key={step}
          href={hrefOf(game, step)}
          class={isDone(game, step) ? "done" : ""}
          aria-current={step === current ? "step" : undefined}
          aria-label={`${step + 1}. ${titleOf(step)}${isDone(game, step) ? ` (${t.isDone})` : ""}`}
          title={titleOf(step)}
        >
          {isDone(game, step) ? "✓" : step + 1}
        </a>
      ))}
    </nav>
  );
}
