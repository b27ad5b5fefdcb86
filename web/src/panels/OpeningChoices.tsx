// The choices of an opening: to swap the colors, to place more stones, and others.
import { texts } from "../i18n";
import { isBusy } from "../state/actions";
import { playMove } from "../state/play";

export function OpeningChoices({ choices }: { choices: string[] }) {
  const { opening } = texts.value;
  return (
    <div class="start opening" role="group" aria-label={opening.choose}>
      <p aria-hidden="true">{opening.choose}</p>
      {choices.map((choice) => (
        <button type="button" key={choice} disabled={isBusy.value} onClick={() => void playMove(choice)}>
          {opening.choice(choice)}
        </button>
      ))}
    </div>
  );
}
