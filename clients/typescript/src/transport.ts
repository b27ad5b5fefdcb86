// Sends operations of the contract, and tries again where that is safe.
import type { operations } from "./contract.js";
import { ApiError, errorFrom, UnreachableError } from "./errors.js";
import { newIdempotencyKey } from "./idempotencyKey.js";
import { OPERATIONS } from "./operations.js";
import { backoff, pause } from "./pause.js";

export type OperationName = keyof operations;
type Part<K extends OperationName, P extends "path" | "query" | "header"> = NonNullable<
  operations[K]["parameters"][P]
>;
type JsonOf<T> = T extends { content: { "application/json": infer Body } } ? Body : never;
type BodyOf<K extends OperationName> = operations[K] extends { requestBody: infer Body }
  ? { body: JsonOf<Body> }
  : operations[K] extends { requestBody?: infer Body }
    ? { body?: JsonOf<NonNullable<Body>> }
    : { body?: never };
type PathOf<K extends OperationName> = operations[K]["parameters"] extends { path: infer Path }
  ? { path: Path }
  : { path?: never };

/** What a request has besides its operation. */
export type RequestOptions<K extends OperationName> = PathOf<K> &
  BodyOf<K> & {
    query?: Part<K, "query">;
    headers?: Part<K, "header">;
    /** The secret of a seat or a spectator. */
    token?: string | undefined;
    signal?: AbortSignal | undefined;
  };

type Answers<K extends OperationName> = operations[K]["responses"];
/** The JSON of the response. */
export type Answer<K extends OperationName> = {
  [Status in keyof Answers<K> & (200 | 201 | 202)]: JsonOf<Answers<K>[Status]>;
}[keyof Answers<K> & (200 | 201 | 202)];

export interface Settings {
  /** Where the server is; the origin of the page by default, and elsewhere http://localhost:8080. */
  url?: string;
  /** An API key, for servers that need one. Never in a page: its users would read it. */
  key?: string;
  /** The end user on whose behalf the key calls. */
  user?: string;
  /** Replaces the platform's own, for example on platforms without one. */
  fetch?: typeof fetch;
  /** Replaces the platform's own. */
  WebSocket?: typeof WebSocket;
  /** How often a request is tried again: 4 times by default. */
  retries?: number;
}

interface Sent {
  path?: Record<string, string>;
  query?: object;
  headers?: object;
  body?: unknown;
  token?: string | undefined;
  signal?: AbortSignal | undefined;
}

const QUERIES: ReadonlySet<string> = new Set<OperationName>([
  "position",
  "opening",
  "analyse",
  "review",
  "review_moves",
  "convert_record",
  "issue_ticket",
]);

const ownOrigin = (): string => {
  const origin = (globalThis as { location?: { origin?: string } }).location?.origin;
  return origin?.startsWith("http") ? origin : "http://localhost:8080";
};

export class Transport {
  readonly url: string;
  readonly retries: number;
  readonly WebSocket: typeof WebSocket | undefined;
  readonly #fetch: typeof fetch;

  constructor(readonly settings: Settings) {
    this.url = (settings.url ?? ownOrigin()).replace(/\/$/, "");
    this.retries = settings.retries ?? 4;
    this.WebSocket = settings.WebSocket ?? globalThis.WebSocket;
    this.#fetch = settings.fetch ?? ((...request) => fetch(...request));
  }

  /** The JSON of the response. */
  async send<K extends OperationName>(name: K, options: RequestOptions<K>): Promise<Answer<K>> {
    return (await this.respond(name, options)).json() as Promise<Answer<K>>;
  }

  /** The response as it is. A retry has the `Idempotency-Key` of the first try, so a change is made once. */
  async respond<K extends OperationName>(
    name: K,
    options: RequestOptions<K>,
    accept = "application/json",
  ): Promise<Response> {
    const [url, request] = this.#request(name, options as Sent, accept);
    for (let failures = 0; ; failures += 1) {
      try {
        return await this.#try(url, request);
      } catch (error) {
        const after = retryDelay(error, failures);
        if (after === null || failures >= this.retries) throw error;
        await pause(after, options.signal);
      }
    }
  }

  /** The response without further tries, for streams, which count their failures themselves. */
  open<K extends OperationName>(name: K, options: RequestOptions<K>, accept: string): Promise<Response> {
    return this.#try(...this.#request(name, options as Sent, accept));
  }

  #request(name: OperationName, options: Sent, accept: string): [string, RequestInit] {
    const [method, template] = OPERATIONS[name];
    const path = template.replace(/\{(\w+)\}/g, (_, part: string) =>
      encodeURIComponent(options.path?.[part] ?? ""),
    );
    const query = new URLSearchParams();
    for (const [field, value] of Object.entries(options.query ?? {})) {
      if (value !== undefined && value !== null) query.set(field, String(value));
    }
    const { key, user } = this.settings;
    const headers: Record<string, string> = { Accept: accept };
    if (key) headers["X-API-Key"] = key;
    if (user) headers["Duiyi-User"] = user;
    if (options.token) headers["Authorization"] = `Bearer ${options.token}`;
    if (method !== "GET" && method !== "DELETE") {
      headers["Content-Type"] = "application/json";
      if (!QUERIES.has(name)) headers["Idempotency-Key"] = newIdempotencyKey();
    }
    Object.assign(headers, options.headers);
    const request: RequestInit = { method, headers, signal: options.signal ?? null };
    if (headers["Content-Type"]) request.body = JSON.stringify(options.body ?? {});
    // A browser lets a change wait for a read of the same address, because both concern its cache.
    if (headers["Prefer"]?.startsWith("wait=")) request.cache = "no-store";
    const text = query.toString();
    return [this.url + path + (text && `?${text}`), request];
  }

  async #try(url: string, request: RequestInit): Promise<Response> {
    let response: Response;
    try {
      response = await this.#fetch(url, request);
    } catch (error) {
      if (request.signal?.aborted) throw error;
      throw new UnreachableError(`${this.url}: ${String(error)}`);
    }
    if (!response.ok && response.status !== 304) throw await errorFrom(response);
    return response;
  }
}

/** After how many milliseconds another try may succeed; null if it would not. */
export function retryDelay(error: unknown, failures: number): number | null {
  if (error instanceof UnreachableError) return backoff(failures);
  if (!(error instanceof ApiError) || !error.isTemporary) return null;
  return Math.max(error.retryAfterMs ?? 0, backoff(failures));
}
