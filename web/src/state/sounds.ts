// Plays the sound of a new position: the end of the game, check, a capture, or a move of somebody else.
import { effect, untracked } from "@preact/signals";
import type { Position, Side } from "../api/types";
import { playSound, type Sound } from "../sound";
import { current, game, mySides } from "./game";

let previous: { id: string | undefined; position: Position } | null = null;

const countPieces = (position: Position) => position.fen.split(" ")[0]?.replace(/[^A-Za-z]/g, "").length ?? 0;

const isRunning = ({ status }: Position): boolean => status === "playing" || status === "waiting";

/** The sound of a change; null if there is none, or if the click that made the move has already sounded. */
function soundOf(before: Position, now: Position, mine: Side[]): Sound | null {
  if (isRunning(before) && !isRunning(now)) return "end";
  if (before.status === "waiting" && now.status === "playing") return "offer";
  if (before.ply === now.ply) return null;
  if (now.in_check) return "check";
  if (now.ply > before.ply && countPieces(now) < countPieces(before)) return "capture";
  const isOwnMove = mine.includes(before.turn) && now.moves[now.moves.length - 1]?.by !== "engine";
  return now.ply > before.ply && !isOwnMove ? "move" : null;
}

effect(() => {
  const now = current.value;
  const id = game.value?.id;
  const before = previous?.id === id ? previous?.position : null;
  previous = now && { id, position: now };
  const sound =
    now && before
      ? soundOf(
          before,
          now,
          untracked(() => mySides.value),
        )
      : null;
  if (sound) untracked(() => playSound(sound));
});
