import { delivering, type Family, type NearMiss } from "./near-miss.js";

/** Texts that only lenient parsers read as the time in seconds. */
export const timestampFamily: Family = {
  name: "timestamp",
  member: "timestamp",
  rule: "A timestamp that isn't written as the protocol says is refused.",
  on: "main",
  cases({ protocol: { timestamp, headers, signature } }) {
    const fields = signature?.fields;
    const isParameter = signature?.form !== undefined;
    const isSent = isParameter || headers?.timestamp !== undefined || fields?.timestamp !== undefined;
    if (timestamp === undefined || !isSent || timestamp.unit !== "seconds") return [];
    const marks = fields === undefined ? [] : [fields.separator, fields.assignment];
    const sendable = ([, format]: Format): boolean => !marks.some((mark) => format.includes(mark));
    const others = otherForms.filter(sendable).map(written);
    return [
      // First what every protocol forbids: a slow receiver is sent only the first of each family.
      ...otherTimes.filter(sendable).map(written),
      // The request is authentic, and no platform but RFC 9421 says that the time must be refused in another form.
      ...(isParameter ? others : others.map((each) => ({ ...each, ruledBy: "signatureForm" as const }))),
    ];
  },
};

type Format = readonly [name: string, format: string];

/** A delivery whose timestamp is signed and sent in this format. */
function written([name, format]: Format): NearMiss {
  return {
    name,
    why: "Only plain digits are a time in seconds; a parser that guesses reads another value than the sender signed.",
    cause: "The timestamp is probably converted by a lenient number parser, or searched for digits.",
    steps: [delivering({ timestamp: { format } }, ["unauthenticated"])],
  };
}

/** The same time, written in another form. */
const otherForms: readonly Format[] = [
  ["fraction-zero", "{seconds}.0"],
  ["fraction-empty", "{seconds}."],
  ["comma", "{seconds},"],
  ["decimal-comma", "{seconds},0"],
  ["semicolon", "{seconds};"],
  ["list", "{seconds},{seconds}"],
  ["two-words", "{seconds} {seconds}"],
  ["grouped", "{head}_{tail}"],
  ["thousands", "{head},{tail}"],
  ["spaced", "{head} {tail}"],
  ["capital-exponent", "{seconds}E0"],
  ["signed-exponent", "{seconds}e+0"],
  ["long-suffix", "{seconds}L"],
  ["big-suffix", "{seconds}n"],
  ["unit", "{seconds}sec"],
  ["quoted", '"{seconds}"'],
  ["single-quoted", "'{seconds}'"],
  ["in-brackets", "[{seconds}]"],
  ["named", "t={seconds}"],
  ["at-sign", "@{seconds}"],
  ["letter-first", "x{seconds}"],
  ["hexadecimal-upper", "0X{hex}"],
  ["percent", "{seconds}%00"],
  ["date", "{date}"],
];

/** Other times, which are beyond any window, and texts that are no time. */
const otherTimes: readonly Format[] = [
  ["doubled-minus", "--{seconds}"],
  ["octal", "0o0{seconds}"],
  ["microseconds", "{seconds}000000"],
  ["nanoseconds", "{seconds}000000000"],
  ["infinity", "Infinity"],
  ["not-a-number", "NaN"],
  ["null", "null"],
  ["true", "true"],
  ["object", "{}"],
  ["minus-zero", "-0"],
  ["safe-limit", "9007199254740993"],
  ["int64-limit", "9223372036854775807"],
  ["int64-beyond", "9223372036854775808"],
  ["uint64-beyond", "18446744073709551616"],
  ["sixty-digits", `{seconds}${"0".repeat(50)}`],
];
