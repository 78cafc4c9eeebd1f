import { toPointer } from "@oipkit/runtime/json-pointer";
import { exactNumbersIn } from "../../reader/documents/exact-number.js";
import type { Problem } from "../report/findings/finding.js";

/** As many as a validator reports of one document. */
const mostProblems = 1000;

const message =
  "no double holds this number, so the generated validator was given a rounded one; `--schema` judges it exactly";

/** A warning for each number of a document that its validator was given rounded; errors in strict mode. */
export function roundedNumbers(value: unknown, { strict }: { readonly strict: boolean }): Problem[] {
  const problems: Problem[] = [];
  for (const { tokens } of exactNumbersIn(value)) {
    if (problems.length === mostProblems) break;
    problems.push({
      code: "number-rounded",
      message,
      pointer: toPointer(tokens),
      level: strict ? undefined : "warning",
    });
  }
  return problems;
}
