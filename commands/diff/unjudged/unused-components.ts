import { isForeignAt, schemaWithin } from "../../../reader/documents/asyncapi/schema-formats.js";
import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Document } from "../../../reader/documents/document.js";
import { below, childPlaces, type Place, placeAt } from "../../../reader/documents/place.js";
import { resolveReference } from "../../../reader/documents/references.js";
import { listOrEmpty, recordOrEmpty } from "../../../reader/documents/schema-walk.js";
import type { SchemaPair } from "../parts/compare-parts.js";
import { areEqual } from "../same/equal-values.js";
import { pairDocuments, type Versions } from "../version.js";

/** Sections that are documentation, or applied before. */
const apart: ReadonlySet<string> = new Set(["examples", "operationTraits", "messageTraits"]);

/** A component that nothing is sent with, in the versions that have it. */
export interface UnusedComponent {
  readonly name: string;
  /** Whether it extends one that is used, so that a discriminator may stand for it. */
  readonly isAlternative: boolean;
  readonly old?: Place;
  readonly new?: Place;
}

/** All of two versions. Documents that are the same in both have none. */
export function findUnused(versions: Versions, unchanged: ReadonlySet<Document>): readonly UnusedComponent[] {
  const used = { old: usedComponents(versions.old.contracts), new: usedComponents(versions.new.contracts) };
  return (["openapi", "asyncapi"] as const)
    .flatMap((format) => pairDocuments(versions, format).pairs)
    .filter((pair) => !unchanged.has(pair.old))
    .flatMap((pair) => unusedComponents(pair, used, versions));
}

/** Whether both versions have it as a schema, so that it can be compared. */
export function isComparable({ old, new: current }: UnusedComponent, versions: Versions): boolean {
  return isSchema(old, versions.old.contracts) && isSchema(current, versions.new.contracts);
}

function isSchema(place: Place | undefined, contracts: Contracts): boolean {
  return place !== undefined && place.tokens[1] === "schemas" && !isForeignAt(contracts, place);
}

/** The schemas among them that both versions have. Who sends them isn't known. */
export function unusedSchemas(unused: readonly UnusedComponent[], versions: Versions): SchemaPair[] {
  return unused.flatMap((component): SchemaPair[] => {
    const { name, old, new: current } = component;
    if (old === undefined || current === undefined || !isComparable(component, versions)) return [];
    const subject = `\`${name}\``;
    const part = { kind: "component", key: name, title: subject, flow: "to-consumer" } as const;
    return [
      {
        subject,
        titles: [subject],
        flow: "to-consumer",
        exchange: "any",
        old: { ...part, at: old, schema: schemaWithin(versions.old.contracts, old) },
        new: { ...part, at: current, schema: schemaWithin(versions.new.contracts, current) },
      },
    ];
  });
}

/** The keys of the components that are used, in each version. */
interface UsedComponents {
  readonly old: ReadonlySet<string>;
  readonly new: ReadonlySet<string>;
}

/**
 * The components of two documents that differ, and with which nothing is sent in either version.
 */
function unusedComponents(
  documents: { readonly old: Document; readonly new: Document },
  used: UsedComponents,
  versions: Versions,
): UnusedComponent[] {
  const [before, after] = [componentsIn(documents.old), componentsIn(documents.new)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name): UnusedComponent[] => {
    const [old, current] = [before.get(name), after.get(name)];
    if (isUsed(old, used.old) || isUsed(current, used.new)) return [];
    if (old !== undefined && current !== undefined && areEqual(old.value, current.value)) return [];
    const isAlternative =
      isExtension(versions.old.contracts, old, used.old) ||
      isExtension(versions.new.contracts, current, used.new);
    const places = { ...(old && { old }), ...(current && { new: current }) };
    return [{ name: name.slice(name.indexOf("/") + 1), isAlternative, ...places }];
  });
}

function isUsed(place: Place | undefined, keys: ReadonlySet<string>): boolean {
  return place !== undefined && keys.has(componentKey(place.document, place.tokens));
}

/** Whether a schema consists of a used one and more. */
function isExtension({ documents }: Contracts, place: Place | undefined, keys: ReadonlySet<string>): boolean {
  if (place === undefined) return false;
  return listOrEmpty(recordOrEmpty(place.value).allOf).some((base) => {
    const { $ref } = recordOrEmpty(base);
    if (typeof $ref !== "string") return false;
    const resolution = resolveReference(documents, place.document, $ref);
    return (
      resolution.kind === "found" &&
      isUsed(placeAt(resolution.target.document, resolution.target.tokens), keys)
    );
  });
}

function componentsIn(document: Document): Map<string, Place> {
  const sections = childPlaces(below(placeAt(document, []), "components")).filter(
    ([name]) => !apart.has(name),
  );
  return new Map(
    sections.flatMap(([section, place]) =>
      childPlaces(place).map(([name, component]) => [`${section}/${name}`, component] as const),
    ),
  );
}

/** The keys of the components that are used outside of `components`, directly or through others. */
function usedComponents({ documents, openapi, asyncapi }: Contracts): ReadonlySet<string> {
  const schemes = [...documents.values()].flatMap(({ value }) => requiredSchemes(value));
  const used = new Set(
    openapi.flatMap((document) =>
      schemes.map((name) => componentKey(document, ["components", "securitySchemes", name])),
    ),
  );
  const groups = new Map<Document, ReadonlyMap<string, readonly string[]>>();
  const open = [...openapi, ...asyncapi].map((document) => ({ document, group: "" }));
  const started = new Set(open.map(({ document }) => document));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { document, group } = next;
    const known = groups.get(document) ?? referencesByComponent(document);
    groups.set(document, known);
    for (const ref of known.get(group) ?? []) {
      const resolution = resolveReference(documents, document, ref);
      if (resolution.kind !== "found") continue;
      const { target } = resolution;
      const found = componentKey(target.document, target.tokens);
      if (target.tokens[0] === "components") {
        if (used.has(found)) continue;
        used.add(found);
        open.push({ document: target.document, group: found });
      } else if (!started.has(target.document)) {
        started.add(target.document);
        open.push({ document: target.document, group: "" });
      }
    }
  }
  return used;
}

/** The names of security schemes that are required anywhere in a document: OpenAPI refers to them by name. */
function requiredSchemes(value: unknown): string[] {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const open = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    seen.add(next);
    const { security } = next as { readonly security?: unknown };
    for (const requirement of listOrEmpty(security))
      for (const name of Object.keys(recordOrEmpty(requirement))) names.add(name);
    for (const inner of Object.values(next)) if (inner !== undefined && inner !== null) open.push(inner);
  }
  return [...names];
}

/** The references of a document by the key of the component that has them; "" if none has. A discriminator's names aren't among them. */
function referencesByComponent(document: Document): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const { ref, tokens, key } of document.scan.references) {
    if (key !== undefined && key !== "$dynamicRef") continue;
    const group = tokens[0] === "components" ? componentKey(document, tokens) : "";
    const known = groups.get(group);
    if (known === undefined) groups.set(group, [ref]);
    else known.push(ref);
  }
  return groups;
}

function componentKey({ path }: Document, tokens: readonly string[]): string {
  return [path, ...tokens.slice(0, 3)].join("\n");
}
