import { fromPointer, toPointer, valueAt } from "@oipkit/runtime/json-pointer";
import type { JsonObject } from "@oipkit/runtime/webhook";
import { valuesOf } from "../endpoint/received.js";
import type { EachCheck } from "../suite/sender-checks.js";
import type { Check } from "./check.js";
import { eventOf, onlyValue, textAt } from "./facts.js";

type Names = Extract<EachCheck, "test-marked" | "unmarked" | "test-id" | "synthetic" | "complete">;

/** The checks of test events. */
export const testChecks: Readonly<Record<Names, Check>> = {
  "test-marked": (received, { protocol }) => {
    const { test } = protocol.headers;
    if (test === undefined) return undefined;
    const value = onlyValue(received, test);
    return value === "true" ? undefined : `sends ${test}: ${value ?? "not once"} with a test`;
  },
  unmarked: (received, { protocol }) => {
    const { test } = protocol.headers;
    const marked = test !== undefined && valuesOf(received, test).length > 0;
    return marked ? `sends ${test} with an event that isn't a test` : undefined;
  },
  "test-id": (received, facts) => {
    const { testIdPrefix, id } = facts.protocol.event;
    const found = textAt(eventOf(received, facts), id);
    if (testIdPrefix === undefined || found?.startsWith(testIdPrefix) === true) return undefined;
    return `sends a test with the event id ${found ?? "that can't be read"}`;
  },
  synthetic: (received, facts) => {
    const { id, ordering } = facts.protocol.event;
    const event = eventOf(received, facts);
    const ids = [textAt(event, id), textAt(event, ordering?.resource)];
    const used = ids.find((each) => each !== undefined && facts.usedIds.has(each));
    return used === undefined ? undefined : `sends a test with the id of a real event or resource: ${used}`;
  },
  complete: (received, facts) => {
    const event = eventOf(received, facts);
    const examples = facts.examplesOf(textAt(event, facts.protocol.event.type) ?? "");
    if (event === undefined || examples.length === 0) return "sends a test whose event isn't a known one";
    const missing = sharedMembers(examples).find(
      (pointer) => valueAt(event, fromPointer(pointer)) === undefined,
    );
    return missing === undefined ? undefined : `sends a test without ${missing}`;
  },
};

/** Places of the members that all of these objects have, nested ones included. */
function sharedMembers(examples: readonly JsonObject[]): readonly string[] {
  const [first, ...others] = examples.map((each) => placesOf(each));
  return [...(first ?? [])].filter((place) => others.every((each) => each.has(place)));
}

function placesOf(value: object, path: readonly string[] = []): ReadonlySet<string> {
  const places = new Set<string>();
  for (const [name, member] of Object.entries(value)) {
    const own = [...path, name];
    places.add(toPointer(own));
    const isNested = typeof member === "object" && member !== null && !Array.isArray(member);
    if (isNested) for (const place of placesOf(member, own)) places.add(place);
  }
  return places;
}
