import { isDeepStrictEqual } from "node:util";
import { below, type Place } from "../../../reader/documents/place.js";
import type { Rule, RuleFinding } from "../rule.js";

const schemaLists = ["required", "enum", "x-extensible-enum"];
/** Comparing each item with each other one takes quadratic time. */
const mostItems = 5_000;

/** Lists that have an entry twice. */
export const duplicateEntry: Rule = {
  name: "duplicate-entry",
  formats: ["openapi", "asyncapi", "schema"],
  finds: "A `required`, an `enum` or the `tags` of an operation have an entry twice.",
  why: "The second one does nothing, so one of the two was probably meant to be something else.",
  remedy: "Remove it, or write what was meant.",
  severity: "warning",
  fixable: true,
  *check({ schemas, operations }) {
    for (const { place } of schemas)
      for (const keyword of schemaLists) yield* duplicates(below(place, keyword));
    for (const { place } of operations) yield* duplicates(below(place, "tags"));
  },
};

function* duplicates(list: Place): Generator<RuleFinding> {
  const { value: items } = list;
  if (!Array.isArray(items) || items.length > mostItems) return;
  const scalars = new Set<unknown>();
  const others: unknown[] = [];
  for (const [index, item] of items.entries()) {
    const isScalar = item === null || typeof item !== "object";
    const isKnown = isScalar ? scalars.has(item) : others.some((other) => isDeepStrictEqual(other, item));
    if (isScalar) scalars.add(item);
    else others.push(item);
    if (!isKnown) continue;
    const place = below(list, String(index));
    yield {
      place,
      message: `this entry of \`${list.tokens.at(-1)}\` is already in the list`,
      fix: { kind: "remove", tokens: place.tokens },
    };
  }
}
