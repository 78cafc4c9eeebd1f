import { valueAt } from "@oipkit/runtime/json-pointer";
import type { Document } from "../document.js";
import { type ReferenceTarget, resolveReference } from "../references.js";
import { isSchemaObject } from "../schema-walk.js";
import {
  type DocumentChange,
  DocumentChanges,
  type DocumentSpot,
  referenceTo,
  spotKey,
  withChanges,
} from "./changed-document.js";
import { findCycles } from "./cycles.js";

/** A reference that applies to the same value as the schema that contains it. */
interface Edge {
  /** Tokens of the object that holds it, below the schema. */
  readonly tokens: readonly string[];
  readonly target: string;
  /** The union that it is a member of, if it is: tokens of the object, keyword and index. */
  readonly member:
    | { readonly tokens: readonly string[]; readonly keyword: string; readonly index: number }
    | undefined;
}

interface Schema {
  readonly spot: DocumentSpot;
  readonly edges: readonly Edge[];
}

/**
 * Opens cycles of unions. `Pet` is `Cat` or `Dog`, and both extend `Pet`: they mean what `Pet` has besides its union, so that
 * becomes a schema of its own. `A` is `B` or a string, and `B` is `A` or a number: each is a string or a number. Neither types
 * nor validators come to an end otherwise. Cycles of `$ref` and `allOf` alone are left to the check of references.
 */
export function openUnionCycles(documents: Map<string, Document>): void {
  const schemas = referredSchemas(documents);
  if (![...schemas.values()].some(({ edges }) => edges.some(({ member }) => member !== undefined))) return;
  const edgesFrom = (key: string) => schemas.get(key)?.edges ?? [];
  const cyclic = findCycles([...schemas.keys()], (key) => edgesFrom(key).map(({ target }) => target));
  if (cyclic.size === 0) return;
  const changes = new DocumentChanges();
  const isCyclic = (from: string, { target }: Edge) => cyclic.get(from) === cyclic.get(target);
  const onCycle = [...cyclic.keys()];
  const bases = new Map<string, DocumentSpot | undefined>();
  const findBase = (key: string): DocumentSpot | undefined => {
    if (bases.has(key)) return bases.get(key);
    bases.set(key, undefined);
    const { spot, edges } = schemas.get(key) as Schema;
    const inner = edges.filter((edge) => isCyclic(key, edge));
    const parts: DocumentChange[] = inner.flatMap(({ member, target, tokens }): DocumentChange[] => {
      if (member !== undefined) return [{ tokens: member.tokens, key: member.keyword, value: undefined }];
      const base = findBase(target);
      if (base === undefined) return [];
      return [{ tokens, key: "$ref", value: referenceTo(spot.document, base) }];
    });
    if (parts.length === 0) return undefined;
    const added = changes.add(spot.document, `${spot.tokens.at(-1) ?? "Root"}Base`, spot);
    added?.put(withChanges(schemaAt(spot), parts));
    bases.set(key, added?.spot);
    return added?.spot;
  };
  const put = (key: string, change: DocumentChange) => {
    const { spot } = schemas.get(key) as Schema;
    changes.of(spot.document).members.push({ ...change, tokens: [...spot.tokens, ...change.tokens] });
  };
  for (const key of onCycle)
    for (const edge of edgesFrom(key)) {
      if (edge.member !== undefined || !isCyclic(key, edge)) continue;
      const base = findBase(edge.target);
      const document = schemas.get(key)?.spot.document;
      if (base && document)
        put(key, { tokens: edge.tokens, key: "$ref", value: referenceTo(document, base) });
    }
  const unions = findCycles(onCycle, (key) =>
    edgesFrom(key).flatMap((edge) => {
      if (edge.member === undefined || !isCyclic(key, edge)) return [];
      return [edge.target];
    }),
  );
  const isEndless = (from: string, edge: Edge) =>
    edge.member !== undefined && unions.has(from) && unions.get(from) === unions.get(edge.target);
  const withoutMembers = (key: string): DocumentChange[] =>
    unique(
      edgesFrom(key)
        .filter((edge) => isEndless(key, edge))
        .flatMap(({ member }) => {
          if (member === undefined) return [];
          return [{ tokens: member.tokens, key: member.keyword, without: member.index }];
        }),
    );
  const leaves = new Map<string, DocumentSpot>();
  for (const key of unions.keys()) {
    const { spot } = schemas.get(key) as Schema;
    const leaf = withChanges(schemaAt(spot), withoutMembers(key));
    if (!isSchemaObject(leaf) || !("oneOf" in leaf || "anyOf" in leaf)) continue;
    const isShared = [...unions].some(([other, cycle]) => other !== key && cycle === unions.get(key));
    const added = isShared
      ? changes.add(spot.document, `${spot.tokens.at(-1) ?? "Root"}Members`, spot)
      : undefined;
    added?.put(leaf);
    if (added) leaves.set(key, added.spot);
  }
  for (const [key, cycle] of unions) {
    const removed = withoutMembers(key);
    for (const change of removed) put(key, change);
    const [first] = removed;
    const { document } = (schemas.get(key) as Schema).spot;
    if (first === undefined) continue;
    for (const [other, leaf] of leaves)
      if (other !== key && unions.get(other) === cycle)
        put(key, { tokens: first.tokens, key: first.key, item: { $ref: referenceTo(document, leaf) } });
  }
  changes.apply(documents);
}

/** The schemas that references lead to. */
function referredSchemas(documents: ReadonlyMap<string, Document>): Map<string, Schema> {
  const schemas = new Map<string, Schema>();
  const seen = new Set<ReferenceTarget>();
  for (const document of documents.values())
    for (const { ref, key } of document.scan.references) {
      const resolution = key === undefined ? resolveReference(documents, document, ref) : undefined;
      if (resolution?.kind !== "found" || seen.has(resolution.target)) continue;
      seen.add(resolution.target);
      const spot = { document: resolution.target.document, tokens: resolution.target.tokens };
      if (!schemas.has(spotKey(spot))) schemas.set(spotKey(spot), { spot, edges: edgesIn(documents, spot) });
    }
  return schemas;
}

function edgesIn(
  documents: ReadonlyMap<string, Document>,
  { document, tokens: start }: DocumentSpot,
): Edge[] {
  const found: Edge[] = [];
  const open: Pick<Edge, "tokens" | "member">[] = [{ tokens: [], member: undefined }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { tokens, member } = next;
    const schema = valueAt(document.value, [...start, ...tokens]);
    if (!isSchemaObject(schema)) continue;
    if (typeof schema.$ref === "string") {
      const resolution = resolveReference(documents, document, schema.$ref);
      if (resolution.kind === "found") found.push({ tokens, member, target: spotKey(resolution.target) });
    }
    for (const keyword of ["allOf", "anyOf", "oneOf"]) {
      const list = schema[keyword];
      if (!Array.isArray(list)) continue;
      for (const index of list.keys()) {
        const inner = keyword === "allOf" ? undefined : { tokens, keyword, index };
        open.push({ tokens: [...tokens, keyword, String(index)], member: member ?? inner });
      }
    }
  }
  return found;
}

function schemaAt({ document, tokens }: DocumentSpot): unknown {
  return valueAt(document.value, tokens);
}

function unique(changes: readonly DocumentChange[]): DocumentChange[] {
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
}
