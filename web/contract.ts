// Makes src/api/contract.ts from openapi.yaml. With --check, fails when that is not what it holds already.

import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

/** Which options and sides belong to which ruleset: the page treats all rulesets alike, and the server checks. */
const perRuleset = ["#/components/schemas/OfRuleset"];

const target = new URL("src/api/contract.ts", import.meta.url);
const ast = await openapiTS(new URL("../openapi.yaml", import.meta.url), {
  defaultNonNullable: false,
  silent: true,
  transform: (_, { path }) =>
    path && perRuleset.includes(path)
      ? ts.factory.createKeywordTypeNode(ts.SyntaxKind.UnknownKeyword)
      : undefined,
});
const made = `// Made from openapi.yaml by npm run contract.\n\n${astToString(ast)}`;

if (!process.argv.includes("--check")) {
  writeFileSync(target, made);
} else if (readFileSync(target, "utf8") !== made) {
  console.error("src/api/contract.ts is not what openapi.yaml makes");
  process.exit(1);
}
