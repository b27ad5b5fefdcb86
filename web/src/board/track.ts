// Gives every piece an id that stays the same across moves, so that moves can be animated.
import type { PlacedPiece } from "./fen";
import { isSamePoint } from "./geometry";

export interface TrackedPiece extends PlacedPiece {
  readonly id: number;
}

let nextId = 1;

export function trackPieces(before: readonly TrackedPiece[], now: readonly PlacedPiece[]): TrackedPiece[] {
  const unmoved = (piece: PlacedPiece) =>
    before.find((old) => old.letter === piece.letter && isSamePoint(old.point, piece.point));
  const unmovedPieces = new Map(now.map((piece) => [piece, unmoved(piece)]));
  const matched = new Set([...unmovedPieces.values()].filter((piece) => piece !== undefined));
  const unmatched = before.filter((piece) => !matched.has(piece));
  return now.map((piece) => {
    const old = unmovedPieces.get(piece);
    if (old) return old;
    const from = unmatched.findIndex((candidate) => candidate.letter === piece.letter);
    const id = from >= 0 ? unmatched.splice(from, 1)[0]?.id : undefined;
    return { ...piece, id: id ?? nextId++ };
  });
}
