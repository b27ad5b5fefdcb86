// A move that the user chooses while the other side thinks. The page sends it when the turn comes.
import { computed, effect, signal, untracked } from "@preact/signals";
import { texts } from "../i18n";
import { game, isPlaying, mySoleSide, pendingMove } from "./game";
import { isShowingEarlier } from "./history";
import { showNotice } from "./notice";
import { playMove } from "./play";
import { legalMoves } from "./sides";

interface Premove {
  gameId: string;
  /** The ply at which the user chose it; the other side has to make the next one. */
  ply: number;
  move: string;
}

const chosen = signal<Premove | null>(null);

export const premove = computed<string | null>(() => chosen.value?.move ?? null);

/** Whether the user may choose a premove now. */
export const canPremove = computed(() => {
  const now = game.value;
  if (!now || !isPlaying.value || isShowingEarlier.value || pendingMove.value !== null) return false;
  const isOpening = now.opening != null && now.opening.phase !== "play";
  return !isOpening && mySoleSide.value !== null && now.turn !== mySoleSide.value;
});

export function choosePremove(move: string): void {
  const now = game.value;
  if (now && canPremove.value) chosen.value = { gameId: now.id, ply: now.ply, move };
}

export const cancelPremove = (): void => {
  chosen.value = null;
};

effect(() => {
  const [now, next] = [game.value, chosen.value];
  if (!next) return;
  if (now?.id === next.gameId && isPlaying.value && now.ply === next.ply) return;
  chosen.value = null;
  const isMyTurn = now?.id === next.gameId && isPlaying.value && now.turn === mySoleSide.value;
  if (!isMyTurn || now.ply !== next.ply + 1) return;
  untracked(() => {
    if (legalMoves(now).includes(next.move)) void playMove(next.move);
    else showNotice(texts.value.premove.dropped);
  });
});
