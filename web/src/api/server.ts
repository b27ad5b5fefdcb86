// The server of this page, by the client that any program may use. A request that does not match the contract does not compile.
import { follow, openLines } from "../../../clients/typescript/src/follow";
import {
  type Answer,
  type OperationName,
  type RequestOptions,
  Transport,
} from "../../../clients/typescript/src/transport";
import type { StreamEvent as AnyEvent } from "../../../clients/typescript/src/types";
import { localTime, noteServerTime } from "./serverTime";
import type { ForAnyRuleset, Search, ShortGame } from "./types";

export { ApiError, UnreachableError } from "../../../clients/typescript/src/errors";
export { newIdempotencyKey } from "../../../clients/typescript/src/idempotencyKey";

const API_KEY_STORAGE_KEY = "duiyi.key";

/** The API key, for servers that need one; stored until the tab closes. */
export const setApiKey = (key: string): void => sessionStorage.setItem(API_KEY_STORAGE_KEY, key);

export const transport = new Transport({
  get key() {
    return sessionStorage.getItem(API_KEY_STORAGE_KEY) ?? "";
  },
  // The user sees what failed, and decides whether to try again.
  retries: 0,
  fetch: async (...request) => {
    const sentAt = localTime();
    const response = await fetch(...request);
    noteServerTime(response.headers, sentAt);
    return response;
  },
});

type BodyFor<Options> = Options extends { body: infer Body }
  ? { body: ForAnyRuleset<Body> }
  : Options extends { body?: infer Body }
    ? { body?: Body }
    : unknown;

export type Request<K extends OperationName> = Omit<RequestOptions<K>, "body" | "token"> &
  BodyFor<RequestOptions<K>> &
  Sender;

interface Sender {
  /** The secret of the side that acts, or of a spectator. */
  token?: string | null;
  /** Makes a retry safe: the server answers the same request with the same key only once. */
  idempotencyKey?: string;
  /** The version of the game on the screen. */
  version?: number;
}

/** The request as the client takes it. */
export function optionsOf<K extends OperationName>(request: Request<K>): RequestOptions<K> {
  const { token, idempotencyKey, version, ...rest } = request as Sender & { headers?: object };
  const headers = {
    ...(idempotencyKey ? { "Idempotency-Key": idempotencyKey } : {}),
    ...(version === undefined ? {} : { "If-Match": `"${version}"` }),
    ...rest.headers,
  };
  return { ...rest, headers, token: token ?? undefined } as unknown as RequestOptions<K>;
}

/** Throws an `ApiError` for what the server refuses, and an `UnreachableError` if there is no response of the server. */
export const send = <K extends OperationName>(name: K, request: Request<K>): Promise<Answer<K>> =>
  transport.send(name, optionsOf(request));

type Change =
  | "play_move"
  | "best_move"
  | "undo"
  | "resign"
  | "draw"
  | "takeback"
  | "rematch"
  | "abort"
  | "ready"
  | "claim";

/** Changes a game. The response is short: the event stream sends the whole game. */
export async function change<C extends Change>(name: C, request: Request<C>): Promise<ShortGame> {
  const options = optionsOf(request);
  const headers = { ...options.headers, Prefer: "return=minimal" };
  return (await transport.respond(name, { ...options, headers })).json() as Promise<ShortGame>;
}

const MOST_TRIES = 5;

/** The events of a search or a review up to its end. While the server is busy, tries again when it says so. */
export const streamOf = <K extends "analyse" | "review">(
  name: K,
  request: Request<K>,
  signal: AbortSignal,
): AsyncGenerator<AnyEvent> =>
  follow(openLines<K, AnyEvent>(transport, name, optionsOf(request)), MOST_TRIES, { signal });

/** Reports the results of a search, depth by depth, until it ends or the caller aborts it. */
export async function streamSearch(
  body: Request<"analyse">["body"],
  signal: AbortSignal,
  onSearch: (search: Search) => void,
): Promise<void> {
  try {
    for await (const event of streamOf("analyse", { body }, signal)) {
      if (event.event === "info" || event.event === "result") onSearch(event.data as Search);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
