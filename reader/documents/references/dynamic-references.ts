import { valueAt } from "@oipkit/runtime/json-pointer";
import { mapSubschemas } from "../map-schema.js";
import { isSchemaObject, type SchemaObject, walkSchema } from "../schema-walk.js";
import { type DocumentChanges, referenceTo, type Spot, spotKey } from "./changed-document.js";
import { type Resources, splitRef } from "./resources.js";

/** The schema that each dynamic anchor stands for, by name. */
type Scope = ReadonlyMap<string, Spot>;

/** Most copies; guessed: one for each use of a generic schema with other parameters. */
const mostCopies = 1_000;

/** Most schemas to look at in search of dynamic references; guessed. Beyond, they mean what they mean on their own. */
const mostSteps = 2_000_000;

/**
 * Resolves references as they are read in one dynamic scope. A schema with a `$dynamicRef` that means something else
 * there gets a copy, so that every reference has one target: a generic list becomes a list of users.
 */
export class DynamicReferences {
  readonly #copies = new Map<string, Spot | undefined>();
  readonly #names = new Map<string, ReadonlySet<string>>();
  #steps = 0;

  constructor(
    readonly resources: Resources,
    readonly changes: DocumentChanges,
  ) {}

  /** What the reference in an object leads to, if the object is where reading starts. */
  target(from: Spot, ref: string, keyword: "$ref" | "$dynamicRef"): Spot | undefined {
    return this.#target(from, { ref, keyword, scope: this.#entered(new Map(), from) });
  }

  #target(
    from: Spot,
    { ref, keyword, scope }: { readonly ref: string; readonly keyword: string; readonly scope: Scope },
  ): Spot | undefined {
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
      return spot === undefined ? [] : [[each, spot] as const];
    });
    const isPlain = bound.every(
      ([each, spot]) => spotKey(plain.get(each) ?? spot) === spotKey(spot) && plain.has(each),
    );
    return isPlain ? target : this.#copy(target, new Map(bound));
  }

  #entered(scope: Scope, spot: Spot): Scope {
    const { document, dynamic } = this.resources.around(spot);
    const missing = [...dynamic].filter(([name]) => !scope.has(name));
    return new Map([...scope, ...missing.map(([name, tokens]) => [name, { document, tokens }] as const)]);
  }

  #copy(source: Spot, scope: Scope): Spot | undefined {
    const key = JSON.stringify([
      spotKey(source),
      [...scope].map(([name, spot]) => [name, spotKey(spot)]).sort(),
    ]);
    const known = this.#copies.get(key);
    if (known !== undefined || this.#copies.size >= mostCopies) return known ?? source;
    const copy = this.changes.add(source.document, this.#nameOf(source, scope), source);
    this.#copies.set(key, copy?.spot ?? source);
    if (copy === undefined) return source;
    copy.put(this.#bound(objectAt(source), source, scope));
    return copy.spot;
  }

  /** A schema with its references bound to a scope, without identifiers and definitions of its own. */
  #bound(schema: SchemaObject, at: Spot, outer: Scope): unknown {
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

  #nameOf(source: Spot, scope: Scope): string {
    const bound = [...scope].map(([name, spot]) => {
      const { $ref } = objectAt(spot);
      const target = typeof $ref === "string" ? this.resources.resolve(spot, $ref) : undefined;
      return lastName(target ?? spot) ?? name;
    });
    const own = lastName(source) ?? source.document.file.split("/").at(-1)?.split(".")[0] ?? "";
    return `${own}Of${bound.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join("And")}`;
  }

  /** The dynamic anchors that a schema, or what it refers to, refers to. */
  #namesBelow(start: Spot): ReadonlySet<string> {
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
  const allOf = Array.isArray(schema.allOf) ? schema.allOf : [];
  return { ...schema, allOf: [...references.map((each) => ({ $ref: each })), ...allOf] };
}

function objectAt({ document, tokens }: Spot): SchemaObject {
  const value = valueAt(document.value, tokens);
  return isSchemaObject(value) ? value : {};
}

function lastName({ tokens }: Spot): string | undefined {
  return tokens.at(-1);
}
