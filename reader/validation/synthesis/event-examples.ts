import { fromPointer, toPointer } from "@oipkit/runtime/json-pointer";
import { below, type Place } from "../../documents/place.js";
import { listOrEmpty } from "../../documents/schema-walk.js";
import type { InstanceChecks } from "../instances.js";
import { SchemaError } from "../violation.js";
import { type Synthesis, synthesise } from "./synthesise.js";

/** A valid event, in the form of the examples of contracts. */
export interface EventExample {
  readonly name: string;
  readonly document: { readonly value: unknown };
}

/** Examples of an event that has no files of examples. */
export type EventExamples =
  /** The message's own, or made from the schema. */
  | { readonly kind: "inline" | "synthesised"; readonly examples: readonly EventExample[] }
  /** None, and for which place of the event no value was found. */
  | Extract<Synthesis, { kind: "none" }>;

/** An event, and the JSON Pointers that its protocol has for events. */
interface EventShapeOptions {
  /** The message. */
  readonly place: Place;
  readonly payload: Place;
  /** `x-webhook-protocol`'s `event`. */
  readonly shape: unknown;
}

/**
 * The valid ones among a message's own examples; if there are none, a small and a full event made from the schema. The
 * fields that the protocol uses are written even if they are optional.
 */
export function eventExamples(
  checks: InstanceChecks,
  { place, payload, shape }: EventShapeOptions,
): EventExamples {
  const inline = inlineExamples(place).filter(({ document }) => isValid(checks, payload, document.value));
  if (inline.length > 0) return { kind: "inline", examples: inline };
  const wanted = wantedMembers(shape);
  const [small, full] = (["small", "full"] as const).map((size) =>
    synthesise(checks.node(payload), { size, wanted }),
  );
  if (small?.kind !== "value") return small ?? { kind: "none", pointer: "", reason: "no-value" };
  const isSame = full?.kind !== "value" || JSON.stringify(full.value) === JSON.stringify(small.value);
  const named = (name: string, value: unknown): EventExample => ({ name, document: { value } });
  return {
    kind: "synthesised",
    examples: [named("small", small.value), ...(isSame ? [] : [named("full", full.value)])],
  };
}

/** The payloads of a message's `examples`, by name or number. */
function inlineExamples(message: Place): EventExample[] {
  const { examples } = message.value as { readonly examples?: unknown };
  return listOrEmpty(examples).flatMap((_, at) => {
    const entry = below(message, "examples", String(at));
    const value = below(entry, "payload").value;
    const name = below(entry, "name").value;
    const isName = typeof name === "string" && /^[\w.-]+$/.test(name);
    if (value === undefined) return [];
    return [{ name: isName ? name : `inline-${at + 1}`, document: { value } }];
  });
}

function isValid(checks: InstanceChecks, payload: Place, value: unknown): boolean {
  try {
    return checks.is(payload, value);
  } catch (error) {
    if (error instanceof SchemaError) return false;
    throw error;
  }
}

/** Every JSON Pointer in a protocol's `event`, and those of the objects around it. */
function wantedMembers(shape: unknown): ReadonlySet<string> {
  const texts = leaves(shape).filter((text) => text.startsWith("/"));
  const paths = texts.map((text) => fromPointer(text));
  return new Set(paths.flatMap((path) => path.map((_, at) => toPointer(path.slice(0, at + 1)))));
}

function leaves(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(leaves);
  return [];
}
