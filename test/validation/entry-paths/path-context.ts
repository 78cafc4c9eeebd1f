import type { Schemas, Subject } from "./contracts.js";
import type { GeneratedProject } from "./generated-project.js";

/** What entry paths are made from. */
export interface PathContext {
  readonly project: GeneratedProject;
  readonly schemas: Schemas;
  readonly subjects: readonly Subject[];
  /** The id of a subject. Throws for a schema that isn't one. */
  idOf(schema: string): string;
}

/** Whether a value is a text, a number or a boolean that can be sent as a text and is read as what it was. */
export function isPlain(value: unknown): value is string | number | boolean {
  if (typeof value === "string") return /^[a-z][\w-]*$/i.test(value) && !/^(?:true|false|null)$/.test(value);
  return typeof value === "number" || typeof value === "boolean";
}

/** The JSON of a value, if a header can hold it. */
export function headerJson(value: unknown): string | undefined {
  const text = JSON.stringify(value);
  return /^[\x20-\x7e]*$/.test(text) ? text : undefined;
}
