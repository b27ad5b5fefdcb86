// Typed requests to the API: a path, method and body that do not match the contract do not compile.
import type { paths } from "./contract";
import type { ForAnyRuleset, ShortGame } from "./types";
import { ApiError, errorFrom, UnreachableError } from "./errors";
import { localTime, noteServerTime } from "./serverTime";

type Method = "get" | "post" | "delete";

type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];

type JsonBody<T> = T extends { content: { "application/json": infer Body } } ? Body : never;

type ResponseBody<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses & (200 | 201)]: JsonBody<Responses[Status]> }[keyof Responses & (200 | 201)]
  : never;

type RequestBody<Operation> = Operation extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? { body: ForAnyRuleset<Body> }
  : Operation extends { requestBody?: { content: { "application/json": infer Body } } }
    ? { body?: Body }
    : { body?: never };

type IdOption<P> = P extends `${string}{id}${string}` ? { id: string } : { id?: never };

export interface CommonOptions {
  /** The seat token of the side that acts, or the token of a spectator. */
  token?: string | null;
  /** Makes a retry safe: the server answers the same request with the same key only once. */
  idempotencyKey?: string;
  /** The version of the game on the screen. */
  version?: number;
  query?: Record<string, string>;
  accept?: string;
  lastEventId?: string | null;
  /** Asks for the short form of the game. */
  isShort?: boolean;
  /** For how many seconds the server may wait for what the request asks for. */
  wait?: number;
  signal?: AbortSignal | null;
}

export type RequestOptions<P extends keyof paths, M extends Method> = RequestBody<paths[P][M]> &
  IdOption<P> &
  CommonOptions;

const API_KEY_STORAGE_KEY = "duiyi.key";

/** The API key, for servers that need one; stored until the tab closes. */
export const setApiKey = (key: string): void => sessionStorage.setItem(API_KEY_STORAGE_KEY, key);

function headersFor(options: CommonOptions & { body?: unknown }, method: Method): Headers {
  const headers = new Headers({ Accept: options.accept ?? "application/json" });
  const key = sessionStorage.getItem(API_KEY_STORAGE_KEY);
  if (key) headers.set("X-API-Key", key);
  if (options.token) headers.set("Authorization", `Bearer ${options.token}`);
  if (options.version !== undefined) headers.set("If-Match", `"${options.version}"`);
  if (options.idempotencyKey) headers.set("Idempotency-Key", options.idempotencyKey);
  if (options.lastEventId) headers.set("Last-Event-ID", options.lastEventId);
  if (options.wait) headers.set("Prefer", `wait=${options.wait}`);
  if (options.isShort) headers.set("Prefer", "return=minimal");
  if (method === "post") headers.set("Content-Type", "application/json");
  return headers;
}

/** Sends the request; throws an `ApiError` for a problem document and an `UnreachableError` for any other failure. */
export async function send<M extends Method, P extends PathsWith<M>>(
  method: M,
  path: P,
  options: RequestOptions<P, M>,
): Promise<Response> {
  const query = options.query ? `?${new URLSearchParams(options.query)}` : "";
  const url = (path as string).replace("{id}", options.id ?? "") + query;
  const body = method === "post" ? JSON.stringify(options.body ?? {}) : null;
  let response: Response;
  const sentAt = localTime();
  try {
    const headers = headersFor(options, method);
    response = await fetch(url, {
      method: method.toUpperCase(),
      headers,
      body,
      signal: options.signal ?? null,
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new UnreachableError(String(error));
  }
  noteServerTime(response.headers, sentAt);
  if (!response.ok) throw await errorFrom(response);
  return response;
}

export async function get<P extends PathsWith<"get">>(
  path: P,
  options: RequestOptions<P, "get">,
): Promise<ResponseBody<paths[P]["get"]>> {
  return (await send("get", path, options)).json();
}

export async function post<P extends PathsWith<"post">>(
  path: P,
  options: RequestOptions<P, "post">,
): Promise<ResponseBody<paths[P]["post"]>> {
  return (await send("post", path, options)).json();
}

type Change =
  "moves" | "best-move" | "undo" | "resign" | "draw" | "takeback" | "rematch" | "abort" | "ready" | "claim";

/** Changes a game. The response is short: the event stream sends the whole game. */
export async function change<C extends Change>(
  kind: C,
  options: RequestOptions<`/v1/games/{id}/${C}`, "post">,
): Promise<ShortGame> {
  return (await send("post", `/v1/games/{id}/${kind}`, { ...options, isShort: true })).json();
}

export { ApiError, UnreachableError };
