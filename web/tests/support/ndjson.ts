/** A stream as the server sends it: an event of JSON a line. */
export const ndjson = (events: readonly object[]): string =>
  events.map((event, id) => `${JSON.stringify({ id, ...event })}\n`).join("");
