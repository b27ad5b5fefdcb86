// The title of the page says that it is the user's turn, for a game in a tab in the background.
import { computed, effect } from "@preact/signals";
import { texts } from "../i18n";
import { current, isPlaying, isWaiting, mySoleSide, opponentSide } from "./game";
import { isAskedReady } from "./ready";

const TITLE = document.title;

/** Whether another person waits for the user's move. */
export const isAwaited = computed(
  () => isPlaying.value && opponentSide.value !== null && current.value?.turn === mySoleSide.value,
);

effect(() => {
  const { status, strangers } = texts.value;
  const news = isAwaited.value
    ? status.yourTurn
    : isAskedReady.value
      ? strangers.ready.asked
      : isWaiting.value
        ? status.invited
        : null;
  document.title = news ? `${news} · ${TITLE}` : TITLE;
});
