// Whether the other player is connected, and when a claim becomes possible.
import { computed, effect, signal } from "@preact/signals";
import { localTime } from "../api/serverTime";
import type { Side } from "../api/types";
import { connection, game, isPlaying, isWaiting, mySoleSide, opponentSide, presence } from "./game";

/** The connection of a side that a person plays; null if nobody knows. Our own connection we know best. */
export function connectionOf(side: Side): "here" | "away" | null {
  // Nobody sits in the game of a record.
  if (!presence.value?.[side] || isWaiting.value || game.value?.import) return null;
  if (side === mySoleSide.value && connection.value !== "off")
    return connection.value === "live" ? "here" : "away";
  return presence.value[side];
}

const isLeft = computed(() => {
  const [now, side] = [game.value, opponentSide.value];
  return isPlaying.value && side !== null && now?.turn === side && presence.value?.[side] === "away";
});

// The server counts from the later of two times: when the player left and when the player's turn began.
const leftSince = signal<{ gameId: string; at: number } | null>(null);

effect(() => {
  const id = game.value?.id;
  if (!isLeft.value || !id) leftSince.value = null;
  else if (leftSince.peek()?.gameId !== id) leftSince.value = { gameId: id, at: localTime() };
});

const secondsLeft = signal<number | null>(null);

/** The seconds until the user may claim the game that the other player has left; null if nobody has left. */
export const claimInSeconds = computed(() => secondsLeft.value);

effect(() => {
  const [now, since] = [game.value, leftSince.value];
  secondsLeft.value = null;
  if (!now?.abandon_ms || !since) return;
  const until = since.at + now.abandon_ms;
  const count = () => {
    const left = until - localTime();
    secondsLeft.value = Math.max(0, Math.ceil(left / 1000));
    if (left > 0) timer = setTimeout(count, left % 1000 || 1000);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  count();
  return () => clearTimeout(timer);
});
