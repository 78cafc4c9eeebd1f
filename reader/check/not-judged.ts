import type { Finding } from "../documents/contracts.js";

/** What a finding says of a document on which a library failed. */
export type NotJudged = Pick<Finding, "code" | "message" | "hint"> & { readonly code: "not-judged" };

/** What to do about a document that could not be judged. */
export const notJudgedHint =
  "Correct what other findings of this document name. If there are none, a part of it has a form that no specification knows.";

/**
 * What to report if a library throws on a document: `who` could not judge it. The document may be valid or not; the library's own error
 * is about its code, so it isn't shown, unless it was thrown on purpose. Rethrows a `RangeError`, which has a finding of its own
 * (`overflowFinding`).
 */
export function notJudged(error: unknown, who: string): NotJudged {
  if (error instanceof RangeError) throw error;
  return {
    code: "not-judged",
    message: `${who} failed on this document and could not judge it${reason(error)}: a limit of oipkit, the document may be valid`,
    hint: notJudgedHint,
  };
}

/** A fault of a library's own code says nothing to the author of a document. */
function reason(error: unknown): string {
  if (!(error instanceof Error) || error.name !== "Error" || /\n|\[object /.test(error.message)) return "";
  return ` (${error.message.replace(/\.?\s*$/, "")})`;
}
