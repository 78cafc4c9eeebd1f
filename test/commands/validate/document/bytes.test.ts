import { isUtf8 } from "node:buffer";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { locateSpan } from "../../../../commands/report/findings/excerpt.js";
import { contentHash } from "../../../../commands/validate/history/event-record.js";
import { HashTable, Marks } from "../../../../commands/validate/history/hash-table.js";
import { invalidUtf8At } from "../../../../commands/validate/read-file.js";
import { printable, textWidth } from "../../../../reader/text/printable.js";
import { sameContent } from "../../../../runtime/ports/json.js";

test("invalidUtf8At returns the length of the longest valid prefix", () => {
  const byte = fc.oneof(
    fc.integer({ min: 0, max: 255 }),
    fc.constantFrom(0xe0, 0xed, 0xf0, 0xf4, 0x80, 0x9f, 0xa0, 0xbf),
  );
  const text = fc.string({ unit: "binary" }).map((value) => [...Buffer.from(value)]);
  const bytes = fc
    .array(
      fc.oneof(
        byte.map((value) => [value]),
        text,
      ),
      { maxLength: 12 },
    )
    .map((parts) => Buffer.from(parts.flat()));
  fc.assert(
    fc.property(bytes, (input) => {
      const at = invalidUtf8At(input);
      expect(at < 0).toBe(isUtf8(input));
      if (at < 0) return;
      expect(isUtf8(input.subarray(0, at))).toBe(true);
      // No number of further bytes completes the next character.
      for (const length of [1, 2, 3, 4]) {
        if (at + length <= input.length) expect(isUtf8(input.subarray(at, at + length))).toBe(false);
      }
    }),
    { numRuns: 2000 },
  );
});

describe("placeOf", () => {
  test("agrees with a naive count of lines and columns, and the caret marks the finding", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "\n", "\r\n", "ä", "😀", '"'), { maxLength: 300 })
      .map((all) => all.join(""));
    fc.assert(
      fc.property(text, fc.nat(), fc.integer({ min: 1, max: 5 }), (source, pick, length) => {
        const offset = pick % (source.length + 1);
        const { lines, column, excerpt } = locateSpan(source, { offset, length }, []);
        const before = source.slice(0, offset).split("\n");
        expect(lines + 1).toBe(before.length);
        expect(column).toBe((before.at(-1)?.length ?? 0) + 1);
        expect(excerpt.text).not.toContain("\n");
        const rest = (source.slice(offset).split("\n")[0] ?? "").replace(/\r$/, "");
        const marked = excerpt.text.slice(excerpt.caret, excerpt.caret + excerpt.length);
        if (rest.length >= 70) return;
        expect(marked).toBe(rest.slice(0, excerpt.length));
      }),
    );
  });

  test("masks secrets, whatever part of them the excerpt shows", () => {
    fc.assert(
      fc.property(fc.nat(200), fc.integer({ min: 1, max: 200 }), fc.nat(400), (start, length, pick) => {
        const source = `${"a".repeat(start)}${"S".repeat(length)}${"b".repeat(150)}`;
        const secret = { offset: start, length };
        const { excerpt } = locateSpan(source, { offset: pick % source.length, length: 3 }, [secret]);
        expect(excerpt.text).not.toContain("S");
        expect(excerpt.caret).toBeLessThanOrEqual(excerpt.text.length);
      }),
    );
  });
});

test("equal content has equal hashes; different content has different ones", () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(value, value, (a, b) => {
      const [left, right] = [JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b))] as unknown[];
      expect(String(contentHash(left)) === String(contentHash(right))).toBe(sameContent(left, right));
      expect(contentHash(reversed(left))).toEqual(contentHash(left));
    }),
    { numRuns: 1000 },
  );
});

test("hashes depend on the structure, and content may nest to any depth", () => {
  const texts = [
    "[]",
    "{}",
    "[[]]",
    "[{}]",
    "[1]",
    '{"0":1}',
    '["1"]',
    "[null]",
    '["null"]',
    "[[1],2]",
    "[[1,2]]",
    "[1,2]",
    "[2,1]",
    '{"a":{"b":1}}',
    '{"a":1,"b":{}}',
    '""',
    "0",
  ];
  const hashes = texts.map((text) => String(contentHash(JSON.parse(text))));
  expect(new Set(hashes).size).toBe(texts.length);
  const deep = (end: string): unknown => JSON.parse(`${"[".repeat(200_000)}${end}${"]".repeat(200_000)}`);
  expect(contentHash(deep("1"))).toEqual(contentHash(deep("1")));
  expect(contentHash(deep("1"))).not.toEqual(contentHash(deep("2")));
  const wide = Array.from({ length: 100_000 }, (_, index) => index);
  expect(contentHash(wide)).toEqual(contentHash([...wide]));
  expect(contentHash(wide)).not.toEqual(contentHash([...wide.slice(1), 0]));
});

/** The same content with the keys of each object reversed. */
function reversed(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(reversed);
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value).reverse()) {
    Object.defineProperty(copy, key, { value: reversed(item), enumerable: true });
  }
  return copy;
}

test("a hash table behaves like a map", () => {
  const word = fc.integer({ min: 0, max: 0xffffffff });
  const key = fc.tuple(word, fc.nat(3));
  const entry = fc.tuple(key, word, word);
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 4000, size: "max" }), (entries) => {
      const table = new HashTable(2);
      const map = new Map<string, readonly [number, number]>();
      for (const [id, first, second] of entries) {
        const at = table.findOrAdd(id);
        table.setWord(at, 0, first);
        table.setWord(at, 1, second);
        map.set(String(id), [first, second]);
      }
      for (const [id] of entries) {
        const at = table.find(id);
        expect([table.word(at, 0), table.word(at, 1)]).toEqual(map.get(String(id)));
      }
      expect(table.find([1, 99])).toBe(-1);
    }),
    { numRuns: 20 },
  );
});

test("a hash table with many keys behaves like a map", () => {
  const table = new HashTable(1);
  const toKey = (number: number) => [Math.imul(number, 0x9e3779b1) >>> 0, number] as const;
  for (let number = 0; number < 20_000; number++) table.setWord(table.findOrAdd(toKey(number)), 0, number);
  for (let number = 0; number < 20_000; number += 2) table.setWord(table.findOrAdd(toKey(number)), 0, 7);
  for (let number = 0; number < 20_000; number++) {
    const word = table.word(table.find(toKey(number)), 0);
    if (word !== (number % 2 === 0 ? 7 : number)) expect.fail(`key ${number} holds ${word}`);
  }
  expect(table.find(toKey(20_000))).toBe(-1);
});

test("a mark gives the source and line that it was created for", () => {
  const part = fc.record({ lines: fc.integer({ min: 1, max: 5 }), last: fc.boolean() });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 50 }), (parts) => {
      const marks = new Marks();
      const wanted: [number, string][] = [];
      let source = 0;
      let before = 0;
      for (const { lines, last } of parts) {
        const first = marks.take(`s${source}`, { before, lines });
        for (let line = 0; line < lines; line++)
          wanted.push([marks.plus(first, line), `s${source}:${before + line + 1}`]);
        before = last ? 0 : before + lines;
        if (last) source++;
      }
      expect(wanted.map(([mark]) => marks.show(mark))).toEqual(wanted.map(([, place]) => place));
    }),
  );
  const marks = new Marks();
  expect(marks.show(marks.plus(marks.take("s", { before: 0, lines: 1 }), 2 ** 33))).toBe("an earlier line");
});

test("printable text has no terminal control characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(printable(text)).not.toMatch(/[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
  expect(printable("\u001b[31m\u009b\u202e\t.")).toBe("\\x1b[31m\\x9b\\u202e .");
  expect(textWidth("a产品é")).toBe(6);
});
