import { faultText, inlineExampleFaults } from "../../../reader/check/inline-examples.js";
import { placeAt } from "../../../reader/documents/place.js";
import type { Rule } from "../rule.js";

/** Examples that their own schema refuses. */
export const invalidExample: Rule = {
  name: "invalid-example",
  formats: ["openapi", "asyncapi", "schema"],
  finds: "An example doesn't match its schema, or can't be checked since the schema is invalid.",
  why: "Readers copy examples, and tools answer with them.",
  remedy: "Fix the example or its schema, whichever is wrong.",
  severity: "warning",
  *check({ contracts }) {
    for (const fault of inlineExampleFaults(contracts)) {
      const { document, tokens, message } = fault;
      yield { place: placeAt(document, tokens), message: faultText(fault), detail: message };
    }
  },
};
