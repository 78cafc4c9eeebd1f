import { fromPointer, toPointer } from "@oipkit/runtime/json-pointer";
import { diagnose } from "../contracts.js";
import type { Diagnostic } from "../diagnostic.js";
import type { Document } from "../document.js";
import { fileOf } from "../references.js";
import type { Reference } from "../scan.js";
import { DocumentChanges, referenceTo, type Spot } from "./changed-document.js";
import { DynamicReferences } from "./dynamic-references.js";
import { idOf, Resources, splitRef } from "./resources.js";

/**
 * Rewrites references by `$id`, by anchor, by `$dynamicRef` and through other references, so that each is the path of a file and a
 * JSON Pointer to what it means. Nothing needs the identifiers any more, so they are removed. A reference that leads nowhere
 * is left to the check of references. Two documents with the same `$id` are reported, and a warning for two embedded schemas.
 */
export function resolvePlainReferences(documents: Map<string, Document>): Diagnostic[] {
  const problems = sameIds(documents);
  const resources = new Resources(documents);
  problems.push(...resources.ambiguous.map(ambiguousId));
  const changes = new DocumentChanges();
  const dynamic = new DynamicReferences(resources, changes);
  const hasDynamic = [...documents.values()].some(({ scan }) => scan.references.some(isDynamic));
  for (const document of documents.values()) {
    const { members } = changes.of(document);
    for (const reference of document.scan.references) {
      const { tokens, key = "$ref", ref } = reference;
      const from = { document, tokens };
      const keyword = isDynamic(reference) ? "$dynamicRef" : "$ref";
      const target = hasDynamic ? dynamic.target(from, ref, keyword) : resources.resolve(from, ref);
      const plain =
        target === undefined ? byFile(resources, from, ref) : plainReference(document, ref, target);
      if (keyword === "$dynamicRef" && target !== undefined) {
        members.push({ tokens, key, value: undefined });
        members.push({ tokens, key: "allOf", item: { $ref: plain ?? ref } });
      } else if (plain !== undefined) members.push({ tokens, key, value: plain });
    }
    for (const { tokens, ...identifiers } of document.scan.identifiers)
      for (const [key, value] of Object.entries(identifiers))
        if (value !== undefined) members.push({ tokens, key, value: undefined });
  }
  changes.apply(documents);
  return problems;
}

function isDynamic({ key, tokens }: Reference): boolean {
  return key === "$dynamicRef" && tokens.at(-1) !== "mapping";
}

/** A reference to the target by path and pointer; `undefined` if it is one already. */
function plainReference(document: Document, ref: string, target: Spot): string | undefined {
  const [, fragment] = splitRef(ref);
  const { tokens } = target;
  if (fileOf(document, ref) === target.document.path && isPointerTo(fragment, tokens)) return undefined;
  return referenceTo(document, target);
}

function isPointerTo(fragment: string, tokens: readonly string[]): boolean {
  try {
    const found = fromPointer(decodeURIComponent(fragment));
    return found.length === tokens.length && found.every((token, index) => token === tokens[index]);
  } catch {
    return false;
  }
}

/** A reference that leads to nothing in a known document: a finding should say what the document lacks. */
function byFile(resources: Resources, from: Spot, ref: string): string | undefined {
  const [file, fragment] = splitRef(ref);
  const { uri } = resources.around(from);
  const known = URL.canParse(file, uri) ? resources.withUri(new URL(file, uri).href) : undefined;
  if (file === "" || known === undefined || known.document === from.document) return undefined;
  const [path] = splitRef(referenceTo(from.document, { ...known, tokens: [] }));
  return `${path}#${fragment}`;
}

function ambiguousId({ spot, first }: Resources["ambiguous"][number]): Diagnostic {
  const place = `${first.document.file}#${toPointer(first.tokens)}`;
  return diagnose(spot.document, [...spot.tokens, "$id"], {
    severity: "warning",
    code: "id-duplicate",
    message: `another schema has the same \`$id\`, ${place}; references by it mean that one`,
    hint: "Give each schema a `$id` of its own, or refer to it by its path.",
  });
}

function sameIds(documents: ReadonlyMap<string, Document>): Diagnostic[] {
  const byId = new Map<string, Document>();
  return [...documents.values()].flatMap((document) => {
    const id = idOf(document);
    const other = id === undefined ? undefined : byId.get(id);
    if (id !== undefined) byId.set(id, document);
    if (other === undefined) return [];
    const message = `duplicate \`$id\`: ${other.file} already has it`;
    const hint = "Give each document a unique `$id`, or remove it.";
    return [diagnose(document, ["$id"], { code: "schema-invalid", message, hint })];
  });
}
