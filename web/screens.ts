// Takes pictures of each view in all languages, both themes and six sizes, to be looked at: `DUIYI=PROGRAM npm run screens FOLDER`
// Names of views and languages after the folder limit them, and pictures that are there are not taken again. Says where a view is
// wider than its window, or has a text that is cut off.
import { existsSync, mkdirSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { LANGUAGES, LANGS } from "./src/i18n/languages";
import { launch } from "./tests/support/browser";
import { startServer } from "./tests/support/server";

const SIZES = [
  ["phone-small", 320, 568],
  ["phone", 390, 844],
  ["phone-landscape", 844, 390],
  ["tablet", 768, 1024],
  ["laptop", 1280, 800],
  ["desktop", 1920, 1080],
] as const;

const THEMES = ["light", "dark"] as const;

interface View {
  path: (games: Games) => string;
  /** What is there when the view is complete. */
  until: string;
  prepare?: (page: Page) => Promise<void>;
}

interface Games {
  running: string;
  over: string;
  stones: string;
}

const press = (selector: string) => (page: Page) => page.locator(selector).first().click();

const VIEWS: Record<string, View> = {
  front: { path: () => "/", until: ".tiles" },
  settings: { path: () => "/", until: ".tiles", prepare: press("header .tools .quiet") },
  game: { path: ({ running }) => `/#/g/${running}`, until: ".moves li" },
  resign: {
    path: ({ running }) => `/#/g/${running}`,
    until: ".moves li",
    prepare: press(".action:last-child:enabled"),
  },
  over: { path: ({ over }) => `/#/g/${over}`, until: ".status .result" },
  review: {
    path: ({ over }) => `/#/g/${over}`,
    until: ".status .result",
    prepare: async (page) => {
      await page.locator("#tab-analysis").click();
      // The browser keeps the review of the first size.
      if ((await page.locator(".accuracy").count()) === 0) await page.locator(".review > button").click();
      await page.locator(".accuracy").waitFor({ timeout: 60_000 });
    },
  },
  record: { path: ({ running }) => `/#/g/${running}`, until: ".moves li", prepare: press("#tab-record") },
  stones: { path: ({ stones }) => `/#/g/${stones}`, until: ".moves li" },
  games: { path: () => "/#/games", until: ".page" },
  watch: { path: () => "/#/watch", until: ".page form" },
  learn: { path: () => "/#/learn", until: ".courses" },
  lesson: { path: () => "/#/learn/xiangqi/3", until: ".task" },
  puzzle: { path: () => "/#/puzzles", until: ".board:not(.loading)" },
  analysis: { path: () => "/#/analysis?ruleset=xiangqi&moves=h2e2.h9g7.h0g2&ply=2", until: ".tree" },
  editor: { path: () => "/#/edit", until: ".palette" },
  embed: { path: ({ running }) => `/embed/${running}`, until: ".embed .board" },
};

async function createGame(url: string, body: object): Promise<string> {
  const created = await fetch(`${url}/v1/games`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return ((await created.json()) as { id: string }).id;
}

/** What is wider than the window, or cut off inside of its own box. */
const flawsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        "body *:not(.hidden, .hidden *, .cells *, svg *, select, input, textarea, .skip)",
      ),
    ]
      .filter((element) => {
        const { overflowX, display } = getComputedStyle(element);
        const isClipping = display !== "inline" && overflowX !== "visible" && overflowX !== "auto";
        const { left, right, width } = element.getBoundingClientRect();
        const isOutside = width > 0 && (left < -1 || right > innerWidth + 1);
        return isOutside || (isClipping && element.scrollWidth > element.clientWidth + 1);
      })
      .map((element) => `${element.tagName}.${element.className} "${element.textContent?.slice(0, 40)}"`),
  );

async function takePictures(
  browser: Browser,
  url: string,
  folder: string,
  wanted: readonly string[],
): Promise<void> {
  const games: Games = {
    running: await createGame(url, { ruleset: "xiangqi", moves: ["h2e2", "h9g7", "h0g2", "i9h9"] }),
    over: await createGame(url, { record: "1. a0a1 h9g7 2. a1d1 a9a8 3. d1d9 e9d9 0-1", ruleset: "xiangqi" }),
    stones: await createGame(url, { ruleset: "renju", moves: ["h8", "h9", "j8", "i8", "i10"] }),
  };
  const among = <T extends string>(names: readonly T[]): readonly T[] =>
    names.some((name) => wanted.includes(name)) ? names.filter((name) => wanted.includes(name)) : names;
  const views = among(Object.keys(VIEWS));
  for (const lang of among(LANGS)) {
    for (const theme of THEMES) {
      const context = await browser.newContext({
        locale: LANGUAGES[lang].tag,
        colorScheme: theme,
        serviceWorkers: "block",
      });
      const page = await context.newPage();
      for (const [name, view] of Object.entries(VIEWS)) {
        if (!views.includes(name)) continue;
        for (const [size, width, height] of SIZES) {
          const place = `${name}-${lang}-${theme}-${size}`;
          const path = `${folder}/${place}.png`;
          if (existsSync(path)) continue;
          await page.setViewportSize({ width, height });
          await page.goto("about:blank");
          await page.goto(url + view.path(games));
          await page.locator(view.until).first().waitFor();
          await view.prepare?.(page);
          for (const flaw of await flawsOf(page)) console.log(`${place}: ${flaw}`);
          await page.screenshot({ path, animations: "disabled" });
        }
      }
      await context.close();
    }
  }
}

const [folder = "artifacts/screens", ...wanted] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const server = await startServer();
const browser = await launch();
try {
  await takePictures(browser, server.url, folder, wanted);
} finally {
  await browser.close();
  await server.stop();
}
