/** Whether Ajv takes a number for a multiple. */
export function dividesInAjv(value: number, step: number): boolean {
  const quotient = value / step;
  return quotient === Number.parseInt(String(quotient), 10);
}

/** Whether a number is a multiple of another, as decimals. */
export function divides(value: number, step: number): boolean {
  if (!Number.isFinite(value)) return false;
  const [a, b] = [decimal(value), decimal(step)];
  const exponent = Math.min(a.exponent, b.exponent);
  const whole = (each: { digits: bigint; exponent: number }) =>
    each.digits * 10n ** BigInt(each.exponent - exponent);
  return whole(a) % whole(b) === 0n;
}

/** The digits that JSON writes, and the exponent of the last one. */
function decimal(value: number): { digits: bigint; exponent: number } {
  const [mantissa = "", power = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}
