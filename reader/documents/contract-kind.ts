import { diagnose } from "./contracts.js";
import type { Diagnostic } from "./diagnostic.js";
import type { Document } from "./document.js";
import type { InputFile } from "./input.js";
import { isSchemaObject } from "./schema-walk.js";

/**
 * Other YAML and JSON files next to contracts are ignored, and so are those with `x-sandbox: true` at their top, such as an overlay that
 * only a sandbox applies; it counts when it is named itself.
 */
export function mayBeContract({ role, name, text, isNamed = false }: InputFile): boolean {
  if (role === "accepted") return false;
  if (role === "contract" && !isNamed && /^x-sandbox:\s*true\s*$/m.test(text)) return false;
  if (role !== "contract" || /\.(openapi|asyncapi|schema|overlay)\.(ya?ml|json)$/.test(name)) return true;
  return /(?:^[\t ]*|[{,]\s*)["']?(openapi|asyncapi|swagger|overlay|\$schema)["']?\s*:/m.test(text);
}

/** The kind of a file among the contracts; `unknown` if its name and content disagree. */
export type ContractKind = "openapi" | "asyncapi" | "schema" | "overlay" | "other" | "unknown";

/** The kind of a document, by its content, its name and the role that it was given. */
export function contractKind(
  { value, path }: Pick<Document, "value" | "path">,
  role: InputFile["role"],
): ContractKind {
  const record = value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
  // Many files that aren't overlays have a map of that name.
  if ("overlay" in record && (role === "overlay" || typeof record.overlay === "string" || isNamed(path)))
    return "overlay";
  if (role === "overlay") return "unknown";
  if ("openapi" in record || "swagger" in record) return "openapi";
  if ("asyncapi" in record) return "asyncapi";
  if (isSchemaName(path)) {
    if (record === value || typeof value === "boolean") return "schema";
    return "unknown";
  }
  if (isJsonSchemaDialect((record as { $schema?: unknown }).$schema)) return "schema";
  if (/\.(openapi|asyncapi|overlay)\.(ya?ml|json)$/.test(path)) return "unknown";
  return "other";
}

/** Whether a file of that name is a JSON Schema. */
export function isSchemaName(path: string): boolean {
  return /\.schema\.(ya?ml|json)$/.test(path);
}

function isNamed(path: string): boolean {
  return /\.overlay\.(ya?ml|json)$/.test(path);
}

/** Configuration files use `$schema` too, for editors; such a file isn't a contract. */
function isJsonSchemaDialect(uri: unknown): boolean {
  return typeof uri === "string" && /^https?:\/\/json-schema\.org\//.test(uri);
}

/** The finding about a file of the kind `unknown`. */
export function unknownContract(document: Document): Diagnostic[] {
  if (isSchemaName(document.path)) {
    const message = "the file is named as a schema, but the document isn't an object or a boolean";
    const hint = "Start it with `$schema: https://json-schema.org/draft/2020-12/schema`, or rename the file.";
    return [diagnose(document, [], { code: "not-a-contract", message, hint })];
  }
  const named = /\.(openapi|asyncapi|overlay)\.(?:ya?ml|json)$/.exec(document.path)?.[1];
  const wanted = named ?? "overlay";
  const asked = named === undefined ? "expected an overlay" : `the file is named as \`${wanted}\``;
  const message = `${asked}, but the document has no \`${wanted}\` version`;
  return [
    diagnose(document, [], {
      code: "not-a-contract",
      message,
      hint: `Start it with \`${wanted}: ${wanted === "overlay" ? "1.0.0" : "3.1.0"}\`, or ${named === undefined ? "name another file" : "rename the file"}.`,
    }),
  ];
}

/** Whether a value is an OpenAPI document of a minor version such as `3.0`, with or without a patch number. */
export function isOpenApi(value: unknown, minor: "3.0" | "3.2"): boolean {
  return isSchemaObject(value) && isOfVersion(value.openapi, minor);
}

/** Whether a value is an AsyncAPI document of a major version. */
export function isAsyncApi(value: unknown, major: "2" | "3"): boolean {
  return isSchemaObject(value) && isOfVersion(value.asyncapi, major);
}

/** Whether a version is another one, or has further numbers after it. */
function isOfVersion(version: unknown, wanted: string): boolean {
  const text = String(version).trim();
  return text === wanted || text.startsWith(`${wanted}.`);
}
