// Who has watched a game to its end sees the rematch: the stream of a watcher ends with the game, so the page asks for a while.
import { effect, untracked } from "@preact/signals";
import { send } from "../api/server";
import { game, isOver, isWatching, updateGame } from "./game";
import { readingToken } from "./seats";

const ASK_EVERY_MS = 5000;
/** For so long the players can agree on another game. */
const FOR_MS = 300_000;

effect(() => {
  const now = game.value;
  if (!now || !isOver.value || !isWatching.value || !now.seats || now.next_game) return;
  const { id } = now;
  const token = untracked(() => readingToken(id));
  const until = Date.now() + FOR_MS;
  const timer = setInterval(() => {
    if (Date.now() > until) clearInterval(timer);
    else if (!document.hidden) send("get_game", { path: { id }, token }).then(updateGame, () => {});
  }, ASK_EVERY_MS);
  return () => clearInterval(timer);
});
