// What happens when a server is busy, gone or stalls, and what is not from it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { Duiyi, OPERATIONS, UnreachableError } from "../src/index.js";
import { verifyWebhook, WebhookError } from "../src/webhooks.js";
import { readLines } from "../src/lines.js";

type Sent = { url: string; headers: Headers };

function client(answers: (Response | Error)[]): { api: Duiyi; sent: Sent[] } {
  const sent: Sent[] = [];
  const answer = async (url: unknown, request?: RequestInit) => {
    sent.push({ url: String(url), headers: new Headers(request?.headers) });
    const next = answers.shift() ?? new Error("no more answers");
    if (next instanceof Error) throw next;
    return next;
  };
  return { api: new Duiyi({ url: "http://server", fetch: answer as typeof fetch }), sent };
}

const problem = (code: string, status: number) =>
  new Response(JSON.stringify({ code, status, detail: "no" }), {
    status,
    headers: { "content-type": "application/problem+json" },
  });
const change = { path: { id: "id" }, body: {} };

test("a change is tried again with the same key", async () => {
  const { api, sent } = client([new Error("gone"), problem("overloaded", 503), new Response("{}")]);
  await api.send("undo", change);
  assert.equal(sent.length, 3);
  assert.equal(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size, 1);
});

test("what a retry cannot help is not tried again", async () => {
  const { api, sent } = client([problem("game_over", 409)]);
  await assert.rejects(api.send("undo", change), { code: "game_over" });
  assert.equal(sent.length, 1);
});

test("a server that stays away is an error", async () => {
  const { api, sent } = client([]);
  await assert.rejects(api.send("undo", change), UnreachableError);
  assert.equal(sent.length, 5);
});

test("a stream that breaks goes on behind its last line", async () => {
  const game = { id: "id", version: 1, status: "playing", players: {}, moves: [] };
  const { api, sent } = client([
    Response.json(game),
    new Response(`${JSON.stringify({ id: 3, event: "game", data: game })}\n\n`),
    new TypeError("broken"),
    new Response('{"id": 4, "event": "end", "data": {"reason": "game_over"}}\n'),
  ]);
  const ids: unknown[] = [];
  for await (const event of (await api.games.get("id")).events()) ids.push(event.id);
  assert.deepEqual(ids, [3, 4]);
  const resumed = sent.slice(1).map(({ headers }) => headers.get("last-event-id"));
  assert.deepEqual(resumed, [null, "3", "3"]);
});

test("a caller hears when the connection is lost and back, and nothing after it has stopped", async () => {
  const game = { id: "id", version: 1, status: "playing", players: {}, moves: [] };
  const line = (id: number) => `${JSON.stringify({ id, event: "game", data: game })}\n`;
  const { api } = client([Response.json(game), new Response(line(1)), new Response(line(2) + line(3))]);
  const caller = new AbortController();
  const heard: unknown[] = [];
  const events = (await api.games.get("id")).events(caller.signal, (state) => heard.push(state));
  await assert.rejects(async () => {
    for await (const { id } of events) {
      heard.push(id);
      if (id === 2) caller.abort();
    }
  }, /abort/);
  assert.deepEqual(heard, ["live", 1, "reconnecting", "live", 2]);
});

test("a browser that has lost its network breaks off, and comes back with the network", async (t) => {
  // Neither silence nor a delay ends by itself.
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const network = new EventTarget();
  const platform = {
    addEventListener: network.addEventListener.bind(network),
    removeEventListener: network.removeEventListener.bind(network),
  };
  Object.assign(globalThis, platform);
  t.after(() => Object.keys(platform).forEach((name) => Reflect.deleteProperty(globalThis, name)));
  const silent = (signal: AbortSignal) =>
    new Response(
      new ReadableStream({
        start: (stream) => signal.addEventListener("abort", () => stream.error(signal.reason)),
      }),
    );
  const game = { id: "id", version: 1, status: "playing", players: {}, moves: [] };
  const end = () => new Response('{"id": 4, "event": "end", "data": {"reason": "game_over"}}\n');
  const answers = [() => Response.json(game), silent, end];
  const fetch = async (_: unknown, request: RequestInit) => answers.shift()!(request.signal!);
  const api = new Duiyi({ url: "http://server", fetch: fetch as typeof globalThis.fetch });
  const states: string[] = [];
  const hear = (state: string) => {
    states.push(state);
    const next = state === "live" ? "offline" : "online";
    if (states.length < 3) setImmediate(() => network.dispatchEvent(new Event(next)));
  };
  for await (const { id } of (await api.games.get("id")).events(undefined, hear)) assert.equal(id, 4);
  assert.deepEqual(states, ["live", "reconnecting", "live"]);
});

test("a stream goes on after an error of the server itself", async () => {
  const end = new Response('{"id": 4, "event": "end", "data": {"reason": "game_over"}}\n');
  const game = { id: "id", version: 1, status: "playing", players: {}, moves: [] };
  const { api, sent } = client([Response.json(game), problem("internal", 500), end]);
  for await (const { id } of (await api.games.get("id")).events()) assert.equal(id, 4);
  assert.equal(sent.length, 3);
});

test("lines are read no matter how the bytes are split", async () => {
  const bytes = new TextEncoder().encode('{"chinese":"炮二平五"}\n\n{"id":2}\n');
  for (const step of [1, 2, 3, 7, bytes.length]) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += step) controller.enqueue(bytes.slice(at, at + step));
        controller.close();
      },
    });
    const seen: unknown[] = [];
    for await (const line of readLines(new Response(body))) seen.push(line);
    assert.deepEqual(seen, [{ chinese: "炮二平五" }, null, { id: 2 }]);
  }
});

test("only a recent webhook with the right signature is an event", async () => {
  const body = JSON.stringify({ id: "1-1", event: "game_created" });
  const secret = `whsec_${btoa("secret")}`;
  const signed = (text: string, key: string, age: number) => {
    const sent = String(Math.floor(Date.now() / 1000) - age);
    const mac = createHmac("sha256", key).update(`msg.${sent}.${text}`).digest("base64");
    return { "webhook-id": "msg", "webhook-timestamp": sent, "webhook-signature": `v1,wrong v1,${mac}` };
  };
  assert.equal((await verifyWebhook(body, signed(body, "secret", 0), secret)).event, "game_created");
  for (const headers of [
    signed(body, "other", 0),
    signed("other", "secret", 0),
    signed(body, "secret", 999),
    {},
  ]) {
    await assert.rejects(verifyWebhook(body, headers, secret), WebhookError);
  }
});

test("no operation of the contract is missing", () => {
  const contract = readFileSync(new URL("../../../openapi.yaml", import.meta.url), "utf8");
  const names = [...contract.matchAll(/^ {6}operationId: (\w+)$/gm)].map(([, name]) => name);
  assert.deepEqual(new Set(Object.keys(OPERATIONS)), new Set(names), "run clients/generate");
});
