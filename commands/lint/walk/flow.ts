/**
 * Who sends the instances of a schema, seen from the API that a document describes: `to-provider` is what it accepts,
 * `to-consumer` what it answers or sends on its own.
 */
export type Flow = "to-provider" | "to-consumer";

/** The other direction, as in the callbacks of an operation. */
export function reversed(flow: Flow): Flow {
  return flow === "to-provider" ? "to-consumer" : "to-provider";
}
