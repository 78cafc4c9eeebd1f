import { fromPointer } from "@oipkit/runtime/json-pointer";
import { checkPatterns } from "../../reader/check/patterns.js";
import { checkReferenceForms } from "../../reader/check/reference-forms.js";
import { checkReferences } from "../../reader/check/references.js";
import type { Contracts } from "../../reader/documents/contracts.js";
import type { Diagnostic } from "../../reader/documents/diagnostic.js";
import type { Found } from "./found.js";

/** What the reader found: findings in documents, and those in overlays, which are no documents of the contracts. */
export interface ReadProblems {
  readonly found: readonly Found[];
  readonly inOverlays: readonly Diagnostic[];
}

/**
 * References that lead nowhere, patterns that aren't regular expressions, and what the documents were read without or otherwise than they
 * are written: the rules can run nevertheless, but they don't see it.
 */
export function readProblems(contracts: Contracts): ReadProblems {
  const files = new Map([...contracts.documents.values()].map((document) => [document.file, document]));
  const found: Found[] = [];
  const inOverlays: Diagnostic[] = [];
  for (const problem of [
    ...checkReferences(contracts),
    ...checkPatterns(contracts),
    ...checkReferenceForms(contracts),
    ...contracts.repairs,
  ]) {
    const { file, code, message, hint, pointer } = problem;
    const document = files.get(file);
    if (document === undefined || pointer === undefined) {
      inOverlays.push(problem);
      continue;
    }
    const tokens = fromPointer(pointer);
    const target = tokens.at(-2) === "patternProperties" ? "key" : "value";
    found.push({ code, document, tokens, target, message, hint, isAtOrigin: true });
  }
  return { found, inOverlays };
}
