// The installed page, links to share, and boards in other pages.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { isAccessible } from "./support/accessible";
import { gameId, isReady, openTab, person, picture, play, waitForMoves, withPage } from "./support/browser";
import { startPair, visitor } from "./support/people";
import { freePort } from "./support/server";
import { browser, server } from "./support/stage";

async function createGame(body: object): Promise<{ id: string; tokens?: Record<string, string> }> {
  const created = await fetch(`${server.url}/v1/games`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await created.json()) as { id: string };
}

test("a shared link opens the game, and its secret stays in the fragment", async (t) => {
  const { page } = await visitor(t, browser);
  await page.goto(server.url);
  await isReady(page);
  await play(page, "h2e2");
  await waitForMoves(page, 2);
  await openTab(page, "Record");
  const link = await page.getByRole("textbox", { name: "Link to watch" }).inputValue();
  assert.equal(link, `${server.url}/g/${gameId(page)}`);
  const someone = await visitor(t, browser);
  await someone.page.goto(link);
  await someone.page.locator('[data-point="e2"][aria-label*="cannon"]').waitFor();
  assert.equal(someone.page.url(), `${server.url}/#/g/${gameId(page)}`);
  assert.deepEqual(someone.complaints, []);
});

test("without a share sheet the button copies the link, with one it opens the sheet", async (t) => {
  const { page } = await visitor(t, browser, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.addInitScript(`
    if (sessionStorage.getItem("sheet"))
      Object.defineProperty(navigator, "share", {
        value: async ({ url }) => {
          window.shared = url;
        },
      });
  `);
  const { id } = await createGame({ ruleset: "gomoku" });
  await page.goto(`${server.url}/g/${id}`);
  await openTab(page, "Record");
  const share = page.getByRole("button", { name: "Share …" });
  await share.click();
  await page.locator(".notice", { hasText: "Copied." }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${server.url}/g/${id}`);
  await page.evaluate(() => sessionStorage.setItem("sheet", "yes"));
  await page.reload();
  await openTab(page, "Record");
  await share.click();
  await page.waitForFunction(
    (wanted) => (window as unknown as { shared?: string }).shared === wanted,
    `${server.url}/g/${id}`,
  );
});

test("a board in another page follows the game and takes no moves", async (t) => {
  const { id } = await createGame({ ruleset: "xiangqi" });
  const host = createServer((request, response) => {
    const embedded = `<iframe src="${server.url}/embed/${id}${new URL(request.url ?? "/", "http://x").search}" title="Duiyi" width="420" height="520"></iframe>`;
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><html lang="en"><title>Club</title><h1>Our game</h1>${embedded}</html>`);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => host.listen(port, "127.0.0.1", resolve));
  t.after(() => host.close());
  const someone = await visitor(t, browser, { bypassCSP: true });
  const { page } = someone;
  await page.goto(`http://127.0.0.1:${port}/?pieces=letters&theme=dark&lang=zh`);
  const frame = page.frameLocator("iframe");
  await frame.getByText("轮到红方").or(frame.getByText("红方走")).first().waitFor();
  assert.ok((await frame.locator(".glyph").allTextContents()).includes("K"));
  await frame.locator("[data-point=h2]").click();
  await frame.locator("[data-point=e2]").click();
  await fetch(`${server.url}/v1/games/${id}/moves`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ move: "b2e2" }),
  });
  await frame.locator('[data-point="e2"][aria-label*="炮"]').waitFor();
  // The cannon that was clicked stands where it stood.
  assert.match((await frame.locator("[data-point=h2]").getAttribute("aria-label")) ?? "", /炮/);
  await picture(page, "embedded");
  for (const theme of ["light", "dark"]) {
    await page.goto(`${server.url}/embed/${id}?theme=${theme}`);
    await page.locator(".embed .status").waitFor();
    await isAccessible(page, `embedded, ${theme}`);
  }
});

test("the page opens without a network, and is never older than the server's", async (t) => {
  const someone = await person(browser, { serviceWorkers: "allow" });
  t.after(() => someone.close());
  const { page } = someone;
  await page.goto(server.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const kept = await page.evaluate(async () =>
    (await (await caches.open("duiyi-shell")).keys()).map((request) => new URL(request.url).pathname),
  );
  assert.ok(kept.includes("/") && kept.some((path) => path.endsWith(".js")), String(kept));
  assert.ok(!kept.some((path) => path.startsWith("/v1")), String(kept));
  // An older page in the cache is not shown while there is a network.
  await page.evaluate(async () => {
    const old = new Response("<title>Old</title>", { headers: { "content-type": "text/html" } });
    await (await caches.open("duiyi-shell")).put("/", old);
  });
  await page.reload();
  await isReady(page);
  assert.match(await page.title(), /Duiyi/);
  await page.context().setOffline(true);
  await page.reload();
  await page.locator("header .seal").waitFor();
  // The position has been seen before.
  await isReady(page);
});

const keptAssets = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    (await (await caches.open("duiyi-shell")).keys()).map((request) => new URL(request.url).pathname),
  );

test("the parts that were loaded later stay for when there is no network, until the next build", async (t) => {
  const someone = await person(browser, { serviceWorkers: "allow" });
  t.after(() => someone.close());
  const { page } = someone;
  await page.goto(server.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByRole("button", { name: "Analysis board" }).click();
  await page.getByRole("switch", { name: "Engine" }).waitFor();
  const isPart = (path: string) => path.includes("/analysis-");
  assert.ok((await keptAssets(page)).some(isPart));
  await page.goto(`${server.url}/?again`);
  await isReady(page);
  await page.waitForTimeout(300);
  assert.ok((await keptAssets(page)).some(isPart), "the same build");
  await page.evaluate(async () => {
    const old = new Response('<script src="/assets/old.js">', { headers: { "content-type": "text/html" } });
    await (await caches.open("duiyi-shell")).put("/", old);
  });
  await page.goto(`${server.url}/?next`);
  await isReady(page);
  await page.waitForTimeout(300);
  assert.ok(!(await keptAssets(page)).some(isPart), "another build");
});

test("a click on a notification leads to its game, on the page that showed it", async (t) => {
  const someone = await person(browser, { serviceWorkers: "allow" });
  t.after(() => someone.close());
  const { page } = someone;
  await page.goto(server.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(`
    self.registration.showNotification = async (title, { data }) => (self.shown = data);
    self.clients.openWindow = async (url) => (self.done = "opened " + url);
    WindowClient.prototype.focus = async function () {
      self.done = "focused " + this.id;
    };
  `);
  const inWorker = async (condition: string): Promise<void> => {
    for (let tries = 0; tries < 100; tries += 1) {
      if (await worker?.evaluate(condition)) return;
      await page.waitForTimeout(50);
    }
    assert.fail(condition);
  };
  const click = () =>
    worker?.evaluate(`
      self.done = null;
      const notification = { close() {}, data: self.shown };
      const event = Object.assign(new Event("notificationclick"), { notification, waitUntil() {} });
      void self.dispatchEvent(event);
    `);
  const { id } = await createGame({ ruleset: "xiangqi" });
  const other = await page.context().newPage();
  await other.goto(server.url);
  await isReady(other);
  await other.evaluate(
    (hash) => navigator.serviceWorker.controller?.postMessage({ title: "Duiyi", hash }),
    `#/g/${id}`,
  );
  await inWorker("self.shown");
  await click();
  await inWorker('self.done === "focused " + self.shown.page');
  await other.waitForURL(`${server.url}/#/g/${id}`);
  assert.equal(page.url(), `${server.url}/`);
  await other.close();
  await click();
  await inWorker(`self.done === "opened /#/g/${id}"`);
});

test("the browser can install the page", async () => {
  await withPage(browser, server.url, async (page) => {
    const href = await page.locator("link[rel=manifest]").getAttribute("href");
    const manifest = await (await fetch(`${server.url}${href}`)).json();
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await fetch(`${server.url}${src}`);
      assert.equal(icon.headers.get("content-type"), type);
      const bytes = Buffer.from(await icon.arrayBuffer());
      assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes);
    }
    const client = await page.context().newCDPSession(page);
    const { errors } = await client.send("Page.getAppManifest");
    assert.deepEqual(errors, []);
  });
});

test("on request the browser notifies of the own turn in the background", async (t) => {
  const someone = await visitor(t, browser, { permissions: ["notifications"] });
  const { page } = someone;
  await page.addInitScript(`
    window.shown = [];
    window.Notification = class {
      static permission = "default";
      static requestPermission = async () => (window.Notification.permission = "granted");
      constructor(title, { body }) {
        window.shown.push(body);
      }
    };
    Object.defineProperty(document, "hidden", { get: () => true });
  `);
  await page.goto(server.url);
  await isReady(page);
  await page.getByRole("button", { name: "Settings" }).click();
  const wish = page.getByLabel("Notify me when another player has moved");
  assert.equal(await wish.isChecked(), false);
  await wish.check();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("radio", { name: "A friend by link" }).check();
  await page.getByRole("button", { name: "Create a link" }).click();
  const link = await page.getByLabel("Link for your friend").inputValue();
  assert.match(link, /\/g\/[\w-]+#\/join\//);
  const friend = await visitor(t, browser);
  await friend.page.goto(link);
  await page.waitForFunction(() => (window as unknown as { shown: string[] }).shown.includes("Your turn"));
});

test("the title of the page says when it is the user's turn", async (t) => {
  const { first, second } = await startPair(t, browser, server.url);
  const says = (page: Page, title: string) =>
    page.waitForFunction((wanted) => document.title === wanted, title);
  await says(first.page, "Your turn · Duiyi 对弈");
  await says(second.page, "Duiyi 对弈");
  await play(first.page, "h2e2");
  await says(second.page, "Your turn · Duiyi 对弈");
  await says(first.page, "Duiyi 对弈");
});

test("a board in a frame begins where its address says, steps through the moves and turns around", async (t) => {
  const { id } = await createGame({ ruleset: "xiangqi", moves: ["h2e2", "h9g7", "h0g2"] });
  const { page } = await visitor(t, browser);
  await page.goto(`${server.url}/embed/${id}?ply=1&flip=1`);
  await page.locator('[data-point=e2][aria-label*="cannon"]').waitFor();
  await page.locator('[data-point=h9][aria-label*="horse"]').waitFor();
  const y = async (point: string) => (await page.locator(`[data-point=${point}]`).boundingBox())?.y ?? 0;
  assert.ok((await y("a0")) < (await y("a9")), "Black is at the bottom");
  await page.getByRole("button", { name: "One move forward" }).click();
  await page.locator('[data-point=g7][aria-label*="horse"]').waitFor();
  await page.getByRole("button", { name: "To the start" }).click();
  await page.locator('[data-point=h2][aria-label*="cannon"]').waitFor();
  await page.getByRole("button", { name: "To the latest move" }).click();
  await page.locator('[data-point=g2][aria-label*="horse"]').waitFor();
  await page.getByRole("button", { name: "Flip" }).click();
  assert.ok((await y("a0")) > (await y("a9")));
  await isAccessible(page, "embedded with moves");
});

test("a frame and a link say that their game is gone", async (t) => {
  const { page } = await visitor(t, browser);
  const gone = "00000000-0000-4000-8000-000000000000";
  const embedded = await page.goto(`${server.url}/embed/${gone}`);
  assert.equal(embedded?.status(), 404);
  await page.getByRole("status").filter({ hasText: "cannot be shown" }).waitFor();
  const shared = await page.goto(`${server.url}/g/${gone}`);
  assert.equal(shared?.status(), 404);
  await page.locator(".start").getByRole("button", { name: "New game" }).waitFor();
});
