import { fromPointer } from "@oipkit/runtime/json-pointer";
import type { Counterexample, ExpectedError } from "../../../reader/documents/contracts.js";
import type { SchemaObject } from "../../../reader/documents/schema-walk.js";
import { json } from "../../../reader/text/json.js";
import type { EventExample } from "../../../reader/validation/synthesis/event-examples.js";
import { type CaseDraft, levelOf } from "./case-draft.js";
import { differences } from "./differences.js";
import type { Field, ObjectField } from "./fields.js";

/** The input for the cases of examples. */
export interface ExampleFacts {
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
    const special = change.length === 1 && only !== undefined && "set" in only ? only : undefined;
    return {
      name: `valid-${name}`,
      example: name,
      clause,
      level: "must",
      why: `A valid event must be stored and acknowledged; a rejected event isn't retried and is lost.${special === undefined ? "" : shown(special)}`,
      cause:
        special === undefined
          ? "The validation is probably stricter than the schema."
          : `The validation of ${special.set} is probably stricter than the schema.`,
      change: [],
      valid: true,
    };
  });
}

/** A longer value says less than its place. */
const longest = 60;

function shown({ set, to }: { readonly set: string; readonly to: unknown }): string {
  const value = json(to);
  return value.length > longest ? ` This one differs at ${set}.` : ` This one has ${value} at ${set}.`;
}

/** The input for the cases of counterexamples. */
export interface CounterexampleFacts {
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
    return change === undefined ? [] : [{ example: name, change }];
  });
  return ways.sort((a, b) => a.change.length - b.change.length)[0];
}

function reason({ keyword, pointer, property, rule }: ExpectedError): string {
  return `\`${rule ?? keyword}\` at ${pointer || "the root"}${property === undefined ? "" : ` (\`${property}\`)`}`;
}

/** The strictest level of the rules that the example breaks. */
function levelIn(
  { fields, objects }: CounterexampleFacts,
  expected: readonly ExpectedError[],
): CaseDraft["level"] {
  const levels = expected.map(({ pointer, rule }) => {
    if (rule === undefined) return levelOf(fields.find((field) => field.pointer === pointer)?.level);
    const path = fromPointer(pointer).join("/");
    const object = objects.find((each) => each.path.join("/") === path);
    return levelOf(object?.schemas.flatMap(rulesOf).find((each) => each.rule === rule)?.level);
  });
  return levels.includes("must") ? "must" : levels.includes("should") ? "should" : "info";
}

function rulesOf(schema: SchemaObject): readonly { readonly rule: string; readonly level: unknown }[] {
  return Array.isArray(schema["x-rules"]) ? schema["x-rules"] : [];
}
