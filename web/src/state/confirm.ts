// A move that the user has made on the board, and that waits for the confirmation.
import { computed, signal } from "@preact/signals";
import { current, game } from "./game";
import { isShowingEarlier } from "./history";
import { playMove } from "./play";
import { prefs } from "./prefs";

interface Proposal {
  gameId: string | undefined;
  ply: number;
  move: string;
}

const proposal = signal<Proposal | null>(null);

/** The move that waits; null as soon as the game has changed. */
export const proposedMove = computed<string | null>(() => {
  const [waiting, now] = [proposal.value, current.value];
  if (!waiting || !now || isShowingEarlier.value) return null;
  return waiting.gameId === game.value?.id && waiting.ply === now.ply ? waiting.move : null;
});

/** Whether the moves of this game wait: a day or more leaves the time to look twice. */
const isConfirmed = (): boolean => {
  const { confirmMoves } = prefs.value;
  if (confirmMoves === "correspondence") return game.value?.clock?.days_per_move != null;
  return confirmMoves === "always";
};

/** Plays the move, or asks first. */
export function makeMove(move: string): void {
  if (!isConfirmed()) return void playMove(move);
  proposal.value = { gameId: game.value?.id, ply: current.value?.ply ?? 0, move };
}

export function confirmMove(): void {
  const move = proposedMove.value;
  proposal.value = null;
  if (move !== null) void playMove(move);
}

export const dropProposal = (): void => {
  proposal.value = null;
};
