import assert from "node:assert/strict";
import { test } from "node:test";
import { langOf, preferredLang } from "./languages";

test("the regions that write traditional characters get them", () => {
  for (const tag of ["zh-TW", "zh-HK", "zh-MO", "zh-Hant", "zh-Hant-HK", "zh-hant"])
    assert.equal(langOf(tag), "zh-Hant", tag);
  for (const tag of ["zh", "zh-CN", "zh-SG", "zh-Hans"]) assert.equal(langOf(tag), "zh", tag);
});

test("the page is in the first of the reader's languages that it has, else in English", () => {
  assert.equal(preferredLang(["fr-FR", "vi", "en"]), "vi");
  assert.equal(preferredLang(["ja-JP"]), "ja");
  assert.equal(preferredLang(["fr"]), "en");
  assert.equal(preferredLang([]), "en");
});
