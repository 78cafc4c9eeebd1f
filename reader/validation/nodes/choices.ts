import { isSchemaObject, type SchemaObject } from "../../documents/schema-walk.js";
import type { Choice, Choices } from "./node.js";

/** What messages say of the alternatives of a schema; `undefined` if that is nothing. */
export function choicesOf(schema: SchemaObject): Choices | undefined {
  const anyOf = choiceOf(schema, "anyOf");
  const oneOf = choiceOf(schema, "oneOf");
  if (anyOf === undefined && oneOf === undefined) return undefined;
  const choices: Partial<Record<keyof Choices, Choice>> = {};
  if (anyOf !== undefined) choices.anyOf = anyOf;
  if (oneOf !== undefined) choices.oneOf = oneOf;
  return choices;
}

function choiceOf(schema: SchemaObject, keyword: keyof Choices): Choice | undefined {
  const branches = schema[keyword];
  if (!Array.isArray(branches)) return undefined;
  const titles = branches.flatMap((branch, index) =>
    isSchemaObject(branch) && typeof branch.title === "string" && branch.$ref === undefined
      ? [[String(index), branch.title] as const]
      : [],
  );
  const selected = selection(schema.discriminator, branches);
  if (titles.length === 0) return selected;
  return { titles: Object.fromEntries(titles), ...selected };
}

/**
 * The values of a `discriminator` that select each alternative: those that its mapping has for it, or else the name of the
 * schema that it refers to.
 */
function selection(
  discriminator: unknown,
  branches: readonly unknown[],
): Required<Pick<Choice, "property" | "values">> | undefined {
  if (!isSchemaObject(discriminator) || typeof discriminator.propertyName !== "string") return undefined;
  const mapping = isSchemaObject(discriminator.mapping) ? Object.entries(discriminator.mapping) : [];
  const values = new Map<string, number>();
  for (const [index, branch] of branches.entries()) {
    const target = isSchemaObject(branch) ? branch.$ref : undefined;
    if (typeof target !== "string") continue;
    const mapped = mapping.filter(([, to]) => to === target || to === lastName(target));
    for (const [value] of mapped) values.set(value, index);
    if (mapped.length === 0) values.set(lastName(target), index);
  }
  if (values.size === 0) return undefined;
  return { property: discriminator.propertyName, values: Object.fromEntries(values) };
}

function lastName(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}
