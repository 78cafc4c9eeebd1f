import type { NodeObject } from "../nodes/node.js";
import { patternShapes, shapeText } from "./pattern-texts.js";
import type { Slot } from "./search.js";

/** A value of each format that has one. */
const formatted: Readonly<Record<string, readonly string[]>> = {
  "date-time": ["2025-01-01T00:00:00Z"],
  "iso-date-time": ["2025-01-01T00:00:00Z"],
  date: ["2025-01-01"],
  time: ["12:00:00Z"],
  "iso-time": ["12:00:00Z"],
  duration: ["PT1H"],
  email: ["person@example.com"],
  "idn-email": ["person@example.com"],
  hostname: ["example.com"],
  "idn-hostname": ["example.com"],
  ipv4: ["192.0.2.1"],
  ipv6: ["2001:db8::1"],
  uri: ["https://example.com/"],
  url: ["https://example.com/"],
  iri: ["https://example.com/"],
  "uri-reference": ["/example"],
  "iri-reference": ["/example"],
  "uri-template": ["https://example.com/{id}"],
  "json-pointer": ["/example"],
  "json-pointer-uri-fragment": ["#/example"],
  "relative-json-pointer": ["0"],
  regex: ["^example$"],
  byte: ["ZXhhbXBsZQ=="],
};

/** Longest text that is made. */
const mostCharacters = 10_000;

/** Texts for a place: of its patterns, its formats, or named after the place. */
export function* textValues(parts: readonly NodeObject[], { path }: Pick<Slot, "path">): Generator<string> {
  const least = Math.max(0, ...parts.map(({ minLength = 0 }) => minLength));
  const most = Math.min(...parts.map(({ maxLength = Number.POSITIVE_INFINITY }) => maxLength));
  if (least > mostCharacters || least > most) return;
  for (const { pattern } of parts)
    if (pattern !== undefined)
      for (const shape of patternShapes(pattern, { lengths: [least] })) yield shapeText(shape);
  for (const { format } of parts) {
    if (format?.name === "uuid") yield uuidFor(path);
    for (const text of formatted[format?.name ?? ""] ?? []) {
      yield text;
      if (text.length < least) yield* lengthened(text, least);
    }
  }
  const named = `example-${valueName(path)}`;
  yield fitted(named, least, most);
  yield fitted("example", least, most);
  yield "";
  yield* ["a", "1", "A"].map((text) => fitted(text, least, most));
}

/** A text with a least length: with a longer end or beginning, or with further labels as a host's name has them. */
export function lengthened(text: string, least: number): readonly string[] {
  return [text.padEnd(least, "x"), text.padStart(least, "x"), text.padStart(least, "example.")];
}

function fitted(text: string, least: number, most: number): string {
  return [...text].slice(0, most).join("").padEnd(least, "x");
}

/** Names of at most this length say little on their own. */
const shortName = 4;

/** The last name of a path, in kebab case, with the one before it if it is short or a number. */
function valueName(path: readonly string[]): string {
  const words = path.map((each) =>
    each.replace(/([a-z0-9])([A-Z])/g, "$1-$2").replace(/[^A-Za-z0-9]+/g, "-"),
  );
  const [before = "", last = ""] = words.slice(-2).length === 2 ? words.slice(-2) : ["", ...words.slice(-1)];
  const name = last.length <= shortName && before !== "" ? `${before}-${last}` : last;
  return name.toLowerCase().replace(/^-|-$/g, "") || "value";
}

/** A UUID of version 4 that depends only on the path. */
function uuidFor(path: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const character of path.join("/"))
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  const digits = hash.toString(16).padStart(8, "0");
  return `${digits}-0000-4000-8000-000000000000`;
}

/** How many neighbours of a limit are tried. */
const neighbours = 50;

/** Numbers for a place: 1 if it fits, then those at the limits. */
export function* numberValues(parts: readonly NodeObject[]): Generator<number> {
  const lows = parts.flatMap(({ minimum, exclusiveMinimum }) => [minimum, exclusiveMinimum].filter(isNumber));
  const highs = parts.flatMap(({ maximum, exclusiveMaximum }) =>
    [maximum, exclusiveMaximum].filter(isNumber),
  );
  const low = lows.length === 0 ? undefined : Math.max(...lows);
  const high = highs.length === 0 ? undefined : Math.min(...highs);
  yield 1;
  for (const { multipleOf: step } of parts) {
    if (step === undefined) continue;
    let start = 1;
    if (low !== undefined) start = Math.ceil(low / step);
    else if (high !== undefined) start = Math.floor(high / step) - neighbours;
    for (let count = 0; count <= 2 * neighbours; count++) yield (start + count) * step;
  }
  if (low !== undefined && high !== undefined) yield (low + high) / 2;
  for (const [limit, direction] of [
    [low, 1],
    [high, -1],
  ] as const) {
    if (limit === undefined) continue;
    yield limit;
    const whole = direction === 1 ? Math.ceil(limit) : Math.floor(limit);
    for (let away = 0; away <= neighbours; away++) yield whole + away * direction;
    yield limit + direction * 0.5;
  }
  yield 0;
  for (let number = 2; number <= neighbours; number++) yield number;
  yield* [-1, 0.5];
}

function isNumber(value: number | undefined): value is number {
  return value !== undefined;
}
