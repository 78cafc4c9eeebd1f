import { contractExamples } from "../../../reader/documents/openapi/contract-examples.js";
import { below, type Place, placeKey } from "../../../reader/documents/place.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import type { InstanceChecks } from "../../../reader/validation/instances.js";
import { synthesise } from "../../../reader/validation/synthesis/synthesise.js";
import { SchemaError } from "../../../reader/validation/violation.js";
import type { SectionInput } from "./page.js";

/** A value of a parameter or of a body. */
export interface ShownExample {
  /** Its name in the contract; empty if it has none. */
  readonly name: string;
  readonly value: unknown;
  /** Whether it is made from the schema, since the contract has none. */
  readonly isMade: boolean;
}

/** Steps of the search for one value (guessed: some milliseconds). */
const steps = 500;

/**
 * The examples of a media type, parameter or header: those of the contract, else a small one made from its schema; none if that isn't
 * possible. Those of the contract aren't checked here: `--examples` says what becomes of wrong ones.
 */
export function shownExamples(
  { contracts, checks }: Pick<SectionInput, "contracts" | "checks">,
  holder: Place,
): readonly ShownExample[] {
  const written = contractExamples(contracts, holder);
  if (written.length > 0) return written.map(({ name = "", value }) => ({ name, value, isMade: false }));
  const schema = below(holder, "schema");
  if (saysNothing(schema)) return [];
  return madeValues(checks, schema).map((value) => ({ name: "", value, isMade: true }));
}

/** Whether any value is valid, so that one that is made would only mislead. */
function saysNothing({ value }: Place): boolean {
  if (!isSchemaObject(value)) return true;
  return Object.keys(value).every((key) => key === "description" || key === "title" || key.startsWith("x-"));
}

const known = new WeakMap<InstanceChecks, Map<string, unknown[]>>();

/** A small valid value for a schema, or none. It is made once for each place and run. */
export function madeValues(checks: InstanceChecks, schema: Place): unknown[] {
  const made = known.get(checks) ?? new Map<string, unknown[]>();
  known.set(checks, made);
  const key = placeKey(schema);
  const found = made.get(key) ?? makeValue(checks, schema);
  made.set(key, found);
  return found;
}

function makeValue(checks: InstanceChecks, schema: Place): unknown[] {
  try {
    const made = synthesise(checks.node(schema), { size: "small", steps });
    if (made.kind === "value") return [made.value];
    return [];
  } catch (error) {
    if (error instanceof SchemaError || error instanceof SyntaxError) return [];
    throw error;
  }
}

/** Longest example that a page shows, in characters. */
const maxText = 8_000;

/** A value as text: JSON with two spaces, or a string as it is if the media type isn't JSON. */
export function exampleText(value: unknown, mediaType: string): string {
  const isText = typeof value === "string" && !/[/+]json\b/i.test(mediaType);
  const text = isText ? value : (JSON.stringify(value, null, 2) ?? "");
  if (text.length <= maxText) return text;
  const kept = text.slice(0, maxText).split("\n").slice(0, -1);
  const left = text.split("\n").length - kept.length;
  if (kept.length === 0) return `${text.slice(0, maxText)}\n… (the rest isn't shown)`;
  return `${kept.join("\n")}\n… (${left} further lines aren't shown)`;
}
