import type { Contracts } from "../../reader/documents/contracts.js";
import type { Document } from "../../reader/documents/document.js";
import { fileOf } from "../../reader/documents/references.js";
import type { Versions } from "./version.js";

/** The documents of the old version that are the same in the new one, with all documents that they refer to. */
export function unchangedDocuments({ old, new: current }: Versions): ReadonlySet<Document> {
  const counterparts = new Map(
    [...current.contracts.documents.values()].map((each) => [nameOf(current.contracts, each), each]),
  );
  const documents = [...old.contracts.documents.values()];
  const unchanged = new Set(
    documents.filter((each) => counterparts.get(nameOf(old.contracts, each))?.value === each.value),
  );
  for (let size = -1; size !== unchanged.size; ) {
    size = unchanged.size;
    for (const document of unchanged)
      if (!targetsOf(old.contracts, document).every((each) => each !== undefined && unchanged.has(each)))
        unchanged.delete(document);
  }
  return unchanged;
}

/** `undefined` for what isn't among the contracts. */
function targetsOf({ documents }: Contracts, document: Document): (Document | undefined)[] {
  return document.scan.references.map(({ ref }) => documents.get(fileOf(document, ref) ?? ""));
}

function nameOf({ names }: Contracts, document: Document): string {
  return names.get(document.path) ?? document.file;
}
