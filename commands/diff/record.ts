/** A value of a contract as an object; an empty one if it isn't an object. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  const isRecord = value !== null && typeof value === "object" && !Array.isArray(value);
  return isRecord ? (value as Readonly<Record<string, unknown>>) : {};
}
