// The status of the game in one line, which screen readers announce.
import type { Position } from "../api/types";
import { describePosition } from "../board/describe";
import { readFen } from "../board/fen";
import { spokenLastMove } from "../board/spoken";
import { type Texts, texts } from "../i18n";
import { isOwnTimeLow } from "../state/clock";
import {
  current,
  game,
  mySides,
  isEngineTurn,
  isOver,
  isWaiting,
  isWatching,
  connection,
  missing,
  pendingMove,
} from "../state/game";
import { isPreviewing, isShowingEarlier, shownPosition, shownPly } from "../state/history";
import { firstMovesOf } from "../state/firstMoves";
import { hint } from "../state/hint";
import { numberOf } from "../state/numbering";
import { cancelPremove, premove } from "../state/premove";
import { isAskedReady, isReady } from "../state/ready";
import { mySide, setup } from "../state/setup";
import { isGame } from "../state/sides";
import { hintText, moveText } from "../state/text";
import { isLeaving } from "../state/view";
import { Icon } from "./Icon";

/** Why a game has no result. */
function abortedText({ sides, status, strangers }: Texts, position: Position): string {
  const aborted = isGame(position) ? position.aborted : undefined;
  if (!aborted) return status.aborted;
  const why = strangers.aborted[aborted.reason](aborted.side ? sides[aborted.side] : "");
  return `${status.aborted} · ${why}`;
}

export function resultText(t: Texts, position: Position): string {
  if (position.status === "aborted") return abortedText(t, position);
  // A record names the result, not how the game ended.
  const isOfRecord = isGame(position) && position.import !== null && position.reason === "resignation";
  const reason = isOfRecord ? t.reasons.record : position.reason ? t.reasons[position.reason] : "";
  const result = position.winner ? t.status.won(t.sides[position.winner], reason) : t.status.drawn(reason);
  const ruling = position.reason === "adjudication" && isGame(position) ? position.ruling : null;
  if (!ruling) return result;
  return [result, t.strangers.adjudicated(ruling.by), ruling.detail].filter(Boolean).join(" · ");
}

function openingText(t: Texts, position: Position): string | null {
  const opening = position.opening;
  if (!opening || opening.phase === "play") return null;
  const { opening: openingTexts, sides } = t;
  const byPhase = {
    put: openingTexts.put(sides[opening.stone]),
    choose: openingTexts.choose,
    offer: openingTexts.offer(opening.offers_left),
    pick: openingTexts.pick,
  };
  return byPhase[opening.phase];
}

/** What the user can do before the first move. */
function firstMoveText(t: Texts, position: Position): string {
  const { start, sides } = t;
  const { opponent, ruleset } = setup.value;
  if (opponent === "link") return start.inviteFirst;
  if (opponent === "stranger") return t.strangers.findFirst;
  if (opponent === "here") return ruleset === "xiangqi" ? start.youMove : start.youPlace;
  if (position.turn !== mySide.value) return start.engineFirst(sides[mySide.value]);
  if (ruleset !== "xiangqi") return start.orPlace;
  return firstMovesOf(position).length > 0 ? start.orMove : start.youMove;
}

function statusText(t: Texts): string {
  const { status, sides } = t;
  const position = current.value;
  if (isLeaving.value) return status.loading;
  if (missing.value) return status.missing[missing.value];
  if (!position) return status.loading;
  if (isPreviewing.value) return t.lesson.previewing;
  if (isShowingEarlier.value) {
    if (shownPly.value === 0) return status.atStart;
    const { number, side } = numberOf(position, shownPly.value);
    return status.afterMove(number, side && sides[side]);
  }
  if (isOver.value) return resultText(t, position);
  if (premove.value !== null) return t.premove.is(premove.value);
  if (game.value?.paused && game.value.ruling) return t.strangers.paused(game.value.ruling.by);
  if (isAskedReady.value) return t.strangers.ready.asked;
  if (isReady.value) return t.strangers.ready.waiting;
  if (isWaiting.value) return status.invited;
  if (isEngineTurn.value) return status.engineThinks;
  // The first move is on its way to the server.
  if (game.value === null && pendingMove.value !== null) return status.starting;
  const firstMove =
    game.value === null && openingText(t, position) === null ? firstMoveText(t, position) : null;
  if (firstMove) return firstMove;
  const mine = game.value ? mySides.value : setup.value.opponent === "here" ? [] : [mySide.value];
  const isMine = mine.length === 1 && mine.includes(position.turn);
  const isTheirs = mine.length === 1 && !isMine && game.value !== null;
  const turn = isMine ? status.yourTurn : isTheirs ? status.waiting : status.turn(sides[position.turn]);
  const parts = [openingText(t, position) ?? turn];
  if (position.in_check) parts.unshift(status.check);
  if (isWatching.value) parts.unshift(status.watching);
  return parts.join(" · ");
}

/** A result stands out beside the board, a check alarms. */
function moodOf(position: Position | null): string {
  if (!position || isShowingEarlier.value) return "";
  if (position.status === "playing") return position.in_check ? "alarm" : "";
  return isOver.value ? "result" : "";
}

/** More of them would push the board out of sight. */
const MOST_WARNINGS = 2;

export function StatusLine() {
  const t = texts.value;
  const position = shownPosition.value;
  const last = position?.moves[position.moves.length - 1];
  const warnings = (current.value?.warnings ?? []).filter(({ remaining }) => remaining === undefined);
  const isMyHint = hint.value !== null && hint.value.position === position;
  return (
    <div class="status">
      <div class="now">
        <p role="status" class={`line ${moodOf(position)}`}>
          {position && last && (
            <>
              <span class="move" aria-hidden="true">
                {moveText(last)}
              </span>
              <span class="hidden">{spokenLastMove(t, position)}. </span>
            </>
          )}
          {statusText(t)}
          {isMyHint && hint.value && <span class="hint">{t.hint.is(hintText(hint.value.search))}</span>}
        </p>
        {premove.value !== null && (
          <button
            type="button"
            class="quiet"
            aria-label={t.premove.cancel}
            title={t.premove.cancel}
            onClick={cancelPremove}
          >
            <Icon name="close" />
          </button>
        )}
      </div>
      {connection.value === "reconnecting" && (
        <p class="reconnecting" role="alert">
          {t.status.reconnecting}
        </p>
      )}
      <p class="hidden" role="status">
        {isOwnTimeLow.value && t.clock.low}
      </p>
      {warnings.slice(0, MOST_WARNINGS).map(({ move, detail }) => (
        <p class="warning" key={detail}>
          {move === null ? t.status.composed(detail) : t.status.warning(move, detail)}
        </p>
      ))}
      {position && (
        <ul class="hidden" aria-label={t.board.label}>
          {describePosition(t, position.ruleset, readFen(position.fen).pieces).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
