import { fromPointer } from "@oipkit/runtime/json-pointer";
import { checkSlowPatterns } from "../../../reader/check/slow-patterns.js";
import { placeAt } from "../../../reader/documents/place.js";
import type { Rule } from "../rule.js";

/** Patterns that some text keeps busy. */
export const slowPattern: Rule = {
  name: "slow-pattern",
  formats: ["openapi", "asyncapi", "schema"],
  finds: "Some text keeps a `pattern` busy for exponential or polynomial time; the finding shows the text.",
  why: "Whoever can send such a text can stop every server that validates it, and a client that validates answers in its interface.",
  remedy:
    "Let each text match in one way only, as in `(a+)+` without the outer `+`, or add a small `maxLength`.",
  severity: "error",
  *check({ contracts }) {
    const files = new Map([...contracts.documents.values()].map((document) => [document.file, document]));
    for (const { file, pointer, message, hint } of checkSlowPatterns(contracts)) {
      const document = files.get(file);
      if (document === undefined || pointer === undefined) continue;
      const tokens = fromPointer(pointer);
      const target = tokens.at(-2) === "patternProperties" ? "key" : "value";
      yield { place: placeAt(document, tokens), target, message, remedy: hint };
    }
  },
};
