// Generates the API reference at /docs from openapi.yaml. With --check, fails if the page is out of date.
import { readFileSync, writeFileSync } from "node:fs";
import { load } from "js-yaml";
import { type Contract, renderPage } from "./reference/page";

const source = new URL("../openapi.yaml", import.meta.url);
const target = new URL("../src/http/docs/index.html", import.meta.url);
const page = renderPage(load(readFileSync(source, "utf8")) as Contract);

if (!process.argv.includes("--check")) {
  writeFileSync(target, page);
} else if (readFileSync(target, "utf8") !== page) {
  console.error("src/http/docs/index.html is out of date: run npm run reference");
  process.exit(1);
}
