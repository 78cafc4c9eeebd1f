import { fromPointer, valueAt } from "@oipkit/runtime/json-pointer";
import { MalformedCase } from "../errors.js";
import type { Change } from "../suite/delivery.js";

/** A copy of a JSON value after the changes, made in order. Throws `MalformedCase` for a place that doesn't exist. */
export function changed<Value extends object>(value: Value, changes: readonly Change[]): Value {
  const copy = structuredClone(value);
  for (const change of changes) {
    if ("remove" in change) removeAt(copy, change.remove);
    else setAt(copy, change.set, change.to);
  }
  return copy;
}

function setAt(root: object, pointer: string, value: unknown): void {
  const { parent, key } = place(root, pointer);
  // Not an assignment, which would call the setter of a key like `__proto__`.
  Object.defineProperty(parent, key, { value, configurable: true, enumerable: true, writable: true });
}

function removeAt(root: object, pointer: string): void {
  const { parent, key } = place(root, pointer);
  if (!Object.hasOwn(parent, key)) throw new MalformedCase(`nothing to remove at ${pointer}`);
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else Reflect.deleteProperty(parent, key);
}

function place(root: object, pointer: string): { parent: object; key: string } {
  const tokens = [...fromPointer(pointer)];
  const key = tokens.pop();
  const parent = valueAt(root, tokens);
  if (key === undefined || typeof parent !== "object" || parent === null) {
    throw new MalformedCase(`no value can be set at ${JSON.stringify(pointer)}`);
  }
  return { parent, key };
}
