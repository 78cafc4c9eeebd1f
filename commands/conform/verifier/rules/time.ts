import { formatInstant, parseInstant } from "@oipkit/runtime/webhook";
import type { Level } from "../../suite/suite.js";
import { accepting, altered, refusing, type VectorDraft, type VerifierRule } from "../rule.js";
import { correctParts, type VectorSource } from "../signed-request.js";

/** Texts that some reader takes for the same time: of numbers, then of any text. */
const numberForms: readonly (readonly [name: string, change: (text: string) => string])[] = [
  ["plus", (text) => `+${text}`],
  ["zero-before", (text) => `0${text}`],
  ["zeros-before", (text) => `0000${text}`],
  ["fraction-zero", (text) => `${text}.0`],
  ["fraction", (text) => `${text}.9`],
  ["point", (text) => `${text}.`],
  ["comma-fraction", (text) => `${text},5`],
  ["exponent-zero", (text) => `${text}e0`],
  ["exponent", (text) => `${text.slice(0, 1)}.${text.slice(1)}e${text.length - 1}`],
  ["hex", (text) => `0x${Number(text).toString(16)}`],
  ["octal", (text) => `0o${Number(text).toString(8)}`],
  ["binary", (text) => `0b${Number(text).toString(2)}`],
  ["bigint", (text) => `${text}n`],
  ["underscore", (text) => `${text.slice(0, 4)}_${text.slice(4)}`],
  ["thousands", (text) => Number(text).toLocaleString("en-US")],
  [
    "full-width",
    (text) => utf8(text.replace(/\d/g, (digit) => String.fromCharCode(0xfee0 + digit.charCodeAt(0)))),
  ],
  [
    "arabic-digits",
    (text) => utf8(text.replace(/\d/g, (digit) => String.fromCharCode(0x630 + digit.charCodeAt(0)))),
  ],
  ["signs", (text) => `--${text}`],
];

const textForms: readonly (readonly [name: string, change: (text: string) => string])[] = [
  ["letters-after", (text) => `${text}abc`],
  ["unit-after", (text) => `${text}s`],
  ["semicolon-after", (text) => `${text};`],
  ["second-after", (text) => `${text} 1`],
  ["path-after", (text) => `${text}/0`],
  ["escape-after", (text) => `${text}%00`],
  ["inner-space", (text) => `${text.slice(0, 4)} ${text.slice(4)}`],
  ["quoted", (text) => `"${text}"`],
  ["in-array", (text) => `[${text}]`],
  ["percent-encoded", (text) => `%3${text.slice(0, 1)}${text.slice(1)}`],
  ["entity", (text) => `&#4${Number(text.slice(0, 1)) + 8};${text.slice(1)}`],
];

/** What isn't a time, in any form. */
const notTimes: readonly (readonly [name: string, text: string])[] = [
  ["word", "yesterday"],
  ["nan", "NaN"],
  ["infinity", "Infinity"],
  ["minus-infinity", "-Infinity"],
  ["null", "null"],
  ["undefined", "undefined"],
  ["true", "true"],
  ["object", "[object Object]"],
  ["huge-exponent", "1e999"],
  ["many-digits", "9".repeat(400)],
  ["sign-only", "-"],
  ["point-only", "."],
  ["empty-array", "[]"],
];

/** Header bytes of a text in UTF-8. */
function utf8(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

function timeForms(source: VectorSource): readonly (readonly [name: string, text: string])[] {
  const { timestamp } = correctParts(source);
  const isNumber = source.protocol.timestamp?.unit !== "iso8601";
  const forms = isNumber ? [...numberForms, ...textForms] : textForms;
  const { fields } = source.protocol.signature;
  const isOneField = (text: string): boolean =>
    fields?.timestamp === undefined || !text.includes(fields.separator);
  return forms
    .map(([name, change]) => [name, change(timestamp)] as const)
    .filter(([, text]) => isOneField(text));
}

/** The timestamp that is checked is the one that was signed, character by character. */
export const timestampAlteredRule: VerifierRule = {
  name: "timestamp-altered",
  member: "signature",
  near: "timestamp",
  text: "The signature covers the timestamp as it is sent, so another text for the same time is refused.",
  vectors(source) {
    if (!isSigned(source)) return [];
    const { timestamp } = correctParts(source);
    const why =
      "The signed content must be made of the timestamp's text as sent, not of a number that was read from it.";
    const make = refusing({ level: "must", flags: altered, why });
    const others = [-301, -60, -2, -1, 1, 2, 60].map((offset) =>
      make(`offset-${offset}`, { sent: { timestamp: shifted(source, offset) } }),
    );
    const inForm = refusing({ level: "must", flags: altered, why, ruledBy: "signatureForm" });
    const pairs = timeForms(source).flatMap(([name, text]) => [
      inForm(`to-${name}`, { sent: { timestamp: text } }),
      inForm(`from-${name}`, { signed: { timestamp: text }, sent: { timestamp } }),
    ]);
    return [...pairs, ...others];
  },
};

function isSigned({ protocol: { signature, timestamp } }: VectorSource): boolean {
  return timestamp !== undefined && signature.content.includes("timestamp");
}

/** Timestamps in another form, correctly signed. */
export const timestampFormRule: VerifierRule = {
  name: "timestamp-form",
  member: "timestamp",
  near: "timestamp",
  text: "A timestamp has the protocol's form.",
  vectors(source) {
    if (source.protocol.timestamp === undefined) return [];
    const lenient = refusing({
      level: "info",
      flags: ["signed-as-sent", "malformed", "clock"],
      why: "A timestamp in another form isn't one of the platform's, even if it is signed.",
    });
    const wrong = refusing({
      level: weakest(sides.map((side) => sideLevel(source, side))),
      flags: ["signed-as-sent", "malformed", "clock"],
      why: "What isn't a time must not pass as a current one: compared with a number that isn't one, nothing is too old.",
    });
    return [
      ...timeForms(source).map(([name, text]) => lenient(name, { signed: { timestamp: text } })),
      ...notTimes.map(([name, text]) => wrong(`no-time-${name}`, { signed: { timestamp: text } })),
    ];
  },
};

/** The window around the verifier's clock. */
export const timestampWindowRule: VerifierRule = {
  name: "timestamp-window",
  member: "timestamp",
  near: "window",
  text: "A request is accepted only near the time at which it was signed.",
  vectors(source) {
    const tolerance = source.protocol.timestamp?.toleranceSeconds;
    if (tolerance === undefined) return [];
    const whole = Math.ceil(tolerance);
    const inside = [0, 1, 5, 10, 30, Math.floor(tolerance / 2), Math.floor(tolerance) - 10].filter(
      (each) => each >= 0 && each < tolerance,
    );
    const outside = [
      whole + 1,
      whole + 2,
      whole + 10,
      whole + 60,
      2 * whole,
      10 * whole,
      3_600,
      86_400,
      31_536_000,
    ].filter((each) => each > tolerance);
    return [
      ...unique(inside).flatMap((each) => bothSides(source, each, within)),
      ...bothSides(source, tolerance, bound).filter(() => Number.isInteger(tolerance)),
      ...unique(outside).flatMap((each) =>
        bothSides(source, each, (name, plan) => {
          const side = name.startsWith("past") ? "past" : "future";
          return beyond(sideLevel(source, side))(name, plan);
        }),
      ),
      ...otherUnits(source),
    ];
  },
};

const within = accepting({
  level: "must",
  flags: ["authentic", "clock"],
  why: "Clocks differ and networks are slow, so a request within the window is accepted.",
});

const bound: typeof within = (name, plan) => ({
  ...within(`bound-${name}`, plan),
  level: "info",
  free: true,
  why: "A request at the very end of the window is within it.",
});

const beyond = (level: Level): ReturnType<typeof refusing> =>
  refusing({
    level,
    flags: ["signed-as-sent", "clock"],
    why: "A recorded request must not be accepted later, nor one be prepared for the future.",
  });

const sides = ["past", "future"] as const;

/** How strictly the platform demands that a time beyond the window is refused on a side of it. */
function sideLevel({ protocol }: VectorSource, side: (typeof sides)[number]): Level {
  const { mustRefuse = sides, shouldRefuse = [] } = protocol.timestamp ?? {};
  if (mustRefuse.includes(side)) return "must";
  return shouldRefuse.includes(side) ? "should" : "info";
}

const levels: readonly Level[] = ["info", "should", "must"];

function weakest(given: readonly Level[]): Level {
  return levels.find((level) => given.includes(level)) ?? "must";
}

function bothSides(source: VectorSource, seconds: number, make: typeof within): readonly VectorDraft[] {
  const past = make(`past-${seconds}`, { signed: { timestamp: shifted(source, -seconds) } });
  if (seconds === 0) return [past];
  return [past, make(`future-${seconds}`, { signed: { timestamp: shifted(source, seconds) } })];
}

/** The right time in another unit, and the ends of what numbers can be. */
function otherUnits(source: VectorSource): readonly VectorDraft[] {
  const { now, protocol } = source;
  if (protocol.timestamp?.unit === "iso8601") return [];
  const units: readonly (readonly [string, string])[] = [
    ["zero", "0"],
    ["one", "1"],
    ["minus", `-${now}`],
    ["milliseconds", String(now * 1000)],
    ["seconds", String(now)],
    ["microseconds", String(now * 1e6)],
    ["minutes", String(Math.floor(now / 60))],
    ["2-31", "2147483647"],
    ["2-32", String(2 ** 32 + now)],
    ["2-53", "9007199254740993"],
    ["2-64", String(2n ** 64n + BigInt(now))],
  ];
  return units
    .filter(([, text]) => !isNow(source, text))
    .map(([name, text]) =>
      beyond(textLevel(source, text))(`number-${name}`, { signed: { timestamp: text } }),
    );
}

/** The level of a text by the side of the window on which it is; of one that is no time by both. */
function textLevel(source: VectorSource, text: string): Level {
  const time = parseInstant(source.protocol.timestamp?.unit ?? "seconds", text);
  if (time === undefined) return weakest(sides.map((side) => sideLevel(source, side)));
  return sideLevel(source, time < source.now * 1000 ? "past" : "future");
}

function isNow({ now, protocol }: VectorSource, text: string): boolean {
  return parseInstant(protocol.timestamp?.unit ?? "seconds", text) === now * 1000;
}

function shifted({ protocol, now }: VectorSource, seconds: number): string {
  return formatInstant(protocol.timestamp?.unit ?? "seconds", (now + seconds) * 1000);
}

function unique(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)];
}
