import { below } from "../../../reader/documents/place.js";
import type { Rule } from "../rule.js";
import { appliedTo } from "../walk/applied.js";

/** Enums that consumers receive and that can't grow. */
export const closedResponseEnum: Rule = {
  name: "closed-response-enum",
  formats: ["openapi", "asyncapi", "schema"],
  finds: "Texts that consumers receive are limited by an `enum` of two or more values.",
  why: "A new value, such as one more status, breaks every consumer that validates answers and events or switches over all values.",
  remedy:
    "List the values in `x-extensible-enum` instead, or ignore the rule here if there will never be another one.",
  severity: "warning",
  *check({ contracts, schemas }) {
    for (const node of schemas) {
      const { enum: values } = node.schema;
      const title = node.flows.get("to-consumer");
      if (title === undefined || !Array.isArray(values)) continue;
      const texts = values.filter((value) => typeof value === "string");
      if (texts.length < 2) continue;
      if (appliedTo(contracts, node).some((schema) => schema["x-extensible-enum"] !== undefined)) continue;
      yield {
        place: below(node.place, "enum"),
        target: "key",
        message: `consumers receive this value (${title}), and each value added to its \`enum\` is a breaking change`,
      };
    }
  },
};
