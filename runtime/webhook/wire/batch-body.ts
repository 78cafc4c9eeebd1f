import { OipkitError } from "../../errors.js";
import { fromPointer } from "../../json-pointer/index.js";
import type { JsonObject } from "../../ports/json-object.js";
import type { JsonContainer } from "./body.js";

/** Several events were given, yet the protocol has one in each delivery. */
export class BatchUnsupported extends OipkitError {
  readonly code = "batch-unsupported";

  constructor() {
    super("several events were given, but the protocol has one in each delivery");
  }
}

/**
 * A body with events in the array at a JSON Pointer, inside objects that have nothing else, and further members at the top; an
 * array at the top has none.
 */
export function batchBody(
  pointer: string,
  events: readonly JsonObject[],
  members: JsonObject,
): JsonContainer {
  const [first, ...rest] = fromPointer(pointer);
  if (first === undefined) return events;
  const inner = rest.reduceRight<unknown>((value, token) => ({ [token]: value }), events);
  return { [first]: inner, ...members };
}
