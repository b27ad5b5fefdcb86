// Plays the sound of a new position: the end of the game, check, a capture, or a move of the engine.
import { effect } from "@preact/signals";
import type { Position } from "../api/types";
import { playSound } from "../sound";
import { current, game } from "./game";

let previous: { id: string | undefined; position: Position } | null = null;

const countPieces = (position: Position) => position.fen.split(" ")[0]?.replace(/[^A-Za-z]/g, "").length ?? 0;

effect(() => {
  const now = current.value;
  const id = game.value?.id;
  if (now && previous && previous.id === id && previous.position.ply !== now.ply) {
    const isForward = now.ply > previous.position.ply;
    if (now.status !== "playing") playSound("end");
    else if (now.in_check) playSound("check");
    else if (isForward && countPieces(now) < countPieces(previous.position)) playSound("capture");
    else if (now.moves[now.moves.length - 1]?.by === "engine") playSound("move");
  }
  previous = now && { id, position: now };
});
