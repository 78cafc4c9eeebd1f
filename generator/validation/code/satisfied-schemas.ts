import type { Node, NodeObject } from "../nodes/node.js";

/** Schemas that a value is known to satisfy and that needn't be checked again. */
export type SatisfiedSchemas = readonly NodeObject[];

/** The schemas that are satisfied if the given ones are: themselves, and those that they apply to the same value. */
export function satisfiedWith(nodes: readonly (Node | undefined)[]): SatisfiedSchemas {
  const found = new Set<NodeObject>();
  const open = [...nodes];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== "object" || found.has(node)) continue;
    found.add(node);
    open.push(...(node.allOf ?? []), typeof node.$ref === "function" ? node.$ref() : undefined);
  }
  return [...found];
}

/** The schemas that a property of the value satisfies, if the value has it. */
export function satisfiedByProperty(satisfied: SatisfiedSchemas, name: string): SatisfiedSchemas {
  return satisfiedWith(
    satisfied.map(({ properties = {} }) => (Object.hasOwn(properties, name) ? properties[name] : undefined)),
  );
}

/** Whether the value, known to be an object, is known to have a property. */
export function isPresent(satisfied: SatisfiedSchemas, name: string): boolean {
  return satisfied.some(({ required = [] }) => required.includes(name));
}

/** The types that the value can still have; `undefined` if it can have any. */
export function possibleTypes(satisfied: SatisfiedSchemas): readonly string[] | undefined {
  return satisfied
    .map(({ type }) => type)
    .reduce((least, type) => (isWithin(type, least) ? type : least), undefined);
}

/** Whether each type is one of the others. */
export function isWithin(
  types: readonly string[] | undefined,
  others: readonly string[] | undefined,
): boolean {
  if (types === undefined) return false;
  if (others === undefined) return true;
  return types.every((type) => others.includes(type) || (type === "integer" && others.includes("number")));
}
