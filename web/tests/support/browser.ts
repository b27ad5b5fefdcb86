import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

export const ARTIFACTS = new URL("../../artifacts/", import.meta.url).pathname;

export const PHONE: BrowserContextOptions = {
  viewport: { width: 375, height: 667 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** A user with a separate browser context; `complaints` collects console errors and warnings. */
export interface Person {
  page: Page;
  complaints: string[];
  close(): Promise<void>;
}

export async function person(browser: Browser, options: BrowserContextOptions = {}): Promise<Person> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    // Requests that a service worker handles pass the routes of a test.
    serviceWorkers: "block",
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  page.on("console", (message) => {
    // Chromium logs every error response. A 422 is expected: the page asks the server why a move is illegal.
    const isRefusal = /status of 422/.test(message.text());
    const isBlockedWorker = /Service Worker registration blocked by Playwright/.test(message.text());
    if (["error", "warning"].includes(message.type()) && !isRefusal && !isBlockedWorker)
      complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return { page, complaints, close: () => context.close() };
}

/** Runs `play` on a new page at `url`; fails if the console reports an error or a warning. */
export async function withPage(
  browser: Browser,
  url: string,
  play: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const someone = await person(browser, options);
  try {
    await someone.page.goto(url);
    await isReady(someone.page);
    await play(someone.page);
    assert.deepEqual(someone.complaints, []);
  } catch (error) {
    // A test that waits in vain says nothing about the reason; the page may.
    console.log(someone.complaints, await someone.page.innerText("body").catch(String));
    throw error;
  } finally {
    await someone.close();
  }
}

/** Waits until the board has loaded its position. */
export const isReady = (page: Page) =>
  status(page)
    .filter({ hasNotText: /Loading|载入|載入|読み込み|Đang tải/ })
    .waitFor();

export const tap = (page: Page, point: string) => page.click(`[data-point="${point}"]`);

/** Plays a move by clicking its one or two points. */
export async function play(page: Page, move: string): Promise<void> {
  for (const point of move.match(/[a-s]\d{1,2}/g) ?? []) await tap(page, point);
}

export const status = (page: Page) => page.locator(".status .line");
export const openTab = (page: Page, name: string | RegExp) => page.getByRole("tab", { name }).click();
export const choose = (page: Page, name: string) => page.getByRole("radio", { name, exact: true }).check();

/**
 * Chooses an engine whose moves leave the moves of a test legal. A weak level may exchange a cannon for the horse that the
 * test is about to move.
 */
export async function chooseSoundEngine(page: Page, timeMs = "200"): Promise<void> {
  await page.getByLabel("Level").selectOption("20");
  await page.getByLabel("Time per move").selectOption(timeMs);
}

/** Selects a game and waits for its board. */
export async function chooseGame(page: Page, name: "Xiangqi" | "Gomoku" | "Renju" | "Caro"): Promise<void> {
  await choose(page, name);
  await page.locator(`[data-point=${name === "Xiangqi" ? "a0" : "o15"}]`).waitFor();
}

/** Changes settings in their dialog. */
export async function set(page: Page, change: () => Promise<void>): Promise<void> {
  await page.getByRole("button", { name: "Settings" }).click();
  await change();
  await page.getByRole("button", { name: "Done" }).click();
}

/** Shows the evaluation against the engine, where it is hidden at first. */
export const showEvaluation = (page: Page) => set(page, () => page.getByLabel("Show the evaluation").check());

export const movesShown = (page: Page) => page.locator(".moves li button.move");

/** Waits until the list has exactly this many moves. */
export async function waitForMoves(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelectorAll(".moves li button.move").length === wanted,
    count,
  );
}

/** Waits for the review of a game. Its searches yield to all other work on the machine, so beside other checks it may take minutes. */
export const reviewed = (page: Page) => page.locator(".accuracy").waitFor({ timeout: 180_000 });

/** Counts the page's requests to a path from now on; returns how many there were. */
export function countRequests(page: Page, path: string): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}

export interface HeldResponse {
  /** The server has answered and the page has not received it yet. */
  isHeld: Promise<void>;
  /** Lets the page receive the response, and waits until it has handled it. */
  release(): Promise<void>;
}

/** Holds the server's next response to a URL back. Later requests to it pass. */
export async function hold(page: Page, url: string): Promise<HeldResponse> {
  let release = () => {};
  let markHeld = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const isHeld = new Promise<void>((resolve) => (markHeld = resolve));
  await page.route(
    url,
    async (route) => {
      const response = await route.fetch();
      markHeld();
      await released;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  return {
    isHeld,
    release: async () => {
      await isHeld;
      const received = page.waitForResponse(url);
      release();
      await (await received).finished();
      // The page reads the body and renders in tasks that follow.
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))),
      );
    },
  };
}

export const gameId = (page: Page): string => page.url().split("/").pop() ?? "";

/** Waits until nothing moves or fades that comes to an end. */
export const isStill = (page: Page) =>
  page.evaluate(async () => {
    // Styles that have just changed begin their transitions with the next frame.
    await new Promise(requestAnimationFrame);
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(ARTIFACTS, { recursive: true });
  await isStill(page);
  await page.screenshot({ path: `${ARTIFACTS}${name}.jpg`, quality: 85 });
}
