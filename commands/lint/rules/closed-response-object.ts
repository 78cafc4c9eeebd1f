import { below } from "../../../reader/documents/place.js";
import type { Rule } from "../rule.js";

/** Objects that consumers receive and that allow no further properties. */
export const closedResponseObject: Rule = {
  name: "closed-response-object",
  formats: ["openapi", "asyncapi", "schema"],
  finds:
    "An object that consumers receive has `additionalProperties: false` or `unevaluatedProperties: false`.",
  why: "A consumer that validates what it receives rejects every answer and event after the first new property, so the API can't evolve.",
  remedy:
    "Remove the keyword here; if the object is also sent to the API, close it there with a schema of its own.",
  severity: "warning",
  *check({ schemas }) {
    for (const { place, schema, flows } of schemas) {
      const title = flows.get("to-consumer");
      if (title === undefined) continue;
      for (const keyword of ["additionalProperties", "unevaluatedProperties"]) {
        if (schema[keyword] !== false) continue;
        // An object without any property is empty on purpose.
        if (Object.keys(schema.properties ?? {}).length === 0 && schema.allOf === undefined) continue;
        yield {
          place: below(place, keyword),
          target: "key",
          message: `consumers receive this object (${title}), and \`${keyword}: false\` makes each new property a breaking change`,
        };
      }
    }
  },
};
