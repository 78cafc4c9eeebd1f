/** A text from a contract; `undefined` if it is absent, empty or not a string. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
