// The analysis board as a user sees it.
import type { Page } from "playwright-core";
import { status } from "./browser";

/** The moves of the whole tree in the order of the list, with their signs, without numbers and evaluations. */
export const treeMoves = (page: Page): Promise<string[]> =>
  page
    .locator(".tree button.move:not(.start-position) > span:not(.number)")
    .evaluateAll((elements) => elements.map((element) => element.textContent ?? ""));

/** The move that is shown. */
export const currentMove = (page: Page) => page.locator('.tree [aria-current="step"]');

/** Waits until the move that is shown is this one, and its position has arrived. */
export async function isAt(page: Page, move: string): Promise<void> {
  await currentMove(page).filter({ hasText: move }).waitFor();
  await status(page).filter({ hasText: move, hasNotText: "Loading" }).waitFor();
}

/** Waits until the tree has exactly these moves, in the order of the list. */
export async function hasTree(page: Page, moves: string[]): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll(".tree button.move:not(.start-position) > span:not(.number)")]
        .map((element) => element.textContent)
        .join(" ") === wanted,
    moves.join(" "),
  );
}

export const moveButton = (page: Page, move: string) =>
  page.locator(".tree button.move").filter({ hasText: move });

/** Opens the section to share, save and load, and returns it. */
export async function openFiles(page: Page) {
  const files = page.locator("details.file");
  if ((await files.getAttribute("open")) === null) await files.locator("summary").first().click();
  return files;
}

/** The PGN of the whole tree, as the page offers it. */
export async function pgnOf(page: Page): Promise<string> {
  const files = await openFiles(page);
  return files.getByLabel("PGN with all variations").inputValue();
}

export async function importPgn(page: Page, text: string): Promise<void> {
  const files = await openFiles(page);
  await files.getByLabel("PGN with variations, a list").fill(text);
  await files.getByRole("button", { name: "Load" }).click();
}
