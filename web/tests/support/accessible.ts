// Accessibility checks with axe. The page's content security policy blocks the injected script, so the context bypasses it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** Fails if axe finds a violation; `view` names what the page shows. */
export async function isAccessible(page: Page, view: string): Promise<void> {
  // Waits for animations to end, because half-faded text has too little contrast.
  await page.waitForTimeout(500);
  const violations = (await page.evaluate(
    `${AXE}; axe.run(document).then(({ violations }) => violations)`,
  )) as Violation[];
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
  assert.deepEqual(found, [], view);
}
