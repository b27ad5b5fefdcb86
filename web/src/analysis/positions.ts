// The positions of the tree as the server knows them: legal moves, results and notations. Each is requested once and stored
// under its own path, so that a late response cannot appear at another node.
import { signal } from "@preact/signals";
import type { Position } from "../api/types";
import { positionOf } from "../state/positions";
import { keyOf } from "./start";
import type { Path, Start } from "./tree";

const MAX_KNOWN = 600;

const known = signal<ReadonlyMap<string, Position>>(new Map());
const underway = new Map<string, Promise<Position>>();

export const nodeKey = (start: Start, path: Path): string => `${keyOf(start)} ${path.join(" ")}`;

/** The position after a path, if it has arrived. */
export const positionAt = (start: Start, path: Path): Position | null =>
  known.value.get(nodeKey(start, path)) ?? null;

export const positionRequest = ({ ruleset, options, fen }: Start, path: Path) => ({
  ruleset,
  options,
  ...(fen ? { fen } : {}),
  moves: [...path],
});

function keep(key: string, position: Position): void {
  const next = new Map(known.peek()).set(key, position);
  for (const oldest of next.keys()) {
    if (next.size <= MAX_KNOWN) break;
    next.delete(oldest);
  }
  known.value = next;
}

/** The position after a path. Throws what the client throws, such as an `ApiError` for an illegal move. */
export function loadPosition(start: Start, path: Path): Promise<Position> {
  const key = nodeKey(start, path);
  const found = known.peek().get(key);
  if (found) return Promise.resolve(found);
  const running = underway.get(key);
  if (running) return running;
  const request = positionOf(positionRequest(start, path)).then((position: Position) => {
    keep(key, position);
    return position;
  });
  underway.set(key, request);
  // A failed request is repeated the next time.
  const forget = () => underway.delete(key);
  request.then(forget, forget);
  return request;
}
