// Plays the sound of a new position: the end of the game, check, a capture, or a move of the engine.
import { effect } from "@preact/signals";
import type { Position } from "../api/types";
import { play } from "../sound";
import { current, game } from "./game";

let before: { id: string | undefined; position: Position } | null = null;

const count = (position: Position) => position.fen.split(" ")[0]?.replace(/[^A-Za-z]/g, "").length ?? 0;

effect(() => {
  const now = current.value;
  const id = game.value?.id;
  if (now && before && before.id === id && before.position.ply !== now.ply) {
    const isMade = now.ply > before.position.ply;
    if (now.status !== "playing") play("end");
    else if (now.in_check) play("check");
    else if (isMade && count(now) < count(before.position)) play("capture");
    else if (now.moves[now.moves.length - 1]?.by === "engine") play("move");
  }
  before = now && { id, position: now };
});
