// Two people in separate browser contexts who play each other by an invitation.
import type { TestContext } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { choose, isReady, openTab, type Person, person } from "./browser";

/** Opens a browser context and closes it when the test ends. */
export async function visitor(
  t: TestContext,
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Person> {
  const someone = await person(browser, options);
  t.after(() => someone.close());
  return someone;
}

/** Seconds of a custom clock, but `minutes` in minutes. */
export type CustomClock = Partial<Record<"Minutes" | "Increment" | "Byo-yomi" | "Limit per move", number>>;

export async function chooseClock(page: Page, clock: CustomClock): Promise<void> {
  await page.getByRole("combobox", { name: "Clock" }).selectOption("custom");
  for (const name of ["Minutes", "Increment", "Byo-yomi", "Limit per move"] as const)
    await page.getByRole("spinbutton", { name }).fill(String(clock[name] ?? 0));
}

/** Creates a game by the settings that `prepare` chooses; returns the invitation's link. */
export async function invite(
  page: Page,
  url: string,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<string> {
  await page.goto(url);
  await isReady(page);
  await choose(page, "A friend by link");
  await prepare(page);
  await page.getByRole("button", { name: "Create a link" }).click();
  return page.getByLabel("Link for your friend").inputValue();
}

export const ready = (page: Page) => page.getByRole("button", { name: "Ready", exact: true });

/** Opens an invitation of the host and begins the game: where it has a clock, both say that they are ready. */
export async function accept(host: Page, guest: Page, link: string): Promise<void> {
  await guest.goto(link);
  const you = strip(guest, "You");
  await ready(guest).or(you).first().waitFor();
  if (await ready(guest).isVisible()) await ready(guest).click();
  await you.waitFor();
  await host.locator(".invitation").waitFor({ state: "detached" });
  if (!(await ready(host).isVisible())) return;
  await ready(host).click();
  for (const page of [host, guest]) await strip(page, "first move within").waitFor();
}

export interface Pair {
  /** The creator, who plays the first side. */
  first: Person;
  second: Person;
}

/** Two people at the start of a game, with the list of moves open. */
export async function startPair(
  t: TestContext,
  browser: Browser,
  url: string,
  prepare?: (page: Page) => Promise<void>,
  options?: BrowserContextOptions,
): Promise<Pair> {
  const [first, second] = await Promise.all([visitor(t, browser, options), visitor(t, browser, options)]);
  const link = await invite(first.page, url, prepare);
  await accept(first.page, second.page, link);
  await openTab(first.page, "Moves");
  return { first, second };
}

/** The strip of one player, found by the name of the side. */
export const strip = (page: Page, side: string) => page.locator(".strip", { hasText: side });

/** Offers a draw and answers the question before it. */
export async function offerDraw(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Draw" }).click();
  await page.getByRole("button", { name: "Yes, offer" }).click();
}

/** Accepts a draw and answers the question before it. */
export async function agreeToDraw(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Accept the draw" }).click();
  await page.getByRole("button", { name: "Yes, agree" }).click();
}
