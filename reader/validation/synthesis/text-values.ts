import type { NodeObject } from "../nodes/node.js";
import { patternShapes, textOf } from "./pattern-texts.js";
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
    if (pattern !== undefined) for (const shape of patternShapes(pattern, [least])) yield textOf(shape);
  for (const { format } of parts) {
    if (format?.name === "uuid") yield uuidFor(path);
    for (const text of formatted[format?.name ?? ""] ?? []) {
      yield text;
      if (text.length < least) yield* lengthened(text, least);
    }
  }
  const named = `example-${nameOf(path)}`;
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
function nameOf(path: readonly string[]): string {
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
