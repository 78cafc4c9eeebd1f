import { isDeepStrictEqual } from "node:util";
import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Document } from "../../../reader/documents/document.js";
import { below, childPlaces, type Place, placeAt } from "../../../reader/documents/place.js";
import { resolveReference } from "../../../reader/documents/references.js";

/** Sections whose components are found by their names, or applied before. */
const apart: ReadonlySet<string> = new Set([
  "securitySchemes",
  "examples",
  "operationTraits",
  "messageTraits",
]);

/** A component that nothing is sent with, in the versions that have it. */
export interface UnusedComponent {
  readonly name: string;
  readonly old?: Place;
  readonly new?: Place;
}

/** The keys of the components that are used, in each version. */
export interface UsedComponents {
  readonly old: ReadonlySet<string>;
  readonly new: ReadonlySet<string>;
}

/**
 * The components of two documents that differ, and with which nothing is sent in either version: components are compared where they are used, so
 * these aren't.
 */
export function unusedComponents(
  documents: { readonly old: Document; readonly new: Document },
  used: UsedComponents,
): UnusedComponent[] {
  const [before, after] = [componentsIn(documents.old), componentsIn(documents.new)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name): UnusedComponent[] => {
    const [old, current] = [before.get(name), after.get(name)];
    const isUsed = (place: Place | undefined, keys: ReadonlySet<string>): boolean =>
      place !== undefined && keys.has(componentKey(place.document, place.tokens));
    if (isUsed(old, used.old) || isUsed(current, used.new)) return [];
    if (old !== undefined && current !== undefined && isDeepStrictEqual(old.value, current.value)) return [];
    return [
      { name: name.slice(name.indexOf("/") + 1), ...(old && { old }), ...(current && { new: current }) },
    ];
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
export function usedComponents({ documents, openapi, asyncapi }: Contracts): ReadonlySet<string> {
  const used = new Set<string>();
  const whole = new Set<Document>();
  const open: { readonly document: Document; readonly above: readonly string[] }[] = [
    ...openapi,
    ...asyncapi,
  ].map((document) => ({ document, above: [] }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { document, above } = next;
    for (const { ref, tokens, key } of document.scan.references) {
      // A name that stands for an alternative isn't one.
      if (key !== undefined && key !== "$dynamicRef") continue;
      if (above.length === 0 ? tokens[0] === "components" : !above.every((token, at) => tokens[at] === token))
        continue;
      const resolution = resolveReference(documents, document, ref);
      if (resolution.kind !== "found") continue;
      const { target } = resolution;
      if (target.tokens[0] === "components") {
        const found = componentKey(target.document, target.tokens);
        if (used.has(found)) continue;
        used.add(found);
        open.push({ document: target.document, above: target.tokens.slice(0, 3) });
      } else if (!whole.has(target.document)) {
        whole.add(target.document);
        open.push({ document: target.document, above: [] });
      }
    }
  }
  return used;
}

function componentKey({ path }: Document, tokens: readonly string[]): string {
  return [path, ...tokens.slice(0, 3)].join("\n");
}
