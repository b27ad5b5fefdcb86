// The API reference at /docs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { load } from "js-yaml";
import { isAccessible, pictures } from "./support/accessible";
import { person, PHONE, picture } from "./support/browser";
import { browser, server } from "./support/stage";

const contract = load(readFileSync(new URL("../../openapi.yaml", import.meta.url), "utf8")) as {
  components: { schemas: { ProblemCode: { enum: string[] } } };
};

test("the API documentation is light, works offline, and its examples run", async (t) => {
  const someone = await person(browser);
  t.after(() => someone.close());
  const { page, complaints } = someone;
  const places = new Set<string>();
  const bodies: Promise<Buffer>[] = [];
  page.on("request", (request) =>
    places.add(new URL(request.url()).protocol === "data:" ? server.url : new URL(request.url()).origin),
  );
  page.on("response", (response) => {
    if (response.url().includes("/docs")) bodies.push(response.body());
  });
  const answer = await page.goto(`${server.url}/docs`);
  assert.doesNotMatch(answer?.headers()["content-security-policy"] ?? "", /unsafe/);
  const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
  console.log(`${bodies.length} files, ${bytes} bytes compressed`);
  assert.ok(bodies.length === 3 && bytes < 40 * 1024, `${bytes}`);
  for (const [operation, status] of [
    ["create_game", "201"],
    ["get_game", "200"],
    ["position", "200"],
    ["analyse", "200"],
    ["rulesets", "200"],
  ] as const) {
    const block = page.locator(`#operation-${operation}`);
    await block.getByRole("button", { name: "Send" }).click();
    await block.locator("output strong").filter({ hasText: status }).waitFor();
  }
  await picture(page, "docs");
  assert.deepEqual([...places], [server.url]);
  assert.deepEqual(complaints, []);
});

test("on a phone the text of the documentation begins in sight", async (t) => {
  const { page, close } = await person(browser, PHONE);
  t.after(close);
  await page.goto(`${server.url}/docs`);
  const heading = await page.getByRole("heading", { level: 1 }).boundingBox();
  assert.ok((heading?.y ?? 1e6) < 400, `${heading?.y}`);
});

test("the type of every problem leads to its text", async (t) => {
  const { page, close } = await person(browser);
  t.after(close);
  const response = await fetch(`${server.url}/v1/positions`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ruleset: "xiangqi", moves: ["a0a5"] }),
  });
  const { type } = (await response.json()) as { type: string };
  await page.goto(server.url + type);
  const text = page.locator("section:target").filter({ hasText: "The rules do not allow the move" });
  await text.waitFor();
  const box = await text.boundingBox();
  assert.ok(box && box.y >= 0 && box.y < 700, `${box?.y}`);
  for (const code of contract.components.schemas.ProblemCode.enum)
    assert.equal(await page.locator(`[id="${code}"] p`).count(), 1, code);
  const repeated = await page.evaluate(() => {
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    return ids.filter((id, index) => ids.indexOf(id) !== index);
  });
  assert.deepEqual(repeated, []);
  const dangling = await page.evaluate(() =>
    [...document.querySelectorAll('a[href^="#"]')]
      .map((link) => link.getAttribute("href") as string)
      .filter((href) => !document.getElementById(href.slice(1))),
  );
  assert.deepEqual(dangling, []);
});

for (const [screen, size] of [
  ["desktop", {}],
  ["phone", PHONE],
] as const) {
  test(`axe finds no violations in the API documentation: ${screen}`, async (t) => {
    const { page, close } = await person(browser, { ...size, bypassCSP: true });
    t.after(close);
    await page.goto(`${server.url}/docs`);
    const block = page.locator("#operation-rulesets");
    await block.getByRole("button", { name: "Send" }).click();
    await block.locator("output pre").waitFor();
    await isAccessible(page, "the reference");
    await pictures(page, `docs-${screen}`);
    const fits = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    assert.ok(fits);
  });
}
