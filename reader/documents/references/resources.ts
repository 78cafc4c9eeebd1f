import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { maxJsonDepth } from "@oipkit/runtime/json-depth";
import { fromPointer, toPointer, valueAt } from "@oipkit/runtime/json-pointer";
import type { Document } from "../document.js";
import { referencedPath } from "../references.js";
import { isSchemaObject } from "../schema-walk.js";
import type { DocumentSpot } from "./changed-document.js";

/** A part of a document with names of its own: a schema with a `$id`, a component, or the whole document. */
interface Resource extends DocumentSpot {
  /** Its absolute URI; a component has that of its document. */
  readonly uri: string;
  /** Whether pointers start here. */
  readonly isBase: boolean;
  readonly outer: Resource | undefined;
  /** Tokens of each `$anchor` and `$dynamicAnchor`. */
  readonly anchors: Map<string, readonly string[]>;
  readonly dynamic: Map<string, readonly string[]>;
}

/** The resources of documents, and what references lead to. */
export class DocumentResources {
  readonly #byUri = new Map<string, Resource>();
  readonly #byPlace = new Map<string, Map<string, Resource>>();
  /** Embedded schemas whose `$id` another one has, with other content. References by it mean the first. */
  readonly ambiguous: { readonly spot: DocumentSpot; readonly first: Resource }[] = [];

  constructor(readonly documents: ReadonlyMap<string, Document>) {
    for (const document of documents.values()) this.#index(document);
  }

  /** The innermost resource around a place. */
  around({ document, tokens }: DocumentSpot): Resource {
    const places = this.#byPlace.get(document.path) as Map<string, Resource>;
    if (places.size > 1)
      for (let length = tokens.length; length > 0; length--) {
        const found = places.get(toPointer(tokens.slice(0, length)));
        if (found !== undefined) return found;
      }
    return places.get("") as Resource;
  }

  /** The resource with an absolute URI. */
  withUri(uri: string): Resource | undefined {
    return this.#byUri.get(uri);
  }

  /** The place that a reference in an object leads to; part of a path may be behind references itself. */
  resolve(from: DocumentSpot, ref: string, hops = 0): DocumentSpot | undefined {
    const [file = "", fragment = ""] = splitRef(ref);
    const inner = this.around(from);
    const resource = file === "" ? inner : this.#named(from.document, inner, file);
    if (resource === undefined) return undefined;
    let text: string;
    try {
      text = decodeURIComponent(fragment);
      if (text !== "" && !text.startsWith("/")) return this.#anchored(resource, text);
      const rest = fromPointer(text);
      const base = baseResource(resource);
      // A pointer from an embedded schema should start there; many mean the document.
      return (
        this.#walk(base, rest, hops) ??
        (base.tokens.length > 0 ? this.#walk({ ...base, tokens: [] }, rest, hops) : undefined)
      );
    } catch {
      return undefined;
    }
  }

  #named(document: Document, { uri }: Resource, file: string): Resource | undefined {
    const known = URL.canParse(file, uri) ? this.#byUri.get(withoutHash(new URL(file, uri).href)) : undefined;
    return known ?? this.#byPlace.get(referencedPath(document, file) ?? "")?.get("");
  }

  #anchored(resource: Resource, name: string): DocumentSpot | undefined {
    for (let at: Resource | undefined = resource; at !== undefined; at = at.outer) {
      const tokens = at.anchors.get(name);
      if (tokens !== undefined) return { document: at.document, tokens };
    }
    const { document } = resource;
    for (const other of this.#byPlace.get(document.path)?.values() ?? []) {
      const tokens = other.anchors.get(name);
      if (tokens !== undefined) return { document, tokens };
    }
    return undefined;
  }

  #walk(
    { document, tokens: start }: DocumentSpot,
    rest: readonly string[],
    hops: number,
  ): DocumentSpot | undefined {
    const tokens = [...start];
    let value = valueAt(document.value, start);
    for (const [index, written] of rest.entries()) {
      const token = wordNow(document, { schema: value, keyword: written, next: rest[index + 1] });
      const item = valueAt(value, [token]);
      if (item === undefined) {
        const { $ref } = (value ?? {}) as { $ref?: unknown };
        if (typeof $ref !== "string" || hops > maxJsonDepth) return undefined;
        const target = this.resolve({ document, tokens }, $ref, hops + 1);
        return target && this.#walk(target, rest.slice(index), hops + 1);
      }
      tokens.push(token);
      value = item;
    }
    if (value === undefined) return undefined;
    return { document, tokens };
  }

  #index(document: Document): void {
    const uri = pathToFileURL(document.path).href;
    const root = createResource(
      { document, tokens: [] },
      resolveUri(rootId(document), uri) ?? uri,
      undefined,
    );
    const places = new Map([["", root]]);
    this.#byPlace.set(document.path, places);
    if (root.uri !== uri) this.#byUri.set(root.uri, root);
    for (const { tokens, $id, $anchor, $dynamicAnchor } of document.scan.identifiers) {
      const outer = this.around({ document, tokens });
      const [name, kind, component] = tokens;
      if (name === "components" && kind === "schemas" && component !== undefined) {
        const pointer = toPointer(tokens.slice(0, 3));
        if (!places.has(pointer))
          places.set(pointer, {
            ...createResource({ document, tokens: tokens.slice(0, 3) }, outer.uri, root),
            isBase: false,
          });
      }
      const id = $id?.startsWith("#") ? undefined : resolveUri($id, outer.uri);
      if (id !== undefined && tokens.length > 0) {
        const resource = createResource({ document, tokens }, id, outer);
        places.set(toPointer(tokens), resource);
        const first = this.#byUri.get(id);
        if (first === undefined) this.#byUri.set(id, resource);
        else if (!isDeepStrictEqual(spotValue(first), spotValue(resource)))
          this.ambiguous.push({ spot: { document, tokens }, first });
      }
      const own = this.around({ document, tokens });
      const oldAnchor = /^#([^/].*)$/.exec($id ?? "")?.[1];
      for (const anchor of [$anchor, $dynamicAnchor, oldAnchor])
        if (anchor !== undefined && !own.anchors.has(anchor)) own.anchors.set(anchor, tokens);
      if ($dynamicAnchor !== undefined && !own.dynamic.has($dynamicAnchor))
        own.dynamic.set($dynamicAnchor, tokens);
    }
  }
}

/** The word of 2020-12 for a keyword on the path of a reference, in a document whose schemas were written in other words. */
function wordNow(
  { value }: Document,
  {
    schema,
    keyword,
    next = "",
  }: { readonly schema: unknown; readonly keyword: string; readonly next: string | undefined },
): string {
  if (!isSchemaObject(value) || !("asyncapi" in value) || !isSchemaObject(schema)) return keyword;
  const isTuple = Array.isArray(schema.prefixItems);
  if (isTuple && keyword === "items" && /^\d+$/.test(next)) return "prefixItems";
  if (isTuple && keyword === "additionalItems") return "items";
  if (keyword !== "dependencies" || keyword in schema) return keyword;
  const { dependentRequired } = schema;
  const isList = isSchemaObject(dependentRequired) && Object.hasOwn(dependentRequired, next);
  if (isList) return "dependentRequired";
  return "dependentSchemas";
}

/** The file and the fragment of a reference. */
export function splitRef(ref: string): [file: string, fragment: string] {
  const at = ref.indexOf("#");
  if (at < 0) return [ref, ""];
  return [ref.slice(0, at), ref.slice(at + 1)];
}

/** The absolute URI that a document has by `$id` or `$self`. */
export function documentUri(document: Document): string | undefined {
  return resolveUri(rootId(document), pathToFileURL(document.path).href);
}

function rootId({ value, scan }: Document): string | undefined {
  const $id = scan.identifiers.find(({ tokens }) => tokens.length === 0)?.$id;
  const { $self } = isSchemaObject(value) && "openapi" in value ? value : {};
  return $id ?? (typeof $self === "string" ? $self : undefined);
}

function resolveUri(id: string | undefined, base: string): string | undefined {
  if (id !== undefined && URL.canParse(id, base)) return withoutHash(new URL(id, base).href);
  return undefined;
}

function withoutHash(uri: string): string {
  return uri.replace(/#.*$/s, "");
}

function createResource(spot: DocumentSpot, uri: string, outer: Resource | undefined): Resource {
  return { ...spot, uri, isBase: true, outer, anchors: new Map(), dynamic: new Map() };
}

function spotValue({ document, tokens }: DocumentSpot): unknown {
  return valueAt(document.value, tokens);
}

function baseResource(resource: Resource): Resource {
  let base = resource;
  while (!base.isBase && base.outer !== undefined) base = base.outer;
  return base;
}
