/** A body that the platform does not let a program read as it comes. */
export class NoStreamError extends Error {}

/** The lines of JSON in a response as they arrive; `null` is a heartbeat. */
export async function* readLines(response: Response): AsyncGenerator<unknown> {
  if (!response.body) throw new NoStreamError("this platform reads no streams");
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let buffered = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (buffered + (value ? decoder.decode(value, { stream: true }) : "")).split("\n");
      buffered = done ? "" : (lines.pop() ?? "");
      for (const line of lines) {
        if (line.trim()) yield JSON.parse(line);
        else if (!done) yield null;
      }
      if (done) return;
    }
  } finally {
    // A caller that stops early must close the connection, because that ends the search on the server.
    reader.cancel().catch(() => {});
  }
}
