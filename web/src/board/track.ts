// Gives every piece an id that stays the same across moves, so that moves can be animated.
import type { Placed } from "./fen";
import { same } from "./geometry";

export interface Tracked extends Placed {
  readonly id: number;
}

let nextId = 1;

export function track(before: readonly Tracked[], now: readonly Placed[]): Tracked[] {
  const stayed = (piece: Placed) =>
    before.find((old) => old.letter === piece.letter && same(old.point, piece.point));
  const kept = new Map(now.map((piece) => [piece, stayed(piece)]));
  const known = new Set([...kept.values()].filter((piece) => piece !== undefined));
  const free = before.filter((piece) => !known.has(piece));
  return now.map((piece) => {
    const old = kept.get(piece);
    if (old) return old;
    const from = free.findIndex((candidate) => candidate.letter === piece.letter);
    const id = from >= 0 ? free.splice(from, 1)[0]?.id : undefined;
    return { ...piece, id: id ?? nextId++ };
  });
}
