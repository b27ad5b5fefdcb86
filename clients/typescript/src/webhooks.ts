// Verifies webhooks, which are signed as https://www.standardwebhooks.com has it.
import type { FeedEvent } from "./types.js";

const TOLERANCE_S = 300;

/** A webhook is not from the server, or too old. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/**
 * The event in the body of a webhook, which must be the text as it came. Rejects with `WebhookError` unless it is signed with the secret
 * and recent. The same event may come twice: its `id` says so.
 */
export async function verifyWebhook(
  body: string,
  headers: Headers | Record<string, string | string[] | undefined>,
  secret: string,
): Promise<FeedEvent> {
  const read = (name: string) => (headers instanceof Headers ? headers.get(name) : headers[name]);
  const [id, sent, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(read);
  if (!id || !sent || !signatures) throw new WebhookError("the headers of a webhook are missing");
  if (!(Math.abs(Date.now() / 1000 - Number(sent)) <= TOLERANCE_S)) {
    throw new WebhookError("the webhook was not sent just now");
  }
  const signed = new TextEncoder().encode(`${String(id)}.${String(sent)}.${body}`);
  const raw = bytesOf(secret.replace(/^whsec_/, ""));
  const key = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  for (const signature of String(signatures).split(" ")) {
    const [version, mac = ""] = signature.split(",");
    if (version !== "v1" || !/^[A-Za-z0-9+/]{43}=$/.test(mac)) continue;
    if (await crypto.subtle.verify("HMAC", key, bytesOf(mac), signed)) return JSON.parse(body) as FeedEvent;
  }
  throw new WebhookError("the signature of the webhook is wrong");
}
