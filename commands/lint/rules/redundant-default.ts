import { below, type Place } from "../../../reader/documents/place.js";
import type { Rule, RuleFinding } from "../rule.js";

/** Keywords with the value that they have anyway. */
const inSchemas: Readonly<Record<string, unknown>> = {
  deprecated: false,
  readOnly: false,
  writeOnly: false,
  uniqueItems: false,
  minItems: 0,
  minLength: 0,
  minProperties: 0,
};
const inOperations: Readonly<Record<string, unknown>> = { deprecated: false };
const inParameters: Readonly<Record<string, unknown>> = {
  deprecated: false,
  required: false,
  allowEmptyValue: false,
};

/** Keywords that repeat their default. */
export const redundantDefault: Rule = {
  name: "redundant-default",
  formats: ["openapi", "asyncapi", "schema"],
  finds: "A keyword has the value that it has anyway, such as `deprecated: false`.",
  why: "It says nothing, and hides the places that do.",
  remedy: "Remove it.",
  severity: "off",
  fixable: true,
  *check({ schemas, operations }) {
    for (const { place } of schemas) yield* redundant(place, inSchemas);
    for (const { place, parameters } of operations) {
      yield* redundant(place, inOperations);
      for (const parameter of parameters) yield* redundant(parameter, inParameters);
    }
  },
};

function* redundant(holder: Place, defaults: Readonly<Record<string, unknown>>): Generator<RuleFinding> {
  for (const [keyword, value] of Object.entries(defaults)) {
    const place = below(holder, keyword);
    if (place.value !== value) continue;
    yield {
      place,
      target: "key",
      message: `\`${keyword}: ${value}\` is the default`,
      fix: { kind: "remove", tokens: place.tokens },
    };
  }
}
