// Accessibility checks with axe. The page's content security policy blocks the injected script, so the context bypasses it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { isStill, picture } from "./browser";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const COLOR_RULES = ["color-contrast", "link-in-text-block"];

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

type Theme = "light" | "dark";

/** Runs `look` in both themes of a page that follows the system, and leaves it in the light one. */
async function inBothThemes(page: Page, look: (theme: Theme) => Promise<void>): Promise<void> {
  await look("light");
  await page.emulateMedia({ colorScheme: "dark" });
  await look("dark");
  await page.emulateMedia({ colorScheme: "light" });
}

/** Fails if axe finds a violation in light or in dark; `view` names what the page shows. */
export const isAccessible = (page: Page, view: string): Promise<void> =>
  inBothThemes(page, async (theme) => {
    // Half-faded text has too little contrast.
    await isStill(page);
    // The themes differ in colors alone.
    const options = theme === "light" ? {} : { runOnly: { type: "rule", values: COLOR_RULES } };
    if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
    const violations = (await page.evaluate(
      `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
    )) as Violation[];
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
    assert.deepEqual(found, [], `${view}, ${theme}`);
  });

/** Takes a picture in light and in dark. */
export const pictures = (page: Page, name: string): Promise<void> =>
  inBothThemes(page, (theme) => picture(page, `${name}-${theme}`));
