import type { Document } from "../../reader/documents/document.js";
import type { Version, Versions } from "./version.js";

/** A document in both versions. */
export interface DocumentPair {
  readonly old: Document;
  readonly new: Document;
}

/** Documents of a kind in two versions. */
export interface PairedDocuments {
  readonly pairs: readonly DocumentPair[];
  readonly removed: readonly Document[];
  readonly added: readonly Document[];
}

/** Pairs documents by their path below the folder. If one is left on each side, it has been renamed. */
export function pairDocuments(
  { old, new: current }: Versions,
  kind: "openapi" | "asyncapi",
): PairedDocuments {
  const known = named(old, kind);
  const others = named(current, kind);
  const pairs: DocumentPair[] = [];
  for (const [name, document] of known) {
    const counterpart = others.get(name);
    if (counterpart === undefined) continue;
    pairs.push({ old: document, new: counterpart });
    known.delete(name);
    others.delete(name);
  }
  const [removed, added] = [[...known.values()], [...others.values()]];
  const [lone, other] = [removed[0], added[0]];
  if (removed.length === 1 && added.length === 1 && lone !== undefined && other !== undefined)
    return { pairs: [...pairs, { old: lone, new: other }], removed: [], added: [] };
  return { pairs, removed, added };
}

function named({ contracts, names }: Version, kind: "openapi" | "asyncapi"): Map<string, Document> {
  return new Map(contracts[kind].map((document) => [names.get(document.path) ?? document.file, document]));
}
