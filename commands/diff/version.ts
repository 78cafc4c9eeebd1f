import { fromPointer, valueAt } from "@oipkit/runtime/json-pointer";
import type { Contracts } from "../../reader/documents/contracts.js";
import type { Document } from "../../reader/documents/document.js";
import { referencedPath } from "../../reader/documents/references.js";
import type { ChangePlace } from "./comparison.js";

/** One version of the contracts that are compared. */
export interface Version {
  /** As the user named it, such as `git:main` or `contracts`. */
  readonly label: string;
  readonly contracts: Contracts;
  /** By absolute path, the name of a document within the version, by which it finds its counterpart; of a single file, "". */
  readonly names: ReadonlyMap<string, string>;
}

/** Two versions. */
export interface Versions {
  readonly old: Version;
  readonly new: Version;
}

/** A document in both versions. */
interface DocumentPair {
  readonly old: Document;
  readonly new: Document;
}

/** Documents of a kind in two versions. */
interface PairedDocuments {
  readonly pairs: readonly DocumentPair[];
  readonly removed: readonly Document[];
  readonly added: readonly Document[];
}

/** Pairs documents by their path below the folder. If one is left on each side, it has been renamed. */
export function pairDocuments(
  { old, new: current }: Versions,
  kind: "openapi" | "asyncapi" | "schemas",
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

function named(version: Version, kind: "openapi" | "asyncapi" | "schemas"): Map<string, Document> {
  const { contracts } = version;
  return new Map(contracts[kind].map((document) => [counterpartName(version, document), document]));
}

/** The name by which a document finds its counterpart in the other version. */
export function counterpartName({ names }: Version, { path, file }: Document): string {
  return names.get(path) ?? file;
}

/** The documents of the old version that are the same in the new one, with all documents that they refer to. */
export function unchangedDocuments({ old, new: current }: Versions): ReadonlySet<Document> {
  const counterparts = new Map(
    [...current.contracts.documents.values()].map((each) => [documentName(current.contracts, each), each]),
  );
  const documents = [...old.contracts.documents.values()];
  const unchanged = new Set(
    documents.filter((each) => counterparts.get(documentName(old.contracts, each))?.value === each.value),
  );
  for (let size = -1; size !== unchanged.size; ) {
    size = unchanged.size;
    for (const document of unchanged)
      if (!findReferenced(old.contracts, document).every((each) => each !== undefined && unchanged.has(each)))
        unchanged.delete(document);
  }
  return unchanged;
}

/** `undefined` for what isn't among the contracts. */
function findReferenced({ documents }: Contracts, document: Document): (Document | undefined)[] {
  return document.scan.references.map(({ ref }) => documents.get(referencedPath(document, ref) ?? ""));
}

/** The name of a document within its version. */
export function documentName({ names }: Contracts, document: Document): string {
  return names.get(document.path) ?? document.file;
}

/** Reads the values on the way to a place of a version, its document first; none if the version doesn't have the file. */
export function nodeReader({ contracts }: Version): (place: ChangePlace) => readonly unknown[] {
  const documents = new Map([...contracts.documents.values()].map((each) => [each.file, each]));
  return ({ file, pointer }) => {
    const document = documents.get(file);
    if (document === undefined) return [];
    const tokens = fromPointer(pointer);
    return [...tokens.keys(), tokens.length].map((length) =>
      valueAt(document.value, tokens.slice(0, length)),
    );
  };
}
