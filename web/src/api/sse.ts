import type { StreamEvent } from "./types";

export type Numbered = StreamEvent & { id: string };

/** Parses server-sent events from a response as they arrive; `null` is a heartbeat. */
export async function* eventsOf(response: Response): AsyncGenerator<Numbered | null> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) yield parse(block);
    }
  } finally {
    // A caller that stops early must close the connection, because that ends the search on the server.
    reader.cancel().catch(() => {});
  }
}

export function parse(block: string): Numbered | null {
  const fields: Record<string, string> = {};
  for (const line of block.split("\n")) {
    const colon = line.indexOf(": ");
    if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 2);
  }
  if (!fields.event || !fields.data) return null;
  return { id: fields.id ?? "", event: fields.event, data: JSON.parse(fields.data) } as Numbered;
}
