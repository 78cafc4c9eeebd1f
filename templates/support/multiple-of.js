/**
 * Whether a number is a multiple of a step in decimal arithmetic: 19.99 is a multiple of 0.01, although their quotient
 * differs from 1999 by a rounding error. A number is what it is printed as.
 * @param {number} value
 * @param {number} step
 * @returns {boolean}
 */
export function isMultiple(value, step) {
  // Up to 15 digits, each double stands for one decimal number, so rounding the product loses nothing.
  for (let scale = 1; scale <= 1e22; scale *= 10) {
    const size = Math.round(step * scale);
    if (size / scale !== step) continue;
    const count = Math.round(value * scale);
    if (size >= 1e15 || Math.abs(count) >= 1e15) break;
    return count / scale === value && count % size === 0;
  }
  return Number.isFinite(value) && isLongMultiple(decimal(value), decimal(step));
}

/** The digits of a number, and the power of ten that they are multiplied by. */
function decimal(number) {
  const [digits, power = 0] = String(number).split("e");
  const fraction = digits.split(".")[1] ?? "";
  return { digits: BigInt(digits.replace(".", "")), power: power - fraction.length };
}

function isLongMultiple(value, step) {
  const shift = value.power - step.power;
  return shift < 0
    ? value.digits % (step.digits * 10n ** BigInt(-shift)) === 0n
    : (value.digits * 10n ** BigInt(shift)) % step.digits === 0n;
}
