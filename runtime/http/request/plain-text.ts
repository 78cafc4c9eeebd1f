/**
 * What is wrong with a member of a request, appended to the member's name. Any other error of a writer is reported as
 * "can't be written".
 */
export class UnwritableValue extends Error {
  constructor(problem = "can't be written") {
    super(problem);
  }
}

/** A string, number, bigint or boolean as text; throws {@link UnwritableValue} for anything else. */
export function plainText(value: unknown): string {
  if (/^(?:string|bigint|boolean)$/.test(typeof value) || Number.isFinite(value)) return String(value);
  throw new UnwritableValue();
}

/** JSON text; throws for values that JSON can't represent. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined) throw new UnwritableValue();
  return text;
}
