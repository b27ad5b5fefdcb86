/** A key for `Idempotency-Key` that nobody can guess. */
export function newIdempotencyKey(): string {
  // `randomUUID` is missing on pages served without TLS, such as a server in the local network.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
