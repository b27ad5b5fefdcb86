// The examples in a browser, beside a server of games: `LOCAL_DUIYI` is its program.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { startServer } from "../../typescript/tests/server";

interface PageServer {
  listen(): Promise<unknown>;
  close(): Promise<void>;
  resolvedUrls: { local: string[] } | null;
}

const fromWeb = createRequire(new URL("../../../web/package.json", import.meta.url));
const { chromium } = fromWeb("playwright-core") as typeof import("playwright-core");
const { createServer } = (await import(fromWeb.resolve("vite"))) as {
  createServer(settings: object): Promise<PageServer>;
};

const games = await startServer();
const pages = await createServer({
  root: new URL("..", import.meta.url).pathname,
  configFile: false,
  logLevel: "warn",
  optimizeDeps: { include: ["react", "react-dom/client", "vue"] },
  server: { port: 0, host: "127.0.0.1", hmr: false },
});
await pages.listen();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
after(async () => {
  games.stop();
  await browser.close();
  await pages.close();
});

async function open(name: string): Promise<Page> {
  const page = await browser.newPage();
  page.on("pageerror", (error) => assert.fail(error));
  await page.goto(`${pages.resolvedUrls?.local[0]}examples/${name}`);
  await point(page, "e0").waitFor();
  return page;
}
const point = (page: Page, name: string) => page.locator(`duiyi-board [data-point="${name}"]`);
const says = (page: Page, name: string, text: RegExp) =>
  page.locator(`duiyi-board [data-point="${name}"][aria-label*="${text.source}"]`).waitFor();

test("a page without a framework hears the moves", async () => {
  const page = await open("plain.html");
  await point(page, "e1").click();
  await says(page, "e1", /selected/);
  await point(page, "e5").click();
  await says(page, "e5", /Red chariot, last move/);
  assert.equal(await page.locator("output").textContent(), "e1e5");
});

test("the keyboard alone moves a piece, and Escape puts it down", async () => {
  const page = await open("plain.html");
  await point(page, "e0").focus();
  for (const key of ["ArrowUp", "Enter", "Escape", "Enter", "ArrowUp", "Enter"])
    await page.keyboard.press(key);
  await says(page, "e2", /Red chariot, last move/);
});

test("a game is followed, and the engine replies to a move", async () => {
  const page = await open(`game.html?server=${games.url}`);
  await says(page, "h2", /Red cannon/);
  await point(page, "h2").click();
  await says(page, "e2", /can go here/);
  await point(page, "h5").click({ trial: true });
  await point(page, "e2").click();
  await page.waitForFunction(() => {
    const board = document.querySelector("duiyi-board") as HTMLElement & { state: { ply: number } };
    return board.state.ply === 2;
  });
  await says(page, "e2", /Red cannon/);
});

test("a move that is not legal is not sent", async () => {
  const page = await open(`game.html?server=${games.url}`);
  await says(page, "a0", /Red chariot/);
  await point(page, "a0").click();
  await point(page, "a9").click();
  const ply = await page.evaluate(
    () => (document.querySelector("duiyi-board") as HTMLElement & { state: { ply: number } }).state.ply,
  );
  assert.equal(ply, 0);
});

test("a move can be chosen before the turn comes", async () => {
  const created = await fetch(`${games.url}/v1/games`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ruleset: "xiangqi", seats: true }),
  });
  const game = (await created.json()) as { id: string; tokens: { red: string; black: string } };
  const page = await open("plain.html");
  await page.evaluate(
    ([server, id, token]) => {
      const board = document.querySelector("duiyi-board");
      board?.setAttribute("token", token ?? "");
      board?.setAttribute("side", "black");
      board?.setAttribute("game", `${server}/v1/games/${id}`);
    },
    [games.url, game.id, game.tokens.black],
  );
  await says(page, "h9", /Black horse/);
  await point(page, "h9").click();
  await point(page, "g7").click();
  await says(page, "g7", /premove/);
  await fetch(`${games.url}/v1/games/${game.id}/moves`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${game.tokens.red}` },
    body: JSON.stringify({ move: "h2e2" }),
  });
  await says(page, "g7", /Black horse, last move/);
});

for (const name of ["react.html", "vue.html"]) {
  test(`${name}: stones are placed in turn`, async () => {
    const page = await browser.newPage();
    await page.goto(`${pages.resolvedUrls?.local[0]}examples/${name}`);
    await point(page, "h8").click();
    await says(page, "h8", /Black stone/);
    await point(page, "i9").click();
    await says(page, "i9", /White stone, last move/);
    assert.equal(await page.locator("output").textContent(), "i9");
  });
}

test("the board is accessible, and takes the look of its attributes", async () => {
  const page = await open("plain.html");
  await page.addScriptTag({ content: readFileSync(fromWeb.resolve("axe-core/axe.min.js"), "utf8") });
  const violations = await page.evaluate("axe.run('duiyi-board').then(({ violations }) => violations)");
  assert.deepEqual(violations, []);
  const wood = () =>
    page.evaluate(() => {
      const stop = document.querySelector("duiyi-board")?.shadowRoot?.querySelector(".wood-light");
      return stop ? getComputedStyle(stop).stopColor : "";
    });
  const jade = await wood();
  await page.evaluate(() => document.querySelector("duiyi-board")?.setAttribute("board", "slate"));
  assert.notEqual(await wood(), jade);
  await page.screenshot({ path: process.env.BOARD_PICTURE ?? "/dev/null", type: "png" }).catch(() => {});
});

test("the module is smaller than 30 KB", () => {
  const bytes = gzipSync(readFileSync(new URL("../dist/duiyi-board.js", import.meta.url)), { level: 9 });
  assert.ok(bytes.length < 30_000, `${bytes.length} bytes`);
});
