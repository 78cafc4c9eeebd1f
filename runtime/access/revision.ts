/** Whether a value counts changes: an integer from 1 on that JSON keeps exactly. */
export function isRevision(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}
