// Verifies the signatures of the events that webhooks.py received: webhooks.mts SECRET FILE
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";

const [secret, file] = process.argv.slice(2);
const received = JSON.parse(readFileSync(file!, "utf8")) as { headers: Record<string, string>; body: string }[];
for (const { headers, body } of received) {
  assert.ok(new Webhook(secret!).verify(body, headers));
  assert.throws(() => new Webhook(secret!).verify(body.replace("xiangqi", "renju"), headers));
}
console.log(`webhooks: ${received.length} signatures verified`);
