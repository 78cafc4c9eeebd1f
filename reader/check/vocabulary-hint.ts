import { nearestNames } from "@oipkit/runtime/nearest-names";
import type { ErrorObject } from "ajv";
import { isSchemaObject, type SchemaObject } from "../documents/schema-walk.js";

/** What to do about an error of Ajv (with `verbose`): what the schema says of the place. `page` explains the rest. */
export function vocabularyHint({ keyword, params, parentSchema }: ErrorObject, page: string): string {
  const schema: SchemaObject = isSchemaObject(parentSchema) ? parentSchema : {};
  const { additionalProperty, missingProperty, allowedValues } = params as {
    readonly additionalProperty?: string;
    readonly missingProperty?: string;
    readonly allowedValues?: readonly unknown[];
  };
  const properties = isSchemaObject(schema.properties) ? schema.properties : {};
  if (additionalProperty !== undefined && Object.keys(properties).length > 0)
    return oneOf(additionalProperty, Object.keys(properties));
  if (keyword === "enum" && allowedValues !== undefined)
    return `Allowed: ${listed(allowedValues.map(String))}.`;
  const meaning = descriptionOf(missingProperty === undefined ? schema : properties[missingProperty]);
  if (missingProperty !== undefined)
    return `Add \`${missingProperty}\`${meaning === undefined ? "." : `: ${lowerFirst(meaning)}`}`;
  return meaning === undefined ? page : `Expected here: ${lowerFirst(meaning)}`;
}

function oneOf(name: string, known: readonly string[]): string {
  const [near] = nearestNames(name, known);
  return near === undefined ? `Known here: ${listed(known)}.` : `Did you mean \`${near}\`?`;
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}

/** The first sentence of the schema's description. */
function descriptionOf(schema: unknown): string | undefined {
  const { description } = (schema ?? {}) as { description?: unknown };
  if (typeof description !== "string") return undefined;
  return /^[\s\S]*?\.(?=\s|$)/.exec(description)?.[0].replace(/\s+/g, " ");
}

/** An abbreviation such as `HTTP` keeps its capitals. */
function lowerFirst(text: string): string {
  return /^[A-Z][a-z]* /.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
