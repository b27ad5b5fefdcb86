import type { Problem } from "./types";

/** A problem document from the server. */
export class Refusal extends Error {
  constructor(
    readonly problem: Problem,
    readonly retryAfterMs: number | null,
  ) {
    super(problem.detail);
  }

  get code(): Problem["code"] {
    return this.problem.code;
  }
}

/** The server itself did not respond: the connection failed, or a proxy answered. */
export class Unreachable extends Error {}

export async function refusalOf(response: Response): Promise<Refusal | Unreachable> {
  const after = Number(response.headers.get("retry-after"));
  const kind = response.headers.get("content-type") ?? "";
  if (!kind.startsWith("application/problem+json")) {
    return new Unreachable(`${response.status} ${response.statusText}`);
  }
  return new Refusal((await response.json()) as Problem, after > 0 ? after * 1000 : null);
}
