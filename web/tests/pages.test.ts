// The page itself: its resources, keyboard, languages, themes and small screens.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  chooseGame,
  isReady,
  openTab,
  PHONE,
  person,
  picture,
  play,
  status,
  tap,
  waitForMoves,
  withPage,
} from "./support/browser";
import { browser, server } from "./support/stage";

const MOST_BYTES = 90 * 1024;
const MOST_REQUESTS = 8;

test("all resources are small, from the same origin, and allowed by a strict policy", async (t) => {
  const someone = await person(browser);
  t.after(() => someone.close());
  const bodies: Promise<number>[] = [];
  const places = new Set<string>();
  let requests = 0;
  someone.page.on("response", (response) => {
    requests += 1;
    places.add(new URL(response.url()).origin);
    // As the server compresses them.
    const size = response.request().sizes();
    if (!response.url().includes("/v1/")) bodies.push(size.then(({ responseBodySize }) => responseBodySize));
  });
  const answer = await someone.page.goto(server.url);
  await isReady(someone.page);
  const policy = answer?.headers()["content-security-policy"] ?? "";
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /script-src 'self'/);
  assert.doesNotMatch(policy, /unsafe/);
  const sizes = await Promise.all(bodies);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`${sizes.length} files, ${total} bytes compressed`);
  assert.ok(sizes.length >= 4 && total <= MOST_BYTES, `${total} bytes`);
  assert.ok(requests <= MOST_REQUESTS, `${requests} requests`);
  assert.deepEqual([...places], [server.url]);
  const { timing } = await someone.page.evaluate(() => ({
    timing: performance
      .getEntriesByType("paint")
      .map((entry) => `${entry.name} ${Math.round(entry.startTime)} ms`),
  }));
  console.log(timing.join(", "));
  assert.deepEqual(someone.complaints, []);
});

test("on a phone the page does not scroll sideways, the board is as wide as the screen, and targets are large enough", async () => {
  await withPage(
    browser,
    server.url,
    async (page) => {
      const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
      assert.ok(await fits());
      const board = await page.locator(".board").boundingBox();
      assert.equal(board?.width, 375);
      await picture(page, "phone-home");
      await page.locator("[data-point=h2]").tap();
      await page.locator("[data-point=e2]").tap();
      await waitForMoves(page, 2);
      // The page must not scroll away from the board.
      assert.equal(await page.evaluate(() => window.scrollY), 0);
      await picture(page, "phone-game");
      for (const tab of ["New game", "Analysis", "Record", "Moves"]) {
        await openTab(page, tab);
        assert.ok(await fits(), tab);
        const small = await page.evaluate(() =>
          [...document.querySelectorAll("button, select, summary, input:not([type=radio], [type=checkbox])")]
            .map((element) => ({
              text: element.outerHTML.slice(0, 80),
              box: element.getBoundingClientRect(),
            }))
            .filter(({ box }) => box.width > 0 && (box.height < 40 || box.width < 40))
            .map(({ text }) => text),
        );
        assert.deepEqual(small, [], tab);
      }
    },
    PHONE,
  );
});

test("a finger on a small board plays where it lifts", async () => {
  await withPage(
    browser,
    server.url,
    async (page) => {
      await chooseGame(page, "Gomoku");
      await page.locator("[data-point=o1]").waitFor();
      await page.evaluate(() => window.scrollTo(0, 0));
      const center = async (point: string) => {
        const box = await page.locator(`[data-point=${point}]`).boundingBox();
        return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
      };
      const [from, to] = await Promise.all([center("h8"), center("j10")]);
      const client = await page.context().newCDPSession(page);
      const touch = (type: string, points: object[]) =>
        client.send("Input.dispatchTouchEvent", { type: type as "touchStart", touchPoints: points as [] });
      await touch("touchStart", [from]);
      await touch("touchMove", [{ x: from.x + 20, y: from.y - 20 }]);
      await touch("touchMove", [to]);
      await page.locator(".aim").waitFor();
      await picture(page, "phone-aim");
      await touch("touchEnd", []);
      await waitForMoves(page, 2);
      await page.locator(".moves li button.move").first().filter({ hasText: "j10" }).waitFor();
    },
    PHONE,
  );
});

test("the keyboard alone can play and undo", async () => {
  await withPage(browser, server.url, async (page) => {
    const { keyboard } = page;
    await keyboard.press("Tab");
    await page.locator(".skip:focus").waitFor();
    await keyboard.press("Enter");
    const at = (point: string) => page.locator(`[data-point=${point}]:focus`).waitFor();
    await at("e0");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp"])
      await keyboard.press(key);
    await at("h2");
    await keyboard.press("Enter");
    await page.locator("[data-point=h2][aria-selected=true]").waitFor();
    await keyboard.press("Escape");
    await page.locator("[data-point=h2][aria-selected=false]").waitFor();
    await keyboard.press("Enter");
    for (let step = 0; step < 3; step += 1) await keyboard.press("ArrowLeft");
    await page.locator('[data-point=e2][aria-label*="can go here"]:focus').waitFor();
    await picture(page, "keyboard");
    await keyboard.press("Space");
    await waitForMoves(page, 2);
    // The event stream may show the engine's move before the response to the move arrives.
    await page.locator("button.action:enabled").filter({ hasText: "Undo" }).waitFor();
    // Tab moves from the board to the buttons below it.
    await keyboard.press("Tab");
    await page.locator("button.action:focus").filter({ hasText: "Undo" }).waitFor();
    await keyboard.press("Enter");
    await page.getByText("No move has been made yet.").waitFor();
  });
});

test("the page follows the browser's language, and remembers a language that the user chooses", async () => {
  await withPage(
    browser,
    server.url,
    async (page) => {
      assert.equal(await page.locator("html").getAttribute("lang"), "zh-CN");
      await page.getByRole("button", { name: "中炮" }).click();
      await page.locator(".moves li button.move").first().filter({ hasText: "炮二平五" }).waitFor();
      await status(page).filter({ hasText: "轮到你了" }).waitFor();
      await tap(page, "a0");
      await tap(page, "a5");
      await page.locator(".notice").filter({ hasText: "这个棋子不能这样走" }).waitFor();
      await picture(page, "chinese");
      await page.getByRole("combobox", { name: "语言" }).selectOption("en");
      await status(page).filter({ hasText: "Your turn" }).waitFor();
      await page.reload();
      await status(page).filter({ hasText: "Your turn" }).waitFor();
    },
    { locale: "zh-CN" },
  );
});

test("the theme and the sound can be switched", async () => {
  await withPage(browser, server.url, async (page) => {
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await page.getByRole("button", { name: "Theme: system" }).click();
    await page.getByRole("button", { name: "Theme: light" }).click();
    await page.getByRole("button", { name: "Theme: dark" }).waitFor();
    assert.notEqual(await paper(), light);
    await page.getByRole("button", { name: "Sound is on" }).click();
    await page.getByRole("button", { name: "Sound is off" }).waitFor();
    await play(page, "h2e2");
    await waitForMoves(page, 2);
  });
});

test("reduced motion turns animations off", async () => {
  await withPage(
    browser,
    server.url,
    async (page) => {
      const duration = await page
        .locator(".piece")
        .first()
        .evaluate((piece) => getComputedStyle(piece).transitionProperty);
      assert.equal(duration, "none");
    },
    { reducedMotion: "reduce" },
  );
});
