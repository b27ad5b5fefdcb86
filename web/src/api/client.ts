// Requests typed by the contract: a mismatch of path, method and body is a compile error.
import type { paths } from "./contract";
import { Refusal, refusalOf, Unreachable } from "./refusal";

type Method = "get" | "post" | "delete";

type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];

type JsonOf<T> = T extends { content: { "application/json": infer Body } } ? Body : never;

type AnswerOf<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses & (200 | 201)]: JsonOf<Responses[Status]> }[keyof Responses & (200 | 201)]
  : never;

type BodyOf<Operation> = Operation extends { requestBody: { content: { "application/json": infer Body } } }
  ? { body: Body }
  : Operation extends { requestBody?: { content: { "application/json": infer Body } } }
    ? { body?: Body }
    : { body?: never };

type IdOf<P> = P extends `${string}{id}${string}` ? { id: string } : { id?: never };

export interface Extras {
  /** The seat token of the side that acts. */
  token?: string | null;
  /** The version of the game on the screen. */
  version?: number;
  query?: Record<string, string>;
  accept?: string;
  lastEventId?: string | null;
  signal?: AbortSignal | null;
}

export type Ask<P extends keyof paths, M extends Method> = BodyOf<paths[P][M]> & IdOf<P> & Extras;

const apiKeyStore = "duiyi.key";

/** The API key, for servers that need one; stored until the tab closes. */
export const setApiKey = (key: string): void => sessionStorage.setItem(apiKeyStore, key);

function headersFor(ask: Extras & { body?: unknown }, method: Method): Headers {
  const headers = new Headers({ Accept: ask.accept ?? "application/json" });
  const key = sessionStorage.getItem(apiKeyStore);
  if (key) headers.set("X-API-Key", key);
  if (ask.token) headers.set("Authorization", `Bearer ${ask.token}`);
  if (ask.version !== undefined) headers.set("If-Match", `"${ask.version}"`);
  if (ask.lastEventId) headers.set("Last-Event-ID", ask.lastEventId);
  if (method === "post") headers.set("Content-Type", "application/json");
  return headers;
}

/** Sends the request; throws a `Refusal` for a problem document and `Unreachable` for any other failure. */
export async function send<M extends Method, P extends PathsWith<M>>(
  method: M,
  path: P,
  ask: Ask<P, M>,
): Promise<Response> {
  const query = ask.query ? `?${new URLSearchParams(ask.query)}` : "";
  const url = (path as string).replace("{id}", ask.id ?? "") + query;
  const body = method === "post" ? JSON.stringify(ask.body ?? {}) : null;
  let response: Response;
  try {
    const headers = headersFor(ask, method);
    response = await fetch(url, { method: method.toUpperCase(), headers, body, signal: ask.signal ?? null });
  } catch (error) {
    if (ask.signal?.aborted) throw error;
    throw new Unreachable(String(error));
  }
  if (!response.ok) throw await refusalOf(response);
  return response;
}

export async function get<P extends PathsWith<"get">>(
  path: P,
  ask: Ask<P, "get">,
): Promise<AnswerOf<paths[P]["get"]>> {
  return (await send("get", path, ask)).json();
}

export async function post<P extends PathsWith<"post">>(
  path: P,
  ask: Ask<P, "post">,
): Promise<AnswerOf<paths[P]["post"]>> {
  return (await send("post", path, ask)).json();
}

export { Refusal, Unreachable };
