import { delivering, type Family, type NearMiss } from "./near-miss.js";

/** Texts that only lenient parsers read as the time in seconds. */
export const timestampFamily: Family = {
  name: "timestamp",
  member: "timestamp",
  rule: "A timestamp that isn't written as the protocol says is refused.",
  on: "main",
  cases({ protocol: { timestamp, headers, signature } }) {
    const fields = signature?.fields;
    const isSent = headers?.timestamp !== undefined || fields?.timestamp !== undefined;
    if (timestamp === undefined || !isSent || timestamp.unit !== "seconds") return [];
    const marks = fields === undefined ? [] : [fields.separator, fields.assignment];
    const sendable = formats.filter(([, format]) => !marks.some((mark) => format.includes(mark)));
    return sendable.map(([name, format]) => ({
      name,
      why: "Only plain digits are a time in seconds; a parser that guesses reads another value than the sender signed.",
      cause: "The timestamp is probably converted by a lenient number parser, or searched for digits.",
      steps: [delivering({ timestamp: { format } }, ["unauthenticated"])],
    }));
  },
};

const formats: readonly (readonly [name: string, format: string])[] = [
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
  ["doubled-minus", "--{seconds}"],
  ["hexadecimal-upper", "0X{hex}"],
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
  ["percent", "{seconds}%00"],
  ["date", "{date}"],
];

/** Times that careless arithmetic takes for current ones. */
export const windowFamily: Family = {
  name: "window",
  member: "timestamp",
  rule: "The distance from now is compared in seconds, in both directions.",
  on: "main",
  cases({ protocol: { timestamp } }) {
    if (timestamp === undefined) return [];
    const tolerance = Math.ceil(timestamp.toleranceSeconds);
    const cause =
      "The difference is probably computed from parts of the time, in another unit, or with too few bits.";
    const distances: readonly (readonly [string, number])[] = [
      ["one-hour", 3600],
      ["twelve-hours", 43_200],
      ["one-day", 86_400],
      ["one-week", 604_800],
      ["ten-windows", 10 * tolerance],
      ["window-in-minutes", 60 * tolerance],
      ["sixteen-bits", 2 ** 16],
      ["thirty-one-bits", 2 ** 31],
      ["thirty-two-bits", 2 ** 32],
    ];
    const outside = distances.filter(([, seconds]) => seconds > tolerance + 60);
    const whole = timestamp.unit === "iso8601" ? outside.filter(([, seconds]) => seconds < 2 ** 31) : outside;
    const refusing = (name: string, offset: number): NearMiss => ({
      name,
      why: "A recorded request must be refused whatever the distance of its time.",
      cause,
      steps: [delivering({ timestamp: { offset } }, ["unauthenticated"])],
    });
    return [
      ...whole.map(([name, seconds]) => refusing(`${name}-ahead`, seconds)),
      // A time before 1970 has no plain digits.
      ...whole
        .filter(([, seconds]) => seconds < 10 ** 9)
        .map(([name, seconds]) => refusing(`${name}-ago`, -seconds)),
    ];
  },
};

/** The bounds of the window themselves; a clock that differs by a second moves them. */
export const windowBoundFamily: Family = {
  name: "window-bound",
  member: "timestamp",
  rule: "The bounds of the window belong to it.",
  on: "main",
  cases({ protocol: { timestamp } }) {
    if (timestamp === undefined || !Number.isInteger(timestamp.toleranceSeconds)) return [];
    const { toleranceSeconds } = timestamp;
    const cause = "The window is probably off by a second, or the clocks differ by one.";
    return [
      {
        name: "at-limit-ahead",
        level: "info",
        why: "A difference of exactly the window is within it.",
        cause,
        steps: [delivering({ timestamp: { offset: toleranceSeconds } }, ["accepted"])],
      },
      {
        name: "beyond-limit-ago",
        level: "info",
        why: "One second beyond the window is outside.",
        cause,
        steps: [delivering({ timestamp: { offset: -toleranceSeconds - 1 } }, ["unauthenticated"])],
      },
    ];
  },
};
