import { toPointer } from "@oipkit/runtime/json-pointer";
import type { Place } from "../../../reader/documents/place.js";
import { SchemaError } from "../../../reader/validation/schema-error.js";
import { holds } from "../../../reader/validation/synthesis/search.js";
import { type Synthesis, synthesise } from "../../../reader/validation/synthesis/synthesise.js";
import type { MockSchemas } from "../contract/schemas.js";
import { partExamples } from "./contract-examples.js";

/** A valid value; or why there is none: a sentence without a full stop. */
export type MadeValue =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "none"; readonly reason: string };

/** Steps of one search, of which a full search and one for a small value are tried (guessed: a second at most). */
const steps = 20_000;

/**
 * A value that the schema of an answer accepts, the same each time: all members, with the examples and defaults of the
 * schema's parts as far as they are valid; if none is found so, without them, then with the required members alone.
 */
export function madeValue(schemas: MockSchemas, schema: Place): MadeValue {
  try {
    const node = schemas.node(schema, "answer");
    const contracts = schemas.contracts("answer");
    const isValid = (place: Place, value: unknown): boolean => {
      try {
        return holds(schemas.node(place, "answer"), value);
      } catch (error) {
        if (error instanceof SchemaError) return false;
        throw error;
      }
    };
    const directed = {
      ...schema,
      document: contracts.documents.get(schema.document.path) ?? schema.document,
    };
    const parts = partExamples(contracts, directed, isValid);
    const fixed = new Map(parts.map(([path, value]) => [toPointer(path), value]));
    const tries: (() => Synthesis)[] = [
      ...(fixed.size === 0 ? [] : [() => synthesise(node, { size: "full", fixed, steps })]),
      () => synthesise(node, { size: "full", steps }),
      () => synthesise(node, { size: "small", steps }),
    ];
    let last: Synthesis | undefined;
    for (const attempt of tries) {
      last = attempt();
      if (last.kind === "value") return last;
    }
    const place = last?.kind === "none" && last.pointer !== "" ? ` at \`${last.pointer}\`` : "";
    return { kind: "none", reason: `no value was found${place} that its schema accepts` };
  } catch (error) {
    if (error instanceof SchemaError || error instanceof SyntaxError || error instanceof RangeError)
      return { kind: "none", reason: `its schema can't be used: ${error.message.split("\n", 1)[0]}` };
    throw error;
  }
}

/** Whether the schema of an answer accepts a value, and if not, why: a sentence without a full stop. */
export function violationOf(schemas: MockSchemas, schema: Place, value: unknown): string | undefined {
  try {
    if (holds(schemas.node(schema, "answer"), value)) return undefined;
    const [first] = schemas.validator(schema, "answer").check(value, { all: false });
    return first?.message;
  } catch (error) {
    if (error instanceof SchemaError || error instanceof SyntaxError || error instanceof RangeError)
      return `can't be checked: ${error.message.split("\n", 1)[0]}`;
    throw error;
  }
}
