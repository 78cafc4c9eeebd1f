import { fromPointer } from "@oipkit/runtime/json-pointer";
import { checkInlineExamples } from "../../../reader/check/inline-examples.js";
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
    const files = new Map([...contracts.documents.values()].map((document) => [document.file, document]));
    for (const { file, pointer, message } of checkInlineExamples(contracts)) {
      const document = files.get(file);
      if (document === undefined || pointer === undefined) continue;
      yield { place: placeAt(document, fromPointer(pointer)), message };
    }
  },
};
