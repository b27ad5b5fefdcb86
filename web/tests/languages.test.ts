// The page in each of its languages.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import {
  isReady,
  movesShown,
  PHONE,
  picture,
  play,
  status,
  tap,
  waitForMoves,
  withPage,
} from "./support/browser";
import { visitor } from "./support/people";
import { browser, server } from "./support/stage";

const LANGUAGES = [
  {
    locale: "zh-HK",
    lang: "zh-TW",
    yourTurn: "輪到你了",
    cannon: "紅炮",
    horse: "馬二進三",
    refused: "這個棋子不能這樣走。",
    analysis: "分析棋盤",
  },
  {
    locale: "ja-JP",
    lang: "ja",
    yourTurn: "あなたの番です",
    cannon: "紅の砲",
    horse: "馬二進三",
    refused: "この駒はそのように動けません。",
    analysis: "検討盤",
  },
  {
    locale: "vi-VN",
    lang: "vi",
    yourTurn: "Đến lượt bạn",
    cannon: "Pháo đỏ",
    horse: "H2+3",
    refused: "Quân này không đi như vậy.",
    analysis: "Bàn phân tích",
  },
];

for (const { locale, lang, yourTurn, cannon, horse, refused, analysis } of LANGUAGES) {
  test(`a browser in ${locale} shows the page in its language, on a phone without overflow`, async () => {
    const look = async (page: Page) => {
      assert.equal(await page.locator("html").getAttribute("lang"), lang);
      assert.match(
        (await page.locator("[data-point=h2]").getAttribute("aria-label")) ?? "",
        new RegExp(cannon),
      );
      await play(page, "h0g2");
      await waitForMoves(page, 2);
      assert.equal(await movesShown(page).first().textContent(), horse);
      await status(page).filter({ hasText: yourTurn }).waitFor();
      await tap(page, "a0");
      await tap(page, "a5");
      await page.locator(".notice", { hasText: refused }).waitFor();
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok((await overflow()) <= 0);
      await picture(page, `language-${lang}`);
      await page.goto(`${server.url}/#/analysis`);
      await page.getByRole("heading", { name: analysis }).first().waitFor();
      assert.ok((await overflow()) <= 0);
      await picture(page, `language-${lang}-analysis`);
    };
    await withPage(browser, server.url, look, { ...PHONE, locale });
  });
}

test("English loads no other language, and each of them comes with one more request", async (t) => {
  const { page, complaints } = await visitor(t, browser);
  const loaded: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/assets.*\.js$/.test(pathname)) loaded.push(pathname);
  });
  await page.goto(server.url);
  await isReady(page);
  assert.equal(loaded.length, 1, String(loaded));
  const list = page.getByRole("combobox", { name: "Language" });
  assert.deepEqual(await list.locator("option").allTextContents(), [
    "English",
    "简体中文",
    "繁體中文",
    "日本語",
    "Tiếng Việt",
  ]);
  await list.selectOption("ja");
  await page.getByRole("tab", { name: "検討" }).waitFor();
  assert.equal(loaded.length, 2, String(loaded));
  await page.reload();
  await page.getByRole("tab", { name: "検討" }).waitFor();
  assert.deepEqual(complaints, []);
});

test("a language that cannot be loaded leaves the page as it is, and says so", async (t) => {
  const { page } = await visitor(t, browser);
  await page.goto(server.url);
  await isReady(page);
  await page.context().setOffline(true);
  await page.getByRole("combobox", { name: "Language" }).selectOption("vi");
  await page.locator(".notice", { hasText: "The server cannot be reached" }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
});
