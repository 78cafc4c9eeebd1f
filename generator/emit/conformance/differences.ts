import { isDeepStrictEqual } from "node:util";
import { toPointer } from "@oipkit/runtime/json-pointer";
import type { Change } from "../../../commands/conform/suite/delivery.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";

/** The changes that turn one object into another, compared member by member; `undefined` unless both are objects. */
export function differences(from: unknown, to: unknown): readonly Change[] | undefined {
  return isSchemaObject(from) && isSchemaObject(to) ? [...changes([], from, to)] : undefined;
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
