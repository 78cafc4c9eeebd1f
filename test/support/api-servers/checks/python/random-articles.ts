import fc from "fast-check";
import { newArticle } from "./newsroom.js";

const repeated = (...counts: readonly number[]): readonly string[] =>
  counts.map((count) => "x".repeat(count));

/** Texts around the limits of the document, and any others. */
const text = fc.oneof(
  fc.constantFrom(...repeated(0, 1, 9, 10, 30, 31, 60, 61, 80, 81, 100, 120, 121, 150, 151, 300, 301)),
  fc.constantFrom("en", "EN", "draft", "𝄞".repeat(30), "𝄞".repeat(31), "\u0000", "١", "a-b", "a--b", "-a"),
  fc.constantFrom("https://a", "https://a/b c", "http://a", "https://", "a@b.c", "a@b", "A@b.c", "a@b.c\n"),
  fc.constantFrom("2027-02-29T00:00:00Z", "2024-02-29t23:59:59z", "0000-01-01T00:00:00Z", "2027-01-01"),
  fc.constantFrom("2016-12-31T18:59:60-05:00", "2024-02-29T22:59:60Z", "2027-01-01T24:00:00Z"),
  fc.string({ unit: "binary", maxLength: 40 }),
);
const number = fc.oneof(
  fc.constantFrom(0, 1, 5, 6, -1, 1.5, 20, 40, 50, 60, 4000, 4020, 1e300, 2 ** 53 - 1, 2 ** 53),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const textOrNull = fc.oneof(text, fc.constant(null));
const author = fc.record(
  { name: text, email: text, byline: fc.oneof(fc.boolean(), number) },
  { requiredKeys: ["name"] },
);
const lead = fc.oneof(
  fc.record(
    { kind: fc.constant("image"), url: text, alt: text, width: number },
    { requiredKeys: ["kind", "url"] },
  ),
  fc.record({ kind: fc.constant("quote"), text, by: textOrNull }, { requiredKeys: ["kind"] }),
);
const members: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  title: text,
  body: text,
  authors: fc.array(author, { maxLength: 6 }),
  language: fc.constantFrom("en", "de", "ja", "fr"),
  tags: fc.array(text, { maxLength: 9 }),
  priority: number,
  embargoUntil: textOrNull,
  sources: fc.array(text, { maxLength: 4 }),
  lead,
  slug: text,
  state: text,
  revision: number,
  unknown: text,
};
const wild = fc.oneof(
  text,
  number,
  fc.constantFrom(null, true, [], {}),
  lead,
  fc.array(author, { maxLength: 2 }),
);

const change = fc
  .constantFrom(...Object.entries(members))
  .chain(([name, usual]) => fc.tuple(fc.constant(name), fc.oneof({ weight: 3, arbitrary: usual }, wild)));

/** Articles as clients write them, with one or two members that may be valid or not. */
export const randomArticles: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc
  .array(change, { minLength: 1, maxLength: 2 })
  .map((changes) => newArticle(Object.fromEntries(changes)));
