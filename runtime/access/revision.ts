/** Whether a value is a valid revision: a positive integer that JSON represents exactly. */
export function isRevision(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}
