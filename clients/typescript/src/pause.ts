import { onNetwork } from "./network.js";

const LONGEST_MS = 5_000;

/** How long to wait before another try, in milliseconds: longer after each failure, and not all clients at the same moment. */
export const backoff = (failures: number): number =>
  Math.min(250 * 2 ** failures, LONGEST_MS) * (0.5 + Math.random() / 2);

/** Waits, in a browser no longer than until its network is back; rejects with the reason of the signal if that comes first. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const finish = () => {
      clearTimeout(timer);
      forgetNetwork();
      signal?.removeEventListener("abort", finish);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(finish, ms);
    const forgetNetwork = onNetwork("online", finish);
    signal?.addEventListener("abort", finish);
  });
}
