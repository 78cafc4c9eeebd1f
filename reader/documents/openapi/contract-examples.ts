import type { Contracts } from "../contracts.js";
import { below, childPlaces, dereference, type Place, referenceChain } from "../place.js";

/** An example of the contract for a whole body or header. */
export interface ContractExample {
  /** Its name among `examples`; absent for `example`, and for one of the schema. */
  readonly name: string | undefined;
  readonly value: unknown;
}

/** The examples of a parameter, media type or header object, in their order: `example`, `examples`, then those of its schema. */
export function contractExamples(contracts: Contracts, holder: Place): readonly ContractExample[] {
  const named = childPlaces(below(holder, "examples")).flatMap(([name, reference]) => {
    const { value } = dereference(contracts, reference);
    // `dataValue` is OpenAPI 3.2's.
    const key = ["value", "dataValue"].find((each) => isRecord(value) && Object.hasOwn(value, each));
    if (isRecord(value) && key !== undefined) return [{ name, value: value[key] }];
    return [];
  });
  const ofSchema = referenceChain(contracts, below(holder, "schema")).flatMap(({ value }) => [
    ...plainExample(value),
    ...listedExamples(value),
  ]);
  return [...plainExample(holder.value), ...named, ...ofSchema];
}

/** The `example` of an object. */
export function plainExample(value: unknown): readonly ContractExample[] {
  if (isRecord(value) && Object.hasOwn(value, "example")) return [{ name: undefined, value: value.example }];
  return [];
}

/** The list of `examples` of a schema. */
export function listedExamples(value: unknown): readonly ContractExample[] {
  const { examples } = isRecord(value) ? value : {};
  if (Array.isArray(examples)) return examples.map((each: unknown) => ({ name: undefined, value: each }));
  return [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
