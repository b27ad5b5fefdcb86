// The clock of one side.
import type { Side } from "../api/types";
import { texts } from "../i18n";
import { firstMoveMs, readingOf } from "../state/clock";
import { formatClock } from "../state/clockMath";
import { game } from "../state/game";
import { clockSettings } from "../state/setup";

function spoken(side: Side, ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const { clock, sides } = texts.value;
  return clock.of(sides[side], Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60);
}

/** The clock that the next game will start with. */
function DraftClock({ side }: { side: Side }) {
  const settings = clockSettings.value;
  const ms = settings?.initial_ms ?? settings?.move_ms;
  if (!ms) return null;
  return (
    <span class="clock" role="timer" aria-label={spoken(side, ms)}>
      <b>{formatClock(ms)}</b>
    </span>
  );
}

export function Clock({ side }: { side: Side }) {
  if (!game.value) return <DraftClock side={side} />;
  const reading = readingOf(side);
  if (!reading) return null;
  const { clock } = texts.value;
  const first = firstMoveMs(side);
  const { ms, moveMs, isByoyomi, isLow, isRunning } = reading;
  return (
    <>
      <span class="clock-note">
        {first !== null && clock.firstMove(Math.ceil(first / 1000))}
        {isByoyomi && clock.byoyomi}
        {moveMs !== null && clock.thisMove(formatClock(moveMs))}
      </span>
      <span
        class={`clock${isRunning ? " running" : ""}${isLow ? " low" : ""}`}
        role="timer"
        aria-label={spoken(side, ms)}
      >
        <b>{formatClock(ms)}</b>
      </span>
    </>
  );
}
