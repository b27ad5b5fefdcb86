import assert from "node:assert/strict";
import { test } from "node:test";
import { readEvents, parse } from "./sse";

test("an event is parsed and a heartbeat is null", () => {
  assert.deepEqual(parse('id: 7\nevent: end\ndata: {"reason":"done"}'), {
    id: "7",
    event: "end",
    data: { reason: "done" },
  });
  assert.equal(parse(":"), null);
});

test("events are parsed no matter how the bytes are split", async () => {
  const text =
    'id: 1\nevent: thinking\ndata: {"chinese":"炮二平五"}\n\n:\n\nid: 2\nevent: end\ndata: {"reason":"done"}\n\n';
  const bytes = new TextEncoder().encode(text);
  for (const step of [1, 2, 3, 7, bytes.length]) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += step) controller.enqueue(bytes.slice(at, at + step));
        controller.close();
      },
    });
    const seen: (string | undefined)[] = [];
    for await (const event of readEvents(new Response(body))) seen.push(event?.id);
    assert.deepEqual(seen, ["1", undefined, "2"]);
  }
});
