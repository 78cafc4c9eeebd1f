/**
 * Why a document was refused, or what went wrong.
 * @typedef {{ readonly code: string, readonly message: string, readonly place: string }} Reason
 *
 * What a tool says of a document.
 * @typedef {{ readonly kind: "accepted" | "refused" | "crashed", readonly reasons: readonly Reason[], readonly warnings: number }} Said
 *
 * What came of a document: `crashed`, `timeout` and `memory` are findings of their own, since nothing was said about the document.
 * @typedef {object} Outcome
 * @property {Said["kind"] | "timeout" | "memory"} kind
 * @property {readonly Reason[]} reasons the first of them
 * @property {number} warnings
 * @property {number} milliseconds
 */

const maxReasons = 20;
const maxText = 400;
const programErrors = new Set(["TypeError", "RangeError", "ReferenceError", "SyntaxError", "AssertionError"]);

/**
 * What a library says with an error: errors of the language itself come from its own faults.
 * @param {unknown} error
 * @returns {Said}
 */
export function thrown(error) {
  if (!(error instanceof Error)) return refusedBy("Error", String(error));
  // hey-api wraps what a job throws.
  const inner = /** @type {{ originalError?: { error?: unknown } }} */ (error).originalError?.error;
  if (inner instanceof Error) return thrown(inner);
  const said = refusedBy(error.name, error.message);
  if (programErrors.has(error.name)) return { ...said, kind: "crashed" };
  return said;
}

/** @returns {Said} */
function refusedBy(code, message) {
  return { kind: "refused", warnings: 0, reasons: [{ code, message, place: "" }] };
}

/**
 * @param {import("./bounded-worker.mjs").Done & { readonly milliseconds: number }} done
 * @returns {Outcome}
 */
export function outcomeOf(done) {
  const { milliseconds } = done;
  if (done.kind === "done") {
    const { kind, reasons, warnings } = done.answer;
    return { kind, reasons: reasons.slice(0, maxReasons).map(bounded), warnings, milliseconds };
  }
  const reasons = done.end === "" ? [] : [bounded({ code: "exit", message: done.end, place: "" })];
  return { kind: done.kind, reasons, warnings: 0, milliseconds };
}

/** @param {Reason} reason */
function bounded({ code, message, place }) {
  return { code, message: message.slice(0, maxText), place: place.slice(0, maxText) };
}
