import { fromPointer, toPointer, valueAt } from "@oipkit/runtime/json-pointer";
import { diagnose } from "../contracts.js";
import type { Diagnostic } from "../diagnostic.js";
import type { Document, Reference } from "../document.js";
import { referencedPath } from "../references.js";
import { isSchemaObject, listOrEmpty, mapSubschemas, type SchemaObject, walkSchema } from "../schema-walk.js";
import { DocumentChanges, type DocumentSpot, referenceTo, spotKey } from "./changed-document.js";
import { DocumentResources, documentUri, splitRef } from "./resources.js";

/**
 * Rewrites references by `$id`, by anchor, by `$dynamicRef` and through other references, so that each is the path of a file and a
 * JSON Pointer to what it means. Nothing needs the identifiers any more, so they are removed. A reference that leads nowhere
 * is left to the check of references. Two documents with the same `$id` are reported, and a warning for two embedded schemas.
 */
export function resolvePlainReferences(documents: Map<string, Document>): Diagnostic[] {
  const problems = sameIds(documents);
  const resources = new DocumentResources(documents);
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
function plainReference(document: Document, ref: string, target: DocumentSpot): string | undefined {
  const [, fragment] = splitRef(ref);
  const { tokens } = target;
  if (referencedPath(document, ref) === target.document.path && isPointerTo(fragment, tokens))
    return undefined;
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
function byFile(resources: DocumentResources, from: DocumentSpot, ref: string): string | undefined {
  const [file, fragment] = splitRef(ref);
  const { uri } = resources.around(from);
  const known = URL.canParse(file, uri) ? resources.withUri(new URL(file, uri).href) : undefined;
  if (file === "" || known === undefined || known.document === from.document) return undefined;
  const [path] = splitRef(referenceTo(from.document, { ...known, tokens: [] }));
  return `${path}#${fragment}`;
}

function ambiguousId({ spot, first }: DocumentResources["ambiguous"][number]): Diagnostic {
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
    const id = documentUri(document);
    const other = id === undefined ? undefined : byId.get(id);
    if (id !== undefined) byId.set(id, document);
    if (other === undefined) return [];
    const message = `duplicate \`$id\`: ${other.file} already has it`;
    const hint = "Give each document a unique `$id`, or remove it.";
    return [diagnose(document, ["$id"], { code: "schema-invalid", message, hint })];
  });
}

/** The schema that each dynamic anchor stands for, by name. */
type Scope = ReadonlyMap<string, DocumentSpot>;

/** Most copies; guessed: one for each use of a generic schema with other parameters. */
const mostCopies = 1_000;

/** Most schemas to look at in search of dynamic references; guessed. Beyond, they mean what they mean on their own. */
const mostSteps = 2_000_000;

/**
 * Resolves references as they are read in one dynamic scope. A schema with a `$dynamicRef` that means something else
 * there gets a copy, so that every reference has one target: a generic list becomes a list of users.
 */
class DynamicReferences {
  readonly #copies = new Map<string, DocumentSpot | undefined>();
  readonly #names = new Map<string, ReadonlySet<string>>();
  #steps = 0;

  constructor(
    readonly resources: DocumentResources,
    readonly changes: DocumentChanges,
  ) {}

  /** What the reference in an object leads to, if the object is where reading starts. */
  target(from: DocumentSpot, ref: string, keyword: "$ref" | "$dynamicRef"): DocumentSpot | undefined {
    return this.#target(from, { ref, keyword, scope: this.#entered(new Map(), from) });
  }

  #target(
    from: DocumentSpot,
    { ref, keyword, scope }: { readonly ref: string; readonly keyword: string; readonly scope: Scope },
  ): DocumentSpot | undefined {
    const found = this.resources.resolve(from, ref);
    if (found === undefined) return undefined;
    const [, name] = splitRef(ref);
    const isDynamic = keyword === "$dynamicRef" && objectAt(found).$dynamicAnchor === name;
    const target = (isDynamic ? scope.get(name) : undefined) ?? found;
    const names = this.#namesBelow(target);
    if (names.size === 0) return target;
    const plain = this.#entered(new Map(), target);
    const inner = this.#entered(scope, target);
    const bound = [...names].flatMap((each) => {
      const spot = inner.get(each);
      if (spot === undefined) return [];
      return [[each, spot] as const];
    });
    const isPlain = bound.every(
      ([each, spot]) => spotKey(plain.get(each) ?? spot) === spotKey(spot) && plain.has(each),
    );
    if (isPlain) return target;
    return this.#copy(target, new Map(bound));
  }

  #entered(scope: Scope, spot: DocumentSpot): Scope {
    const { document, dynamic } = this.resources.around(spot);
    const missing = [...dynamic].filter(([name]) => !scope.has(name));
    return new Map([...scope, ...missing.map(([name, tokens]) => [name, { document, tokens }] as const)]);
  }

  #copy(source: DocumentSpot, scope: Scope): DocumentSpot | undefined {
    const key = JSON.stringify([
      spotKey(source),
      [...scope].map(([name, spot]) => [name, spotKey(spot)]).sort(),
    ]);
    const known = this.#copies.get(key);
    if (known !== undefined || this.#copies.size >= mostCopies) return known ?? source;
    const copy = this.changes.add(source.document, this.#chooseName(source, scope), source);
    this.#copies.set(key, copy?.spot ?? source);
    if (copy === undefined) return source;
    copy.put(this.#bound(objectAt(source), source, scope));
    return copy.spot;
  }

  /** A schema with its references bound to a scope, without identifiers and definitions of its own. */
  #bound(schema: SchemaObject, at: DocumentSpot, outer: Scope): unknown {
    const scope = this.#entered(outer, at);
    const {
      $id: _id,
      $anchor: _anchor,
      $dynamicAnchor: _dynamic,
      $defs: _defs,
      definitions: _old,
      ...rest
    } = schema;
    const references = (["$ref", "$dynamicRef"] as const).flatMap((keyword) => {
      const ref = schema[keyword];
      if (typeof ref !== "string") return [];
      const target = this.#target(at, { ref, keyword, scope });
      return [target === undefined ? ref : referenceTo(at.document, target)];
    });
    const { $ref: _ref, $dynamicRef: _dynamicRef, ...others } = rest;
    const tokens = new Map([...walkSchema(schema)].map(([path, item]) => [item, path]));
    const mapped = mapSubschemas(others, (item) =>
      this.#bound(item, { ...at, tokens: [...at.tokens, ...(tokens.get(item) ?? [])] }, scope),
    );
    return withReferences(mapped, references);
  }

  #chooseName(source: DocumentSpot, scope: Scope): string {
    const bound = [...scope].map(([name, spot]) => {
      const { $ref } = objectAt(spot);
      const target = typeof $ref === "string" ? this.resources.resolve(spot, $ref) : undefined;
      return lastName(target ?? spot) ?? name;
    });
    const own = lastName(source) ?? source.document.file.split("/").at(-1)?.split(".")[0] ?? "";
    return `${own}Of${bound.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join("And")}`;
  }

  /** The dynamic anchors that a schema, or what it refers to, refers to. */
  #namesBelow(start: DocumentSpot): ReadonlySet<string> {
    const known = this.#names.get(spotKey(start));
    if (known !== undefined) return known;
    const names = new Set<string>();
    const seen = new Set<string>();
    const open = [start];
    for (let spot = open.pop(); spot; spot = open.pop()) {
      if (seen.has(spotKey(spot))) continue;
      seen.add(spotKey(spot));
      for (const [path, { $ref, $dynamicRef }] of walkSchema(objectAt(spot))) {
        if (++this.#steps > mostSteps) return new Set();
        const at = { ...spot, tokens: [...spot.tokens, ...path] };
        for (const ref of [$ref, $dynamicRef].filter((each) => typeof each === "string")) {
          const target = this.resources.resolve(at, ref);
          if (target === undefined) continue;
          open.push(target);
          const [, name] = splitRef(ref);
          if (ref === $dynamicRef && objectAt(target).$dynamicAnchor === name) names.add(name);
        }
      }
    }
    this.#names.set(spotKey(start), names);
    return names;
  }
}

/** A schema with references in addition to its own keywords. */
function withReferences(schema: SchemaObject, references: readonly string[]): SchemaObject {
  const [$ref, ...more] = references;
  if ($ref === undefined) return schema;
  if (more.length === 0) return { $ref, ...schema };
  const allOf = listOrEmpty(schema.allOf);
  return { ...schema, allOf: [...references.map((each) => ({ $ref: each })), ...allOf] };
}

function objectAt({ document, tokens }: DocumentSpot): SchemaObject {
  const value = valueAt(document.value, tokens);
  if (isSchemaObject(value)) return value;
  return {};
}

function lastName({ tokens }: DocumentSpot): string | undefined {
  return tokens.at(-1);
}
