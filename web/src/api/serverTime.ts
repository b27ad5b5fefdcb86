// The server's clock. Each response says when the server sent it, in the header `Duiyi-Time`.

/** How far the server's clock is ahead of ours, in milliseconds: between `least` and `most`, as of our time `at`. */
export interface Offset {
  least: number;
  most: number;
  at: number;
}

/** How fast two clocks may drift apart, in milliseconds per millisecond. */
const DRIFT = 0.0005;

/**
 * Narrows the offset by a response: the server wrote its time after we sent the request and before we received the
 * response. A response that contradicts the earlier ones replaces them, because one of the clocks was set.
 */
export function narrowOffset(
  before: Offset | null,
  serverMs: number,
  sentAt: number,
  receivedAt: number,
): Offset {
  // The header holds whole milliseconds.
  const fresh = { least: serverMs - receivedAt, most: serverMs + 1 - sentAt, at: receivedAt };
  if (!before) return fresh;
  const drift = Math.max(0, receivedAt - before.at) * DRIFT;
  const least = Math.max(fresh.least, before.least - drift);
  const most = Math.min(fresh.most, before.most + drift);
  return least <= most ? { least, most, at: receivedAt } : fresh;
}

let offset: Offset | null = null;

/** Our own clock, which never jumps. */
export const localTime = (): number => performance.timeOrigin + performance.now();

export function noteServerTime(headers: Headers, sentAt: number): void {
  const text = headers.get("duiyi-time");
  const serverMs = Number(text);
  if (text && Number.isFinite(serverMs)) offset = narrowOffset(offset, serverMs, sentAt, localTime());
}

/** The time of the server in milliseconds since the epoch. */
export const serverTime = (): number => localTime() + (offset ? (offset.least + offset.most) / 2 : 0);
