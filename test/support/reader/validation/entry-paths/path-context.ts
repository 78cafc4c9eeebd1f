import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Schemas, Subject } from "./contracts.js";
import type { GeneratedProject } from "./generated-project.js";

/** What entry paths are made from. */
export interface PathContext {
  readonly project: GeneratedProject;
  readonly schemas: Schemas;
  readonly subjects: readonly Subject[];
  /** The id of a subject. Throws for a schema that isn't one. */
  subjectId(schema: string): string;
}

/** Whether a value is a text, a number or a boolean that can be sent as a text and is read as what it was. */
export function isPlain(value: unknown): value is string | number | boolean {
  if (typeof value === "string") return /^[a-z][\w-]*$/i.test(value) && !/^(?:true|false|null)$/.test(value);
  return typeof value === "number" || typeof value === "boolean";
}

/** The JSON of a value, if a header can hold it. */
export function headerJson(value: unknown): string | undefined {
  const text = JSON.stringify(value);
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return undefined;
}

/** Whether a generated module says that it doesn't check something: a text that only a schema without a single type describes isn't read. */
export async function isListedAs(
  { folder }: GeneratedProject,
  module: string,
): Promise<(what: string) => boolean> {
  const text = await readFile(join(folder, "generated", module), "utf8");
  const comment = text.slice(0, text.indexOf("export const operations")).replaceAll(/\s+\*?\s*/g, " ");
  return (what) => comment.includes(what);
}

/**
 * The text of a value in a header, if it is read as that value by a schema or as another that is just as wrong: `undefined`
 * for a number that a schema of texts or lists describes, since it is then a text or a list with one item.
 */
export function headerText(schemas: Schemas, schema: string, value: unknown): string | undefined {
  const type = typeIn(schemas, schema);
  const isRead =
    type === "integer" ||
    type === "number" ||
    type === "boolean" ||
    (type === "string" && typeof value === type);
  if (isRead && isPlain(value)) return String(value);
  return undefined;
}

/** The type that a schema, or one that it is a reference to, has. */
function typeIn(schemas: Schemas, name: string): unknown {
  const { $ref, type } = Object(schemas[name]) as { readonly $ref?: string; readonly type?: unknown };
  if (type !== undefined || $ref === undefined) return type;
  const target = $ref
    .slice($ref.lastIndexOf("/") + 1)
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
  if (target === name) return undefined;
  return typeIn(schemas, target);
}
