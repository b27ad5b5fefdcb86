// Follows a stream over broken connections.
import { UnreachableError } from "./errors.js";
import { NoStreamError, readLines } from "./lines.js";
import { onNetwork } from "./network.js";
import { pause } from "./pause.js";
import { type OperationName, type RequestOptions, retryDelay, type Transport } from "./transport.js";

/** Streams carry a heartbeat every 8 s. After three missing ones the connection counts as lost. */
const SILENCE_MS = 25_000;

interface Line {
  id: number | string;
  event?: string;
  data?: object | string | null;
}

/** Whether a line of a stream is its last one. After a shutdown the stream goes on with another server. */
export const isEnd = ({ event, data }: Line): boolean =>
  event === "end" && (data as { reason?: string } | undefined)?.reason !== "shutdown";

/** Opens one connection, which resumes after an id, and says when it is open. A line that is `null` is a heartbeat. */
export type Open<T> = (
  after: string | undefined,
  signal: AbortSignal,
  onOpen: () => void,
) => AsyncIterable<T | null>;

/** Whether events come, or a broken connection is opened again. */
export type Connection = "live" | "reconnecting";

/**
 * The lines up to the `end`. After a broken connection it goes on behind the last line. A browser that has lost its
 * network does not wait for the silence, and goes on when the network is back.
 */
export async function* follow<T extends Line>(
  open: Open<T>,
  retries: number,
  options: {
    after?: string | undefined;
    signal?: AbortSignal | undefined;
    onConnection?: ((state: Connection) => void) | undefined;
  } = {},
): AsyncGenerator<T> {
  let after = options.after;
  for (let failures = 0; ; failures += 1) {
    const connection = new AbortController();
    const stop = () => connection.abort(options.signal?.reason);
    options.signal?.addEventListener("abort", stop);
    const lost = () => connection.abort(new UnreachableError("the stream fell silent"));
    const forgetNetwork = onNetwork("offline", lost);
    let silence = setTimeout(lost, SILENCE_MS);
    try {
      for await (const line of open(after, connection.signal, () => options.onConnection?.("live"))) {
        // What had already arrived when the caller stopped.
        options.signal?.throwIfAborted();
        clearTimeout(silence);
        silence = setTimeout(lost, SILENCE_MS);
        failures = 0;
        if (!line) continue;
        after = String(line.id);
        yield line;
        if (isEnd(line)) return;
      }
      throw new UnreachableError("the stream broke off");
    } catch (error) {
      options.signal?.throwIfAborted();
      if (error instanceof NoStreamError) throw error;
      const isBroken = connection.signal.aborted || error instanceof TypeError;
      const delay = retryDelay(isBroken ? new UnreachableError(String(error)) : error, failures);
      if (delay === null || failures >= retries) throw error;
      options.onConnection?.("reconnecting");
      await pause(delay, options.signal);
    } finally {
      clearTimeout(silence);
      forgetNetwork();
      options.signal?.removeEventListener("abort", stop);
      connection.abort();
    }
  }
}

/** One connection to the stream of an operation, as lines of JSON. */
export function openLines<K extends OperationName, T>(
  transport: Transport,
  name: K,
  options: RequestOptions<K>,
): Open<T> {
  return async function* (after, signal, onOpen) {
    const headers = after === undefined ? options.headers : { ...options.headers, "Last-Event-ID": after };
    const request = { ...options, headers, signal } as RequestOptions<K>;
    const response = await transport.open(name, request, "application/x-ndjson");
    onOpen();
    for await (const line of readLines(response)) yield line as T | null;
  };
}
