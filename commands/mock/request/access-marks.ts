import { maxJsonDepth } from "@oipkit/runtime/json-depth";
import { toPointer } from "@oipkit/runtime/json-pointer";
import type { Contracts } from "../../../reader/documents/contracts.js";
import { ExactNumber } from "../../../reader/documents/exact-number.js";
import type { Place } from "../../../reader/documents/place.js";
import { partsReaching } from "../../../reader/documents/reaching-parts.js";
import { translatedPlace } from "../../../reader/validation/dialects/openapi30.js";
import { type Applying, appliedSchemas, memberPlaces, schemaMembers } from "../contract/applied-schemas.js";
import type { MockSchemas, ValueDirection } from "../contract/schemas.js";
import { type FindingPlace, finding, type MockFinding } from "../exchange.js";

/** A value, and the schema that it follows. */
interface MarkedValue {
  readonly schema: Place;
  readonly direction: ValueDirection;
  readonly at: FindingPlace;
  readonly value: unknown;
}

/** How members that the other side alone sends are found. */
interface Marking {
  readonly schemas: MockSchemas;
  readonly strict: boolean;
}

const marks = { request: "readOnly", answer: "writeOnly" } as const;

/** Most findings of one value. */
const mostFound = 100;

/**
 * The members of a value that are `readOnly` in a request or `writeOnly` in an answer. A server may ignore the former, so they are warnings
 * unless the check is strict; the latter shouldn't leave it.
 */
export function misplacedMembers({ schemas, strict }: Marking, marked: MarkedValue): readonly MockFinding[] {
  const { schema, direction, at, value } = marked;
  // This view has all properties, and only lists of what is required differ.
  const contracts = schemas.contracts("request");
  const mark = marks[direction];
  if (!reachesMark(contracts, schema, mark)) return [];
  const accepts = (place: Place, each: unknown): boolean => {
    try {
      return schemas.validator(place, direction).is(each);
    } catch {
      return false;
    }
  };
  const walk: Walk = { contracts, mark, accepts, found: [] };
  visit(walk, { places: [schema], value, path: [] });
  return walk.found.map(({ path }) => memberFinding(at, path, strict));
}

function memberFinding(at: FindingPlace, path: readonly string[], strict: boolean): MockFinding {
  const name = path.at(-1) ?? "";
  const pointer = toPointer(path);
  if (at.side === "answer") {
    const message = `\`${name}\` is writeOnly in the contract, and the answer shows it`;
    const help = "Remove it from the answer, or the mark from the contract if everyone may see it.";
    return { ...finding(at, { code: "write-only", message, help }), pointer };
  }
  const message = `\`${name}\` is readOnly in the contract, and the request sends it`;
  const help = "Leave it out, or remove the mark from the contract if clients may set it.";
  const found = { ...finding(at, { code: "read-only", message, help }), pointer };
  if (strict) return found;
  return { ...found, level: "warning" };
}

interface Walk extends Applying {
  readonly mark: "readOnly" | "writeOnly";
  readonly found: { readonly path: readonly string[] }[];
}

interface Visited {
  readonly places: readonly Place[];
  readonly value: unknown;
  readonly path: readonly string[];
}

function visit(walk: Walk, { places, value, path }: Visited): void {
  if (path.length > maxJsonDepth || walk.found.length >= mostFound) return;
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) return;
  const applied = appliedSchemas(walk, places, value);
  if (applied.length === 0) return;
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  for (const [key, member] of members as [string | number, unknown][]) {
    const inner = applied.flatMap((place) => memberPlaces(place, key));
    if (inner.length === 0) continue;
    const own = appliedSchemas(walk, inner, member);
    const isMarked = typeof key === "string" && own.some((place) => schemaMembers(place)[walk.mark] === true);
    if (isMarked) walk.found.push({ path: [...path, key] });
    else visit(walk, { places: inner, value: member, path: [...path, String(key)] });
  }
}

/** Whether a schema, or one that it refers to, has a mark. */
function reachesMark(contracts: Contracts, schema: Place, mark: Walk["mark"]): boolean {
  const { value } = translatedPlace(contracts, schema);
  return typeof value === "object" && value !== null && partsReaching(contracts, mark).has(value);
}
