/**
 * Refusals that were looked at and are right although another tool accepts the document: by tool and document, why.
 * @type {ReadonlyMap<string, string>}
 */
export const judged = new Map([]);

/** The key of a judgement. */
export function judgementKey(tool, document) {
  return `${tool} ${document}`;
}
