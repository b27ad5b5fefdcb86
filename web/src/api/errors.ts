import type { Problem } from "./types";

/** An error response of the API, with its problem document. */
export class ApiError extends Error {
  constructor(
    readonly problem: Problem,
    readonly retryAfterMs: number | null,
    /** Whether the server needs an API key, not the token of a game. */
    readonly isKeyMissing: boolean,
  ) {
    super(problem.detail);
  }

  get code(): Problem["code"] {
    return this.problem.code;
  }
}

/** The server itself did not respond: the connection failed, or a proxy answered. */
export class UnreachableError extends Error {}

export async function errorFrom(response: Response): Promise<ApiError | UnreachableError> {
  const retryAfter = Number(response.headers.get("retry-after"));
  const contentType = response.headers.get("content-type") ?? "";
  if (!contentType.startsWith("application/problem+json")) {
    return new UnreachableError(`${response.status} ${response.statusText}`);
  }
  const problem = (await response.json()) as Problem;
  const isKeyMissing = response.headers.get("www-authenticate") === 'Bearer realm="api-key"';
  return new ApiError(problem, retryAfter > 0 ? retryAfter * 1000 : null, isKeyMissing);
}
