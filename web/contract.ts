// Generates src/api/contract.ts from openapi.yaml. With --check, fails if the file is out of date.

import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";

const target = new URL("src/api/contract.ts", import.meta.url);
const ast = await openapiTS(new URL("../openapi.yaml", import.meta.url), {
  defaultNonNullable: false,
  silent: true,
});
const generated = `// Generated from openapi.yaml by npm run contract.\n\n${astToString(ast)}`;

if (!process.argv.includes("--check")) {
  writeFileSync(target, generated);
} else if (readFileSync(target, "utf8") !== generated) {
  console.error("src/api/contract.ts is out of date: run npm run contract");
  process.exit(1);
}
