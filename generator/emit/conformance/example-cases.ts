import { isDeepStrictEqual } from "node:util";
import { fromPointer, toPointer } from "@oipkit/runtime/json-pointer";
import type { Change } from "../../../commands/conform/suite/delivery.js";
import type { Counterexample, ExpectedError } from "../../../reader/documents/contracts.js";
import { isSchemaObject, type SchemaObject } from "../../../reader/documents/schema-walk.js";
import { json } from "../../../reader/text/json.js";
import type { EventExample } from "../../../reader/validation/synthesis/event-examples.js";
import { type CaseDraft, readLevel } from "./event-cases.js";
import type { Field, ObjectField } from "./fields.js";

/** The input for the cases of examples. */
interface ExampleFacts {
  /** The simplest example's event; a case names the field in which alone its event differs from it. */
  readonly plainest: unknown;
  /** An event with its ids and its binding replaced by fixed values. */
  readonly neutral: (event: unknown) => unknown;
  readonly clause: string;
}

/** One case for each example: a valid event is accepted. */
export function exampleCases(
  examples: readonly EventExample[],
  { plainest, neutral, clause }: ExampleFacts,
): CaseDraft[] {
  return examples.map(({ name, document }) => {
    const change = differences(neutral(plainest), neutral(document.value)) ?? [];
    const [only] = change;
    const draft = {
      name: `valid-${name}`,
      example: name,
      clause,
      level: "must",
      why: "A valid event must be stored and acknowledged; a rejected event isn't retried and is lost.",
      cause: "The validation is probably stricter than the schema.",
      change: [],
      valid: true,
    } as const;
    if (change.length !== 1 || only === undefined || !("set" in only)) return draft;
    const cause = `The validation of ${only.set} is probably stricter than the schema.`;
    return { ...draft, why: draft.why + shown(only), cause };
  });
}

/** A longer value says less than its place. */
const longest = 60;

function shown({ set, to }: { readonly set: string; readonly to: unknown }): string {
  const value = json(to);
  if (value.length > longest) return ` This one differs at ${set}.`;
  return ` This one has ${value} at ${set}.`;
}

/** The input for the cases of counterexamples. */
interface CounterexampleFacts {
  /** Valid events, one of which each case changes. */
  readonly examples: readonly EventExample[];
  /** An event with its ids and its binding replaced by fixed values. */
  readonly neutral: (event: unknown) => unknown;
  readonly clause: string;
  readonly fields: readonly Field[];
  readonly objects: readonly ObjectField[];
}

/** One case for each counterexample that is an object: an event that breaks its schema is rejected. */
export function counterexampleCases(
  counterexamples: readonly Counterexample[],
  facts: CounterexampleFacts,
): CaseDraft[] {
  return counterexamples.flatMap(({ name, document, expected }) => {
    const nearest = nearestTo(facts, document.value);
    if (nearest === undefined) return [];
    return [
      {
        ...nearest,
        name: `invalid-${name}`,
        clause: facts.clause,
        level: levelIn(facts, expected),
        why: `The event breaks its schema: ${expected.map(reason).join("; ")}.`,
        cause: "The event is probably not validated against its whole schema.",
        valid: false,
      },
    ];
  });
}

/** The example that needs the fewest changes to become an event, and these changes. */
function nearestTo(
  { examples, neutral }: CounterexampleFacts,
  event: unknown,
): Pick<CaseDraft, "example" | "change"> | undefined {
  const ways = examples.flatMap(({ name, document }) => {
    const change = differences(neutral(document.value), neutral(event));
    if (change === undefined) return [];
    return [{ example: name, change }];
  });
  return ways.sort((a, b) => a.change.length - b.change.length)[0];
}

function reason({ keyword, pointer, property, rule }: ExpectedError): string {
  const place = `\`${rule ?? keyword}\` at ${pointer || "the root"}`;
  if (property === undefined) return place;
  return `${place} (\`${property}\`)`;
}

/** The strictest level of the rules that the example breaks. */
function levelIn(
  { fields, objects }: CounterexampleFacts,
  expected: readonly ExpectedError[],
): CaseDraft["level"] {
  const levels = expected.map(({ pointer, rule }) => {
    if (rule === undefined) return readLevel(fields.find((field) => field.pointer === pointer)?.level);
    const path = fromPointer(pointer).join("/");
    const object = objects.find((each) => each.path.join("/") === path);
    return readLevel(object?.schemas.flatMap(schemaRules).find((each) => each.rule === rule)?.level);
  });
  if (levels.includes("must")) return "must";
  if (levels.includes("should")) return "should";
  return "info";
}

function schemaRules(schema: SchemaObject): readonly { readonly rule: string; readonly level: unknown }[] {
  if (Array.isArray(schema["x-rules"])) return schema["x-rules"];
  return [];
}

/** The changes that turn one object into another, compared member by member; `undefined` unless both are objects. */
function differences(from: unknown, to: unknown): readonly Change[] | undefined {
  if (isSchemaObject(from) && isSchemaObject(to)) return [...changes([], from, to)];
  return undefined;
}

function* changes(path: readonly string[], from: object, to: object): Generator<Change> {
  const [before, after] = [new Map(Object.entries(from)), new Map(Object.entries(to))];
  for (const key of before.keys()) {
    if (!after.has(key)) yield { remove: toPointer([...path, key]) };
  }
  for (const [key, value] of after) {
    const old = before.get(key);
    if (before.has(key) && isDeepStrictEqual(old, value)) continue;
    if (isSchemaObject(old) && isSchemaObject(value)) yield* changes([...path, key], old, value);
    else yield { set: toPointer([...path, key]), to: value };
  }
}
