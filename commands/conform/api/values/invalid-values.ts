import type { NodeObject } from "../../../../reader/validation/nodes/node.js";
import { type InvalidChange, type InvalidValue, must, mustChange } from "./invalid-change.js";
import { invalidTexts } from "./invalid-texts.js";
import { allowedTypes, takesItem, type ValuePlace, valueAtPath, withValueAt } from "./value-places.js";

const mostItems = 2_000;

/** Values that break one keyword each, made from a valid value; candidates only. */
export function* invalidValues(places: readonly ValuePlace[]): Generator<InvalidValue> {
  for (const place of places) {
    const { path } = place;
    for (const { replaced, ...change } of changes(place)) {
      const spoil = (valid: unknown): unknown => withValueAt(valid, path, replaced(valueAtPath(valid, path)));
      yield { ...change, path, spoil };
    }
    yield* withoutMembers(place);
  }
}

function* withoutMembers({ path, value, nodes }: ValuePlace): Generator<InvalidValue> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  const required = new Set(nodes.flatMap((node) => node.required ?? []));
  for (const name of required) {
    if (!Object.hasOwn(value, name)) continue;
    const at = [...path, name];
    yield {
      path: at,
      keyword: "required",
      level: "must",
      spoil: (valid) => withValueAt(valid, at, undefined),
      words: "is missing, though it is required",
    };
  }
}

function* changes(place: ValuePlace): Generator<InvalidChange> {
  const { value, nodes, path } = place;
  yield* otherTypes(place);
  if (nodes.some((node) => node.enum !== undefined || "const" in node)) {
    const other = typeof value === "number" ? 987_654_321 : "not-one-of-the-values";
    yield must("enum", other, "isn't one of the declared values");
    if (typeof value === "string" && value !== value.toUpperCase())
      yield { ...must("enum", value.toUpperCase(), "is a declared value in capitals"), variant: "case" };
  }
  if (typeof value === "string") yield* invalidTexts(value, nodes);
  if (typeof value === "number") yield* otherNumbers(value, nodes);
  if (Array.isArray(value)) yield* otherLists(value, nodes);
  else if (typeof value === "object" && value !== null)
    yield* otherObjects(value as Record<string, unknown>, nodes);
  if (path.length === 0 && Array.isArray(value) === false && typeof value === "object")
    yield { ...must("type", [], "is a list"), variant: "list" };
}

function* otherTypes({ nodes, value, required }: ValuePlace): Generator<InvalidChange> {
  const types = allowedTypes(nodes);
  if (types.size === 0) return;
  const scalar = ["string", "number", "integer", "boolean"].some((type) => types.has(type));
  if (scalar && !types.has("object")) yield must("type", { unexpected: true }, "is an object");
  // Servers that convert types take one text for a list of it.
  const level = takesItem(nodes, "text instead") ? "should" : "must";
  if (!scalar) yield { ...must("type", "text instead", "is a text"), level };
  if (!types.has("null"))
    yield {
      ...must("type", null, "is null"),
      variant: "null",
      // Many servers take null for an absent member.
      level: required ? "must" : "should",
    };
  if (types.has("string")) {
    if (!types.has("number") && !types.has("integer"))
      yield { ...must("type", 12_345, "is a number"), variant: "number", level: "should" };
    return;
  }
  if (types.has("boolean")) yield { ...must("type", "maybe", "is a text"), variant: "text" };
  if (!types.has("number") && !types.has("integer")) return;
  yield { ...must("type", "not a number", "is a text"), variant: "text" };
  // Servers that convert types read it as a number.
  yield {
    ...must("type", String(value), "is a number within a text"),
    variant: "numeric-text",
    level: "should",
  };
  // Some languages take true for 1.
  yield { ...must("type", true, "is true"), variant: "boolean", level: "should" };
  if (!types.has("number") && typeof value === "number")
    yield { ...must("type", value + 0.5, "isn't a whole number"), variant: "fraction" };
}

function* otherNumbers(value: number, nodes: readonly NodeObject[]): Generator<InvalidChange> {
  for (const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } of nodes) {
    if (minimum !== undefined)
      yield must("minimum", minimum - 1, `is ${minimum - 1}, and ${minimum} is the minimum`);
    if (maximum !== undefined && maximum < 2 ** 52)
      yield must("maximum", maximum + 1, `is ${maximum + 1}, and ${maximum} is the maximum`);
    if (exclusiveMinimum !== undefined)
      yield must("exclusiveMinimum", exclusiveMinimum, `is ${exclusiveMinimum}, which it must exceed`);
    if (exclusiveMaximum !== undefined)
      yield must("exclusiveMaximum", exclusiveMaximum, `is ${exclusiveMaximum}, below which it must be`);
    if (multipleOf !== undefined)
      yield must("multipleOf", value + multipleOf / 2, `isn't a multiple of ${multipleOf}`);
  }
}

function* otherLists(value: readonly unknown[], nodes: readonly NodeObject[]): Generator<InvalidChange> {
  for (const { minItems, maxItems, uniqueItems } of nodes) {
    if (minItems !== undefined && minItems > 0)
      yield must(
        "minItems",
        value.slice(0, minItems - 1),
        `has ${minItems - 1} items, and ${minItems} is the minimum`,
      );
    const [first] = value;
    if (first === undefined) continue;
    if (maxItems === undefined || value.length < maxItems || value.length > 1) {
      const kept = value.slice(0, maxItems === undefined ? value.length : maxItems - 1);
      const wrong = typeof first === "object" ? "text instead" : { unexpected: true };
      yield { ...must("type", [...kept, wrong], "has a last item of another type"), variant: "last" };
    }
    if (maxItems !== undefined && maxItems < mostItems) {
      const items = Array.from(
        { length: maxItems + 1 },
        (_, index) => value[index] ?? distinct(first, index),
      );
      yield must("maxItems", items, `has ${maxItems + 1} items, and ${maxItems} is the maximum`);
    }
    if (uniqueItems === true) yield must("uniqueItems", [...value, first], "has an item twice");
  }
}

/** Another item like the first one. */
export function distinct(item: unknown, index: number): unknown {
  if (typeof item === "number") return item + index;
  if (typeof item === "string" && item !== "")
    return `${item.slice(0, -String(index).length) || item}${index}`;
  return item;
}

function* otherObjects(
  value: Readonly<Record<string, unknown>>,
  nodes: readonly NodeObject[],
): Generator<InvalidChange> {
  for (const node of nodes) {
    const {
      additionalProperties,
      unevaluatedProperties,
      minProperties,
      maxProperties,
      dependentRequired = {},
    } = node;
    if (additionalProperties === false || unevaluatedProperties === false)
      yield mustChange(
        "additionalProperties",
        (own) => [...own, ["unexpected_member", "x"]],
        "has a member that isn't declared",
      );
    if (minProperties !== undefined && minProperties > 0)
      yield mustChange(
        "minProperties",
        (own) => own.slice(0, minProperties - 1),
        `has ${minProperties - 1} members, and ${minProperties} is the minimum`,
      );
    if (maxProperties !== undefined && maxProperties < mostItems) {
      const more = Array.from({ length: maxProperties + 1 }, (_, index): [string, unknown] => [
        `extra${index}`,
        Object.values(value)[0] ?? "x",
      ]);
      yield mustChange(
        "maxProperties",
        (own) => [...own, ...more].slice(0, maxProperties + 1 + own.length),
        "has too many members",
      );
    }
    for (const [name, needed] of Object.entries(dependentRequired))
      for (const other of needed)
        if (Object.hasOwn(value, name))
          yield mustChange(
            "dependentRequired",
            (own) => own.filter(([each]) => each !== other),
            `has \`${name}\` without \`${other}\``,
          );
  }
}
