const hex = (byte: number) => byte.toString(16).padStart(2, "0");

/** A key for `Idempotency-Key` that nobody can guess. */
export function newIdempotencyKey(): string {
  // `randomUUID` is missing on pages served without TLS. Platforms without any `crypto` have only `Math.random`.
  const bytes = new Uint8Array(16);
  if (globalThis.crypto?.getRandomValues) globalThis.crypto.getRandomValues(bytes);
  else bytes.forEach((_, at) => (bytes[at] = Math.floor(Math.random() * 256)));
  return Array.from(bytes, hex).join("");
}
