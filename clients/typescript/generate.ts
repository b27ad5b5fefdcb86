// Writes src/contract.ts and src/operations.ts from openapi.yaml. With --check, fails if they are out of date.

import { readFileSync, writeFileSync } from "node:fs";
import { load } from "js-yaml";
import openapiTS, { astToString } from "openapi-typescript";

const MADE = "// Generated from openapi.yaml by clients/generate.\n\n";
const source = new URL("../../openapi.yaml", import.meta.url);

async function contract(): Promise<string> {
  const ast = await openapiTS(source, { defaultNonNullable: false, silent: true });
  return MADE + astToString(ast);
}

function operations(): string {
  const { paths } = load(readFileSync(source, "utf8")) as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  const lines = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId }]) =>
      operationId ? [`  ${operationId}: ["${method.toUpperCase()}", "${path}"],`] : [],
    ),
  );
  return `${MADE}import type { operations } from "./contract.js";

/** The method and the path of every operation. */
export const OPERATIONS = {
${lines.join("\n")}
} as const satisfies Record<keyof operations, readonly [string, string]>;
`;
}

let isOutOfDate = false;
for (const [name, text] of [
  ["src/contract.ts", await contract()],
  ["src/operations.ts", operations()],
] as const) {
  const target = new URL(name, import.meta.url);
  if (!process.argv.includes("--check")) writeFileSync(target, text);
  else if (readFileSync(target, "utf8") !== text) {
    console.error(`clients/typescript/${name} is out of date: run clients/generate`);
    isOutOfDate = true;
  }
}
process.exitCode = isOutOfDate ? 1 : 0;
