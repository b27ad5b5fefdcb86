const LONGEST_MS = 5_000;

/** How long to wait before another try, in milliseconds: longer after each failure, and not all clients at the same moment. */
export const backoff = (failures: number): number =>
  Math.min(250 * 2 ** failures, LONGEST_MS) * (0.5 + Math.random() / 2);

/** Waits; rejects with the reason of the signal if that comes first. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
