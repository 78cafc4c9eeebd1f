/** A bigint, or the text of one, as the number that validators see; any other value as it is. */
export function plainInteger(value: unknown): unknown {
  if (typeof value === "bigint") return towardZero(value);
  return typeof value === "string" && /^-?\d{1,400}$/.test(value) ? towardZero(BigInt(value)) : value;
}

/** The number next to an integer that isn't beyond it, so that what is within limits of 64 bits stays within them. */
function towardZero(integer: bigint): number {
  const isNegative = integer < 0n;
  const size = isNegative ? -integer : integer;
  const surplus = BigInt(Math.max(size.toString(2).length - 53, 0));
  const number = Number((size >> surplus) << surplus);
  return isNegative ? -number : number;
}
