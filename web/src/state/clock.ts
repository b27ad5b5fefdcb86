// The running clocks: the time at which the page shows them, and the warning of low time.
import { computed, effect, signal, untracked } from "@preact/signals";
import { serverTime } from "../api/serverTime";
import type { Clock, Side } from "../api/types";
import { playSound } from "../sound";
import { lossMs, nextChangeMs, readClock, type ClockReading } from "./clockMath";
import { game, isPlaying, mySoleSide, pendingMove } from "./game";

const clock = computed<Clock | null>(() => game.value?.clock ?? null);

/** The time of the server at which the clocks are shown; it advances when a shown text changes. */
const shownAt = signal(0);

export const readingOf = (side: Side): ClockReading | null =>
  clock.value && readClock(clock.value, side, shownAt.value);

/** The time left for a side's first move, before the clocks run. */
export const firstMoveMs = (side: Side): number | null => {
  const now = clock.value;
  if (!now?.deadline || now.running || !isPlaying.value || game.value?.turn !== side) return null;
  return Math.max(0, Date.parse(now.deadline) - shownAt.value);
};

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows the current time, and shows it again whenever a text changes. */
function tick(): void {
  clearTimeout(timer);
  const now = clock.peek();
  shownAt.value = serverTime();
  if (!now || !isPlaying.peek()) return;
  const running = now.running ?? game.peek()?.turn;
  if (!running) return;
  const reading = readClock(now, running, shownAt.peek());
  const shown = now.running ? [reading.ms, reading.moveMs ?? 0] : [firstMoveMs(running) ?? 0];
  const wait = Math.min(...shown.map(nextChangeMs));
  if (Number.isFinite(wait)) timer = setTimeout(tick, wait);
}

effect(() => {
  clock.value;
  isPlaying.value;
  // A move that was sent stops the clock here; the server counts until the moment at which it has read the move.
  if (pendingMove.value !== null && mySoleSide.value !== null) clearTimeout(timer);
  else untracked(tick);
});

// A browser slows the timers of a hidden page down.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && pendingMove.peek() === null) tick();
});

const ownReading = computed<ClockReading | null>(() => {
  const side = mySoleSide.value;
  return side && isPlaying.value ? readingOf(side) : null;
});

/** Whether the user's own clock is low. It stays so until the game time or the next move gives more time. */
export const isOwnTimeLow = computed(() => ownReading.value?.isLow === true);

const LAST_SECONDS = 5;
const lastSeconds = computed<number | null>(() => {
  const reading = ownReading.value;
  if (!reading?.isRunning || lossMs(reading) >= LAST_SECONDS * 1000) return null;
  return Math.floor(lossMs(reading) / 1000);
});

effect(() => {
  if (isOwnTimeLow.value) untracked(() => playSound("low"));
});

effect(() => {
  if (lastSeconds.value !== null) untracked(() => playSound("tick"));
});
