// Draws the icons of the installed page from src/icon.svg: npm run icons. Needs Chromium (CHROMIUM), headless or not.
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const svg = readFileSync(new URL("src/icon.svg", import.meta.url), "utf8");

/** A maskable icon is cut to any shape inside its edges, so it has a background and a margin of a tenth on each side. */
const ICONS = [
  { name: "icon-192", size: 192, margin: 0, background: "transparent" },
  { name: "icon-512", size: 512, margin: 0, background: "transparent" },
  { name: "icon-maskable", size: 512, margin: 64, background: "#f6f2ea" },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
  args: ["--headless", "--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage();
for (const { name, size, margin, background } of ICONS) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>body { margin: 0; background: ${background} } svg { display: block; box-sizing: border-box; width: ${size}px; height: ${size}px; padding: ${margin}px }</style>${svg}`,
  );
  const path = new URL(`public/assets/${name}.png`, import.meta.url).pathname;
  await page.screenshot({ path, omitBackground: true });
}
await browser.close();
