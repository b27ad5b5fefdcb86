// The page of the API reference, from the parsed contract.
import { escape, phrase, type Places, prose } from "./markup";
import { PROBLEMS } from "./problems";

interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  default?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  description?: string;
  required?: boolean;
  schema: Schema;
  example?: unknown;
}

type Content = Record<string, { schema?: Schema; example?: unknown }>;

interface Response {
  $ref?: string;
  description: string;
  content?: Content;
}

interface Operation {
  tags: string[];
  operationId: string;
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Content; required?: boolean };
  responses: Record<string, Response>;
}

export interface Contract {
  info: { title: string; version: string; summary?: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation> & { parameters?: Parameter[] }>;
  components: {
    parameters: Record<string, Parameter>;
    responses: Record<string, Response>;
    schemas: Record<string, Schema>;
  };
}

const METHODS = ["get", "post", "delete"];
const nameOf = (ref: string): string => ref.split("/").pop() ?? ref;
const schemaPlace = (name: string): string => `schema-${name}`;

function typeText(schema: Schema): string {
  if (schema.$ref) {
    const name = nameOf(schema.$ref);
    return `<a href="#${schemaPlace(name)}">${name}</a>`;
  }
  if (schema.const !== undefined) return `<code>${escape(JSON.stringify(schema.const))}</code>`;
  if (schema.enum) return schema.enum.map((value) => `<code>${escape(String(value))}</code>`).join(", ");
  const parts = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (parts) return parts.map(typeText).join(schema.allOf ? " and " : " or ");
  if (schema.items) return `list of ${typeText(schema.items)}`;
  const types = [schema.type ?? "any"].flat().join(" or ");
  const range = [
    schema.minimum === undefined ? "" : `from ${schema.minimum}`,
    schema.maximum === undefined ? "" : `to ${schema.maximum}`,
  ];
  return [schema.format ? `${types} (${schema.format})` : types, ...range].filter(Boolean).join(" ");
}

export function renderPage(contract: Contract): string {
  const { info, tags, paths, components } = contract;
  const codes = (components.schemas.ProblemCode?.enum ?? []) as (keyof typeof PROBLEMS)[];
  const places: Places = new Map([
    ...Object.keys(components.schemas).map((name): [string, string] => [name, schemaPlace(name)]),
    ...codes.map((code): [string, string] => [code, code]),
  ]);
  const parameterOf = (parameter: Parameter): Parameter =>
    parameter.$ref ? (components.parameters[nameOf(parameter.$ref)] as Parameter) : parameter;
  const responseOf = (response: Response): Response =>
    response.$ref ? (components.responses[nameOf(response.$ref)] as Response) : response;

  const operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation
        ? [
            {
              path,
              method,
              operation,
              parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(parameterOf),
            },
          ]
        : [];
    }),
  );
  type Listed = (typeof operations)[number];

  const place = ({ operation }: Listed): string => `operation-${operation.operationId}`;

  function parameterTable(parameters: Parameter[]): string {
    if (parameters.length === 0) return "";
    const rows = parameters.map(
      (parameter) =>
        `<tr><th scope="row"><code>${parameter.name}</code></th><td>${parameter.in}${parameter.required ? ", required" : ""}</td><td>${typeText(parameter.schema)}</td><td>${phrase(parameter.description, places)}</td></tr>`,
    );
    return `<table><caption>Parameters</caption><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>\n${rows.join("\n")}\n</tbody></table>`;
  }

  function responseTable({ responses }: Operation): string {
    const rows = Object.entries(responses).map(([status, listed]) => {
      const response = responseOf(listed);
      const schemas = Object.values(response.content ?? {}).flatMap(({ schema }) =>
        schema?.$ref ? [typeText(schema)] : [],
      );
      return `<tr><th scope="row">${status}</th><td>${phrase(response.description, places)}</td><td>${[...new Set(schemas)].join(", ")}</td></tr>`;
    });
    return `<table><caption>Responses</caption><thead><tr><th scope="col">Status</th><th scope="col">Meaning</th><th scope="col">Body</th></tr></thead><tbody>\n${rows.join("\n")}\n</tbody></table>`;
  }

  /** The form that sends the request. A stream does not end, so it has none. */
  function form({ path, method, operation, parameters }: Listed): string {
    const isStream =
      Object.keys(responseOf(operation.responses["200"] ?? { description: "" }).content ?? {})[0] ===
      "text/event-stream";
    if (isStream) return "";
    const id = operation.operationId;
    const fields = parameters
      .filter((parameter) => parameter.in !== "header")
      .map(({ name, in: where, schema }) => {
        const isId = name === "id" && where === "path";
        return `<label>${name}<input name="${name}" data-in="${where}"${where === "path" ? " required" : ""}${isId ? ' data-fill="id"' : ""} placeholder="${escape(String(schema.default ?? ""))}"></label>`;
      });
    const json = operation.requestBody?.content["application/json"];
    const example = json ? JSON.stringify(json.example ?? {}, null, 2) : null;
    const body =
      example === null
        ? ""
        : `<label>Body<textarea name="body" rows="${example.split("\n").length}" spellcheck="false">${escape(example)}</textarea></label>`;
    return `<form data-method="${method.toUpperCase()}" data-path="${path}" aria-label="Try ${id}">${fields.join("")}${body}<button type="submit">Send</button><output></output></form>`;
  }

  function section(listed: Listed): string {
    const { path, method, operation, parameters } = listed;
    const body = operation.requestBody?.content["application/json"]?.schema;
    return `<section id="${place(listed)}" class="operation">
<h3><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></h3>
<p class="summary">${escape(operation.summary)}</p>
${prose(operation.description, places)}
${parameterTable(parameters)}
${body ? `<p>Body: ${typeText(body)}</p>` : ""}
${responseTable(operation)}
${form(listed)}
</section>`;
  }

  const statusesOf = (code: string): string => {
    const found = Object.entries(components.responses).filter(([, { description }]) =>
      description.includes(`\`${code}\``),
    );
    const statuses = operations.flatMap(({ operation }) =>
      Object.entries(operation.responses).flatMap(([status, response]) =>
        response.$ref && found.some(([name]) => name === nameOf(response.$ref as string)) ? [status] : [],
      ),
    );
    return [...new Set(statuses)].sort().join(", ");
  };

  const problem = (code: keyof typeof PROBLEMS): string => {
    const statuses = statusesOf(code);
    return `<section id="${code}" class="problem"><h3><code>${code}</code>${statuses ? ` <span class="status">${statuses}</span>` : ""}</h3>${prose(PROBLEMS[code], places)}</section>`;
  };

  function schema([name, { properties = {}, required = [], ...rest }]: [string, Schema]): string {
    const rows = Object.entries(properties).map(
      ([field, value]) =>
        `<tr><th scope="row"><code>${field}</code></th><td>${typeText(value)}${required.includes(field) ? "" : ", optional"}</td><td>${phrase(value.description, places)}</td></tr>`,
    );
    const table =
      rows.length > 0
        ? `<table><caption>Fields of ${name}</caption><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>\n${rows.join("\n")}\n</tbody></table>`
        : `<p>${typeText(rest)}</p>`;
    return `<section id="${schemaPlace(name)}" class="schema"><h3>${name}</h3>${prose(rest.description, places)}\n${table}</section>`;
  }

  const groups = tags.map(({ name, description }) => ({
    name,
    description,
    listed: operations.filter(({ operation }) => operation.tags[0] === name),
  }));
  const links = groups.map(
    ({ name, listed }) =>
      `<h2>${name}</h2><ul>${listed.map((entry) => `<li><a href="#${place(entry)}">${escape(entry.operation.summary)}</a></li>`).join("")}</ul>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escape(info.title)}: the API</title>
<link rel="stylesheet" href="/docs/reference.css">
<script src="/docs/reference.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<nav aria-label="Contents">
<p><a href="/">Duiyi</a> · <a href="/openapi.yaml">openapi.yaml</a></p>
${links.join("\n")}
<h2>More</h2><ul><li><a href="#problems">Problems</a></li><li><a href="#schemas">Schemas</a></li></ul>
</nav>
<main id="content" tabindex="-1">
<h1>${escape(info.title)}: the API <small>${info.version}</small></h1>
${prose(info.description, places)}
<form class="credentials" aria-label="Credentials"><label>Token of a seat<input name="token" autocomplete="off"></label><label>API key<input name="key" autocomplete="off"></label></form>
${groups.map(({ name, description, listed }) => `<h2 id="${name}">${name}</h2>\n<p>${phrase(description, places)}</p>\n${listed.map(section).join("\n")}`).join("\n")}
<h2 id="problems">Problems</h2>
<p>Every error has the type <code>application/problem+json</code>. Its <code>type</code> leads to a paragraph here, and its <code>code</code> is stable.</p>
${codes.map(problem).join("\n")}
<h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas).map(schema).join("\n")}
</main>
</body>
</html>
`;
}
