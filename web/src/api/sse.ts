import type { StreamEvent } from "./types";

export type NumberedEvent = StreamEvent & { id: string };

/** Parses server-sent events from a response as they arrive; `null` is a heartbeat. */
export async function* readEvents(response: Response): AsyncGenerator<NumberedEvent | null> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffered = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (buffered + value).split("\n\n");
      buffered = blocks.pop() ?? "";
      for (const block of blocks) yield parse(block);
    }
  } finally {
    // A caller that stops early must close the connection, because that ends the search on the server.
    reader.cancel().catch(() => {});
  }
}

export function parse(block: string): NumberedEvent | null {
  const fields: Record<string, string> = {};
  for (const line of block.split("\n")) {
    const colon = line.indexOf(": ");
    if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 2);
  }
  if (!fields.event || !fields.data) return null;
  return { id: fields.id ?? "", event: fields.event, data: JSON.parse(fields.data) } as NumberedEvent;
}
