/**
 * Who has a text: `sent` is what a program writes, without an exponent and without zeros at its ends; `read` is what another
 * one takes for a number, as in JSON, but without an exponent.
 */
export type TextRole = "sent" | "read";

/** Limits of numbers, each an integer. */
export interface NumberLimits {
  readonly least?: bigint | undefined;
  readonly most?: bigint | undefined;
  /** Whether `least` itself is excluded. */
  readonly isAbove?: boolean;
  readonly isBelow?: boolean;
}

interface Fractions {
  /** Any fraction, or none. */
  readonly any: string;
  /** None, or one that is zero. */
  readonly zero: string;
  /** One that isn't zero. */
  readonly some: string;
}

const fractions: Readonly<Record<TextRole, Fractions>> = {
  sent: { any: "(?:\\.[0-9]*[1-9])?", zero: "", some: "\\.[0-9]*[1-9]" },
  read: { any: "(?:\\.[0-9]+)?", zero: "(?:\\.0+)?", some: "\\.0*[1-9][0-9]*" },
};

/** A pattern of the texts of integers between limits. */
export function integerTexts({ least, most, isAbove, isBelow }: NumberLimits, role: TextRole): string {
  const low = least !== undefined && isAbove === true ? least + 1n : least;
  const high = most !== undefined && isBelow === true ? most - 1n : most;
  const { zero } = fractions[role];
  return whole([
    ...signed("", { least: max(low, 0n), most: high }).map((each) => each + zero),
    ...signed("-", { least: max(negated(high), 1n), most: negated(low) }).map((each) => each + zero),
    ...(role === "read" && contains({ least: low, most: high }, 0n) ? [`-0${zero}`] : []),
  ]);
}

/** A pattern of the texts of numbers between limits; the limits themselves are integers. */
export function numberTexts(limits: NumberLimits, role: TextRole): string {
  const { least, most, isAbove = false, isBelow = false } = limits;
  const { zero } = fractions[role];
  if (least === undefined && most === undefined && role === "read")
    return "^-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$";
  const holdsZero =
    contains(limits, 0n) && !(isAbove && least === 0n) && !(isBelow && most === 0n) && role === "read";
  const texts = [
    ...positive("", { least, most, isAbove, isBelow }, role),
    ...positive(
      "-",
      { least: negated(most), most: negated(least), isAbove: isBelow, isBelow: isAbove },
      role,
    ),
    ...(contains(limits, 0n) && !(isAbove && least === 0n) && !(isBelow && most === 0n) ? [`0${zero}`] : []),
    ...(holdsZero ? [`-0${zero}`] : []),
  ];
  return whole(texts);
}

/** Numbers above zero, with a sign before them. */
function positive(
  sign: string,
  { least, most, isAbove, isBelow }: NumberLimits,
  role: TextRole,
): readonly string[] {
  const { any, zero, some } = fractions[role];
  if (most !== undefined && most <= 0n) return [];
  const isLimited = least !== undefined && least >= 0n;
  const low = isLimited ? least : 0n;
  const found: string[] = [];
  // Whether the lower limit itself belongs to them, it has fractions that do, unless the upper one is there, too.
  if (most === undefined || low < most) {
    const hasLow = isLimited && low > 0n && isAbove !== true;
    found.push(`${sign}${low}${hasLow ? any : some}`);
    const inner = { least: low + 1n, most: most === undefined ? undefined : most - 1n };
    found.push(...signed(sign, inner).map((each) => each + any));
  }
  if (most !== undefined && isBelow !== true && (low < most || (low === most && isAbove !== true)))
    found.push(`${sign}${most}${zero}`);
  return found;
}

function contains({ least, most }: NumberLimits, value: bigint): boolean {
  return (least === undefined || least <= value) && (most === undefined || value <= most);
}

function max(a: bigint | undefined, b: bigint): bigint {
  return a === undefined || a < b ? b : a;
}

function negated(value: bigint | undefined): bigint | undefined {
  return value === undefined ? undefined : -value;
}

function whole(alternatives: readonly string[]): string {
  // Nothing comes before the start of a text.
  if (alternatives.length === 0) return "^[^\\s\\S]$";
  return `^(?:${alternatives.join("|")})$`;
}

/** The digits of integers from `least`, which isn't negative, to `most`, each with a sign. */
function signed(
  sign: string,
  { least, most }: { readonly least: bigint; readonly most: bigint | undefined },
): string[] {
  if (most === undefined) {
    const length = String(least).length;
    const longer = `[1-9][0-9]{${length},}`;
    return [...sameLength(String(least), "9".repeat(length)), longer].map((each) => sign + each);
  }
  const found: string[] = [];
  for (let from = least; from <= most; ) {
    const length = String(from).length;
    const end = 10n ** BigInt(length) - 1n;
    const to = end < most ? end : most;
    found.push(...sameLength(String(from), String(to)));
    from = to + 1n;
  }
  return found.map((each) => sign + each);
}

/** The digits from one text to another of the same length. */
function sameLength(from: string, to: string): string[] {
  const [first = "", last = ""] = [from[0], to[0]];
  if (from === to) return [from];
  const rest = from.length - 1;
  if (rest === 0) return [`[${first}-${last}]`];
  const [low, high] = [from.slice(1), to.slice(1)];
  if (first === last) return sameLength(low, high).map((each) => first + each);
  const isFromStart = low === "0".repeat(rest);
  const isToEnd = high === "9".repeat(rest);
  const start = isFromStart ? Number(first) : Number(first) + 1;
  const end = isToEnd ? Number(last) : Number(last) - 1;
  return [
    ...(isFromStart ? [] : sameLength(low, "9".repeat(rest)).map((each) => first + each)),
    ...(start <= end ? [`[${start}-${end}][0-9]{${rest}}`] : []),
    ...(isToEnd ? [] : sameLength("0".repeat(rest), high).map((each) => last + each)),
  ];
}
