import { valueAt } from "@oipkit/runtime/json-pointer";
import type { Contracts } from "../../../reader/documents/contracts.js";
import { ExactNumber, exactIn } from "../../../reader/documents/exact-number.js";
import { comparingKeywords } from "../../../reader/documents/keywords.js";
import type { Place } from "../../../reader/documents/place.js";
import { type Reading, readingOf } from "../../../reader/documents/reading.js";
import { resolveReference } from "../../../reader/documents/references.js";
import type { Versions } from "../version.js";

/** The numbers that schemas compare values with: by the nearest double, the exact ones. */
type Numbers = ReadonlyMap<number, ReadonlyMap<string, ExactNumber | number>>;

/** Where a schema is in both versions. */
interface SchemaPlaces {
  readonly old: Pick<Place, "document" | "tokens">;
  readonly new: Pick<Place, "document" | "tokens">;
}

/**
 * Finds schemas that differ in numbers with the same nearest double, such as 9007199254740992 and 9007199254740993. Schemas are
 * compared by doubles, for which these are one. The result says why a difference isn't decided; `undefined` if there is none.
 */
export function inexactDifferences({
  old,
  new: current,
}: Versions): (places: SchemaPlaces) => string | undefined {
  const known = new Map<Place["document"], boolean>();
  const mayDiffer = [old, current].some(({ contracts }) =>
    [...contracts.documents.values()].some((document) => hasInexact(document, known)),
  );
  if (!mayDiffer) return () => undefined;
  return (places) => {
    const [before, after] = [
      numbersAt(old.contracts, places.old),
      numbersAt(current.contracts, places.new),
    ] as const;
    for (const [nearest, numbers] of before) {
      const others = after.get(nearest);
      if (others === undefined) continue;
      const only = [...numbers].find(([key]) => !others.has(key))?.[1];
      const added = [...others].find(([key]) => !numbers.has(key))?.[1];
      if (only === undefined && added === undefined) continue;
      const pair = [only ?? [...numbers.values()][0], added ?? [...others.values()][0]].map(String);
      return `numbers are compared as doubles, for which ${pair.join(" and ")} are the same number`;
    }
    return undefined;
  };
}

function hasInexact(document: Place["document"], known: Map<Place["document"], boolean>): boolean {
  const before = known.get(document);
  if (before !== undefined) return before;
  let found = false;
  for (const number of numbersIn(document.value, "keywords", () => {}))
    if (number instanceof ExactNumber) {
      found = true;
      break;
    }
  known.set(document, found);
  return found;
}

/** The numbers of a schema and of those that it refers to. */
function numbersAt({ documents }: Contracts, place: SchemaPlaces["old"]): Numbers {
  const found = new Map<number, Map<string, ExactNumber | number>>();
  const visited = new Set<unknown>();
  const open = [place];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { document, tokens } = next;
    const value = valueAt(document.value, tokens);
    if (visited.has(value)) continue;
    visited.add(value);
    const follow = (ref: string): void => {
      const resolution = resolveReference(documents, document, ref);
      if (resolution.kind === "found") open.push(resolution.target);
    };
    for (const number of numbersIn(value, "keywords", follow)) {
      const nearest = number instanceof ExactNumber ? number.nearest : number;
      const key = number instanceof ExactNumber ? number.canonical : String(number);
      const same = found.get(nearest) ?? new Map<string, ExactNumber | number>();
      found.set(nearest, same.set(key, number));
    }
  }
  return found;
}

function* numbersIn(
  value: unknown,
  reading: Exclude<Reading, "data">,
  follow: (ref: string) => void,
): Generator<ExactNumber | number> {
  if (typeof value !== "object" || value === null) return;
  if (reading === "keywords" && !Array.isArray(value)) {
    for (const keyword of comparingKeywords) yield* allNumbers(exactIn(value, keyword));
    const { $ref } = value as { readonly $ref?: unknown };
    if (typeof $ref === "string") follow($ref);
  }
  for (const [key, part] of Object.entries(value)) {
    const below = readingOf(reading, key, part);
    if (below !== "data") yield* numbersIn(part, below, follow);
  }
}

function* allNumbers(value: unknown): Generator<ExactNumber | number> {
  if (typeof value === "number" || value instanceof ExactNumber) yield value;
  else if (typeof value === "object" && value !== null)
    for (const part of Object.values(value)) yield* allNumbers(part);
}
