import type { Problem, ProblemCode } from "./types.js";

/** The server refused a request. `problem` says what was wrong and what would be right, and `code` is for programs. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly problem: Problem,
    /** After how many milliseconds the server expects another try. */
    readonly retryAfterMs: number | null,
    /** Whether the server needs an API key, not the token of a game. */
    readonly isKeyMissing = false,
  ) {
    super(`${problem.code}: ${problem.detail}`);
  }

  get code(): ProblemCode {
    return this.problem.code;
  }

  get status(): number {
    return this.problem.status;
  }

  /** Whether the same request may succeed later. */
  get isTemporary(): boolean {
    return this.status === 429 || this.status >= 500 || this.code === "request_in_flight";
  }
}

/** The server itself did not respond: the connection failed, or a proxy answered. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
}

export async function errorFrom(response: Response): Promise<ApiError | UnreachableError> {
  const contentType = response.headers.get("content-type") ?? "";
  if (!contentType.startsWith("application/problem+json")) {
    return new UnreachableError(`${response.url} answered ${response.status} ${response.statusText}`);
  }
  const problem = (await response.json()) as Problem;
  const retryAfter = Number(response.headers.get("retry-after"));
  const isKeyMissing = response.headers.get("www-authenticate") === 'Bearer realm="api-key"';
  return new ApiError(problem, retryAfter > 0 ? retryAfter * 1000 : null, isKeyMissing);
}
