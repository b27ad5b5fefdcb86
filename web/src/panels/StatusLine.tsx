// The status of the game in one line, which screen readers announce.
import type { Position } from "../api/types";
import { describeAll } from "../board/describe";
import { readFen } from "../board/fen";
import { type Words, words } from "../i18n";
import { current, game, held, isEngineTurn, isGone, isWatching, link } from "../state/game";
import { isLookingBack, shown, shownPly } from "../state/lookback";
import { hint } from "../state/play";
import { mySide, setup } from "../state/setup";
import { hintText, textOf } from "../state/text";
import { hasOpeners } from "./StartLine";

export function resultText(told: Words, position: Position): string {
  const reason = position.reason ? told.reasons[position.reason] : "";
  return position.winner ? told.status.won(told.sides[position.winner], reason) : told.status.drawn(reason);
}

function openingText(told: Words, position: Position): string | null {
  const opening = position.opening;
  if (!opening || opening.phase === "play") return null;
  const { opening: say, sides } = told;
  const texts = {
    put: say.put(sides[opening.stone]),
    choose: say.choose,
    offer: say.offer(opening.offers_left),
    pick: say.pick,
  };
  return texts[opening.phase];
}

/** What the user can do before the first move. */
function beginningText(told: Words, position: Position): string {
  const { start, sides } = told;
  const { opponent, ruleset } = setup.value;
  if (opponent === "link") return start.inviteFirst;
  if (opponent === "here") return ruleset === "xiangqi" ? start.youMove : start.youPut;
  if (position.turn !== mySide.value) return start.engineFirst(sides[mySide.value]);
  if (ruleset !== "xiangqi") return start.orPut;
  return hasOpeners(position) ? start.orPlay : start.youMove;
}

function statusText(told: Words): string {
  const { status, sides } = told;
  const position = current.value;
  if (isGone.value) return status.gone;
  if (!position) return status.loading;
  if (isLookingBack.value) return status.looking(shownPly.value);
  if (position.status !== "playing") return resultText(told, position);
  if (isEngineTurn.value) return status.engineThinks;
  const beginning =
    game.value === null && openingText(told, position) === null ? beginningText(told, position) : null;
  if (beginning) return beginning;
  const mine = game.value ? held.value : setup.value.opponent === "here" ? [] : [mySide.value];
  const isMine = mine.length === 1 && mine.includes(position.turn);
  const isTheirs = mine.length === 1 && !isMine && game.value !== null;
  const turn = isMine ? status.yourTurn : isTheirs ? status.waiting : status.turn(sides[position.turn]);
  const parts = [openingText(told, position) ?? turn];
  if (position.in_check) parts.unshift(status.check);
  if (isWatching.value) parts.unshift(status.watching);
  return parts.join(" · ");
}

export function StatusLine() {
  const told = words.value;
  const position = shown.value;
  const last = position?.moves[position.moves.length - 1];
  const warning = current.value?.warnings[0];
  const isMyHint = hint.value !== null && hint.value.position === position;
  return (
    <div class="status">
      <p role="status" class={position?.in_check && position.status === "playing" ? "line alarm" : "line"}>
        {last && <span class="move">{textOf(last)}</span>}
        {statusText(told)}
        {isMyHint && hint.value && <span class="hint">{told.hint.is(hintText(hint.value.search))}</span>}
      </p>
      {link.value === "reconnecting" && (
        <p class="reconnecting" role="alert">
          {told.status.reconnecting}
        </p>
      )}
      {warning && <p class="warning">{told.status.warning(warning.move, warning.detail)}</p>}
      {position && (
        <ul class="hidden" aria-label={told.board.label}>
          {describeAll(told, position.ruleset, readFen(position.fen).pieces).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
