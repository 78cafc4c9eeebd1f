import { below, entriesOf, type Place } from "../../../reader/documents/place.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import type { Rule, RuleContext } from "../rule.js";
import { appliedTo } from "../walk/applied.js";

/** Bodies and events without an example. */
export const missingExample: Rule = {
  name: "missing-example",
  formats: ["openapi", "asyncapi"],
  finds:
    "A JSON body of an operation, or an event, has no example, neither here nor in the folder `examples`.",
  why: "An example is what readers look at first, and what mocks, fixtures and tests are made of.",
  remedy: "Add one to `examples`, or to the schema.",
  severity: "off",
  *check(context) {
    const subjects = new Set(context.contracts.examples.map(({ subject }) => subject));
    for (const { place, title, key, payload } of context.messages) {
      if (payload === undefined || subjects.has(title) || subjects.has(key)) continue;
      if (hasExample(place) || hasExample(payload)) continue;
      yield { place, target: "key", message: `the event \`${title}\` has no example` };
    }
    for (const { type, title } of jsonBodies(context)) {
      if (hasExample(type) || hasExample(below(type, "schema"), context)) continue;
      yield { place: type, target: "key", message: `a JSON body of \`${title}\` has no example` };
    }
  },
};

function* jsonBodies({ operations }: RuleContext): Generator<{ type: Place; title: string }> {
  for (const { requestBody, responses, title } of operations) {
    const bodies = [...(requestBody === undefined ? [] : [requestBody]), ...responses.map(([, at]) => at)];
    for (const body of bodies)
      for (const [name, type] of entriesOf(below(body, "content")))
        if (/[/+]json\b/.test(name) && isSchemaObject(below(type, "schema").value)) yield { type, title };
  }
}

/** Whether a place has an example of its own, or a schema has one by what applies to it. */
function hasExample(place: Place, context?: RuleContext): boolean {
  if (context === undefined) return isExemplified(place.value);
  const { $ref } = (place.value ?? {}) as { $ref?: unknown };
  const name =
    typeof $ref === "string"
      ? $ref
          .split("/")
          .at(-1)
          ?.replace(/\.schema\.\w+$/, "")
      : undefined;
  if (context.contracts.examples.some(({ subject }) => subject === name)) return true;
  return appliedTo(context.contracts, { place, around: undefined }).some(isExemplified);
}

function isExemplified(value: unknown): boolean {
  const { example, examples } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return example !== undefined || examples !== undefined;
}
