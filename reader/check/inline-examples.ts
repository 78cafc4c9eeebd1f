import { fromPointer } from "@oipkit/runtime/json-pointer";
import { documentMessages, type MessageSource } from "../documents/asyncapi/messages.js";
import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { type Document, type PartReading, valueReading } from "../documents/document.js";
import { exactJsonText } from "../documents/exact-json.js";
import { isStreamed } from "../documents/openapi/version32.js";
import { below, childPlaces, dereference, type Place, placeAt, placeKey } from "../documents/place.js";
import { isSchemaObject, listOrEmpty, walkSchema } from "../documents/schema-walk.js";
import { type InstanceChecks, instanceChecks } from "../validation/instances.js";
import { SchemaError, type Violation } from "../validation/violation.js";

/** What is wrong with an inline example. */
export interface ExampleFault {
  readonly code: "example-invalid" | "schema-invalid";
  readonly document: Document;
  readonly tokens: readonly string[];
  /** A sentence without a full stop. */
  readonly message: string;
  readonly hint: string;
  /** In how many other places of the document the same example of the same schema is written. */
  readonly copies: number;
}

/** Inline examples in OpenAPI documents, messages and schemas must match their schema. */
export function checkInlineExamples(contracts: Contracts): Diagnostic[] {
  return inlineExampleFaults(contracts).map((fault) =>
    diagnose(fault.document, fault.tokens, {
      code: fault.code,
      message: faultText(fault),
      hint: fault.hint,
    }),
  );
}

/** The message of a fault, with the number of its copies. */
export function faultText({ message, copies }: ExampleFault): string {
  if (copies === 0) return message;
  return `${message}; the same is written in ${copies} other place${copies === 1 ? "" : "s"}`;
}

/** The faults of inline examples. Of copies of an example, the first one has them. */
export function inlineExampleFaults(contracts: Contracts): readonly ExampleFault[] {
  const pairs = [
    ...contracts.openapi.flatMap((document) => examplesOfHolders(contracts, placeAt(document, []))),
    ...[...contracts.openapi, ...contracts.asyncapi].flatMap((document) =>
      childPlaces(placeAt(document, ["components", "schemas"])).flatMap(([, schema]) => insideSchema(schema)),
    ),
    ...contracts.asyncapi.flatMap((document) => documentMessages(contracts, document).flatMap(insideMessage)),
    ...contracts.schemas.flatMap((document) => insideSchema(placeAt(document, []))),
  ];
  if (pairs.length === 0) return [];
  const checks = instanceChecks(contracts);
  const faulty = pairs
    .map((pair) => ({ pair, faults: checkPair(checks, pair) }))
    .filter(({ faults }) => faults.length > 0);
  return [...byContent(faulty).values()].flatMap((copies) => {
    const [first] = copies;
    const places = new Set(copies.map(({ pair }) => placeKey(pair.example)));
    const others = places.size - 1;
    return first?.faults.map((fault) => ({ ...fault, copies: others })) ?? [];
  });
}

interface FaultyPair {
  readonly pair: Pair;
  readonly faults: readonly Omit<ExampleFault, "copies">[];
}

/** Pairs that are written in the same way, in order. What a reference is relative to is the document. */
function byContent(pairs: readonly FaultyPair[]): ReadonlyMap<string, readonly FaultyPair[]> {
  const groups = new Map<string, FaultyPair[]>();
  for (const faulty of pairs) {
    const { schema, example } = faulty.pair;
    const key = exactJsonText([schema.document.path, schema.value, example.document.path, example.value]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [faulty]);
    else group.push(faulty);
  }
  return groups;
}

interface Pair {
  readonly schema: Place;
  readonly example: Place;
}

function checkPair(checks: InstanceChecks, { schema, example }: Pair): FaultyPair["faults"] {
  try {
    const violations = withMissingTogether(checks.check(schema, example.value));
    return violations.map(({ pointer, fields: [field = pointer] = [], message }) => ({
      code: "example-invalid",
      document: example.document,
      tokens: [...example.tokens, ...fromPointer(field)],
      message: message.replace(/^the document\b/, "the example"),
      hint: "Fix the example or its schema, or set `examples: off` in oipkit.config.yaml to skip the check.",
    }));
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    const message = `the example can't be checked because its schema is invalid: ${error.message}`;
    const hint = "Fix the schema, or set `examples: off` in oipkit.config.yaml to skip the check.";
    return [{ code: "schema-invalid", document: schema.document, tokens: schema.tokens, message, hint }];
  }
}

/** More missing properties are only counted. */
const mostMissing = 5;

/** One violation for all properties that an object lacks: an example that is cut short has dozens. */
function withMissingTogether(violations: readonly Violation[]): readonly Violation[] {
  const isMissing = ({ code, property }: Violation) => code === "required" && property !== undefined;
  const missing = new Map<string, readonly string[]>();
  for (const violation of violations.filter(isMissing)) {
    const known = missing.get(violation.pointer) ?? [];
    missing.set(violation.pointer, [...known, violation.property ?? ""]);
  }
  const told = new Set<string>();
  return violations.flatMap((violation) => {
    const names = isMissing(violation) ? (missing.get(violation.pointer) ?? []) : [];
    if (names.length < 2) return [violation];
    if (told.has(violation.pointer)) return [];
    told.add(violation.pointer);
    return [{ ...violation, message: missingText(violation, names) }];
  });
}

function missingText({ pointer }: Violation, names: readonly string[]): string {
  const subject = pointer === "" ? "the document" : `\`${fromPointer(pointer).join(".")}\``;
  const shown = names.slice(0, mostMissing).map((name) => `\`${name}\``);
  const more = names.length > mostMissing ? ` and ${names.length - mostMissing} more` : "";
  return `${subject} lacks ${names.length} required properties: ${shown.join(", ")}${more}`;
}

/** Objects with both a `schema` and examples: media types, parameters, headers. A schema's own examples are inside it. */
function examplesOfHolders(contracts: Contracts, root: Place): Pair[] {
  const pairs: Pair[] = [];
  const open: { place: Place; reading: PartReading }[] = [{ place: root, reading: "keywords" }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { place, reading } = next;
    const { value } = place;
    if (value === null || typeof value !== "object" || reading === "data") continue;
    const schema = reading === "keywords" ? below(place, "schema") : undefined;
    if (isSchemaObject(schema?.value)) {
      pairs.push(...examplesOfHolder(contracts, place, schema), ...insideSchema(schema));
    }
    // The last one comes off first: the order is that of the document.
    for (const key of Object.keys(value).toReversed()) {
      const item = below(place, key);
      const isSchema = reading === "keywords" && (key === "schema" || isSchemaSection(item));
      if (!isSchema) open.push({ place: item, reading: valueReading(reading, key, item.value) });
    }
  }
  return pairs;
}

/** Whether a place is the schemas of an OpenAPI document's `components`. */
function isSchemaSection({ tokens: [first, second, ...others] }: Place): boolean {
  return first === "components" && second === "schemas" && others.length === 0;
}

/** A message's own examples, and those of the schemas of its payload and headers. */
function insideMessage({ place, payload }: MessageSource): Pair[] {
  const { examples } = place.value as { examples?: unknown };
  const parts = { payload, headers: below(place, "headers") };
  return Object.entries(parts).flatMap(([part, schema]) => {
    if (!isSchemaObject(schema?.value)) return [];
    const own = listOrEmpty(examples).map((_, index) => below(place, "examples", String(index), part));
    const present = own.filter(({ value }) => value !== undefined);
    return [...present.map((example) => ({ schema, example })), ...insideSchema(schema)];
  });
}

function examplesOfHolder(contracts: Contracts, holder: Place, schema: Place): Pair[] {
  const named = childPlaces(below(holder, "examples")).flatMap(([, entry]) => {
    const place = dereference(contracts, entry);
    // `dataValue` is OpenAPI 3.2's.
    return [below(place, "value"), below(place, "dataValue")];
  });
  const isStream = holder.tokens.at(-2) === "content" && isStreamed(holder.tokens.at(-1) ?? "");
  return [below(holder, "example"), ...named].flatMap((example) => {
    // Text is the stream as it is sent.
    const isWritten = isStream && typeof example.value === "string";
    if (example.value === undefined || isWritten) return [];
    return [{ schema, example }];
  });
}

function insideSchema(root: Place): Pair[] {
  if (!isSchemaObject(root.value)) return [];
  return [...walkSchema(root.value)].flatMap(([tokens, value]) => {
    const schema = below(root, ...tokens);
    const list = Array.isArray(value.examples)
      ? value.examples.map((_, index) => below(schema, "examples", String(index)))
      : [];
    const single = value.example === undefined ? [] : [below(schema, "example")];
    return [...list, ...single].map((example) => ({ schema, example }));
  });
}
