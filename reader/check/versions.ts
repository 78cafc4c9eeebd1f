import { type Contracts, diagnose } from "../documents/contracts.js";
import { ContractError, type Diagnostic } from "../documents/diagnostic.js";
import { publicDialect } from "../documents/dialects/dialect.js";
import type { Document } from "../documents/document.js";

const supported = {
  openapi: "OpenAPI 3.0, 3.1 and 3.2",
  asyncapi: "AsyncAPI 3.0 and 3.1",
  schema: "JSON Schema 2020-12, 2019-09, draft-07 and draft-06",
} as const;

/** Reports versions of the specifications that oipkit doesn't support, with the command that converts the document. */
export function checkVersions(contracts: Contracts): Diagnostic[] {
  const openapi = contracts.openapi.flatMap((document) => {
    const { openapi: version, swagger } = document.value as { openapi?: unknown; swagger?: unknown };
    if (typeof version === "string" && /^3\.[012]\.\d+/.test(version)) return unknownDialect(document);
    if (version !== undefined || !/^(?:2|1)(?:\.\d+)*$/.test(String(swagger)))
      return [
        unsupported(document, "openapi", { shown: version ?? swagger, hint: supportedHint("openapi") }),
      ];
    return [unsupported(document, "swagger", { shown: swagger, hint: swaggerHint(document, swagger) })];
  });
  const asyncapi = contracts.asyncapi.flatMap((document) => {
    const { asyncapi: version } = document.value as { asyncapi?: unknown };
    if (typeof version === "string" && /^3\.[01]\.\d+/.test(version)) return [];
    const isOld = /^[12]\.\d+/.test(String(version));
    const hint = isOld ? oldAsyncApiHint(document) : supportedHint("asyncapi");
    return [unsupported(document, "asyncapi", { shown: version, hint })];
  });
  const schemas = contracts.schemas.flatMap((document) => {
    const { $schema } = document.value as { $schema?: unknown };
    if ($schema === undefined || (typeof $schema === "string" && /\/draft\/2020-12\/schema#?$/.test($schema)))
      return [];
    return [unsupported(document, "$schema", { shown: $schema, hint: supportedHint("schema") })];
  });
  return [...openapi, ...asyncapi, ...schemas];
}

/** Schemas of OpenAPI documents are those of its own dialect, which is JSON Schema 2020-12 with words of its own. */
function unknownDialect(document: Document): Diagnostic[] {
  const { jsonSchemaDialect: dialect } = document.value as { jsonSchemaDialect?: unknown };
  if (dialect === undefined || publicDialect(dialect)?.name === "2020-12") return [];
  if (typeof dialect === "string" && /^https:\/\/spec\.openapis\.org\/oas\/3\.[12]\/dialect\//.test(dialect))
    return [];
  const hint =
    "Schemas of OpenAPI documents are read as JSON Schema 2020-12. Write them in it, and remove `jsonSchemaDialect`.";
  return [unsupported(document, "jsonSchemaDialect", { shown: dialect, hint })];
}

/** Throws `ContractError` if a document has a version that isn't read: comparing it or checking its style would find nothing. */
export function assertVersions(contracts: Contracts): void {
  const found = checkVersions(contracts);
  if (found.length > 0) throw new ContractError(found);
}

function supportedHint(kind: keyof typeof supported): string {
  return `Supported: ${supported[kind]}.`;
}

function swaggerHint({ file }: Document, version: unknown): string {
  const target = file.replace(/(?:\.openapi|\.swagger)?\.(ya?ml|json)$/, ".openapi.$1");
  const out = target === file ? file.replace(/\.(ya?ml|json)$/, "-3.$1") : target;
  const form = /\.ya?ml$/.test(file) ? " --yaml" : "";
  const command = `npx swagger2openapi ${quoted(file)} --outfile ${quoted(out)}${form} --patch`;
  if (String(version).startsWith("2")) return `Convert it, and use the result instead: ${command}`;
  return `Supported: ${supported.openapi}. Convert it to Swagger 2.0 first, then with \`npx swagger2openapi\`.`;
}

function oldAsyncApiHint({ file }: Document): string {
  const out = file.replace(/(?:\.asyncapi)?\.(ya?ml|json)$/, "-3.asyncapi.$1");
  return `Convert it, and use the result instead: npx -p @asyncapi/cli asyncapi convert ${quoted(file)} --target-version=3.0.0 --output=${quoted(out)}`;
}

/** A path as an argument of a shell. */
function quoted(path: string): string {
  if (/^[\w./@+-]+$/.test(path) && !path.startsWith("-")) return path;
  return `'${path.replaceAll("'", "'\\''")}'`;
}

function unsupported(
  document: Document,
  key: string,
  { shown, hint }: { shown: unknown; hint: string },
): Diagnostic {
  const text = typeof shown === "string" ? shown : String(JSON.stringify(shown));
  const isEmpty = shown === undefined || shown === null || shown === "";
  const message = isEmpty ? `\`${key}\` is empty` : `unsupported version \`${key}: ${text}\``;
  // In YAML, `3.0` is the number 3.
  const isCut = (key === "openapi" || key === "asyncapi") && /^\d+(?:\.\d+)?$/.test(text);
  const shape = isCut ? " Write all three numbers, such as `3.1.0`." : "";
  return diagnose(document, [key], { code: "version-unsupported", message, hint: `${hint}${shape}` });
}
