/** A text of a contract, or nothing where it is absent, empty or no text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
