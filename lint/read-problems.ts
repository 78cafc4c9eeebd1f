import { fromPointer } from "@oipkit/runtime/json-pointer";
import { checkPatterns } from "../generator/check/patterns.js";
import { checkReferences } from "../generator/check/references.js";
import type { Contracts } from "../generator/read/contracts.js";
import type { Found } from "./found.js";

/** References that lead nowhere and patterns that aren't regular expressions: the rules can run nevertheless. */
export function brokenParts(contracts: Contracts): Found[] {
  const files = new Map([...contracts.documents.values()].map((document) => [document.file, document]));
  const leftOut = contracts.repairs.filter(
    ({ code }) => code === "pattern-invalid" || code === "type-unknown",
  );
  return [...checkReferences(contracts), ...checkPatterns(contracts), ...leftOut].flatMap((diagnostic) => {
    const { file, code, message, hint, pointer } = diagnostic;
    const document = files.get(file);
    if (document === undefined || pointer === undefined) return [];
    const tokens = fromPointer(pointer);
    const target = tokens.at(-2) === "patternProperties" ? "key" : "value";
    return [{ code, document, tokens, target, message, hint } as const];
  });
}
