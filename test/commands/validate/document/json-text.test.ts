import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { duplicateKeys, syntaxFault } from "../../../../commands/validate/document/json-syntax.js";
import { locate } from "../../../../commands/validate/document/json-text.js";
import { toPointer } from "../../../../runtime/json-pointer/index.js";

const json = fc.jsonValue({ maxDepth: 5 });
const indent = fc.constantFrom(undefined, 1, "\t");

/** The path and value of the value itself and of everything in it. */
function* walkPlaces(value: unknown, tokens: readonly string[] = []): Iterable<[string[], unknown]> {
  yield [[...tokens], value];
  if (value === null || typeof value !== "object") return;
  for (const [key, item] of Object.entries(value)) yield* walkPlaces(item, [...tokens, key]);
}

describe("locate", () => {
  test("finds each value and each key of a document", () => {
    fc.assert(
      fc.property(json, indent, (value, space) => {
        const text = JSON.stringify(value, null, space);
        for (const [tokens, item] of walkPlaces(JSON.parse(text))) {
          const { offset, length } = locate(text, tokens);
          if (item === null || typeof item !== "object") {
            expect(JSON.parse(text.slice(offset, offset + length))).toEqual(item);
          } else expect(text.slice(offset, offset + length)).toBe(Array.isArray(item) ? "[" : "{");
          const parent = locate(text, tokens.slice(0, -1));
          if (tokens.length === 0 || text[parent.offset] !== "{") continue;
          const key = locate(text, tokens, "key");
          expect(JSON.parse(text.slice(key.offset, key.offset + key.length))).toBe(tokens.at(-1));
        }
      }),
    );
  });

  test("uses the last of duplicate keys, and decodes escapes", () => {
    expect(locate('{"a":1,"\\u0061":22,"b":3}', ["a"])).toEqual({ offset: 17 - 1, length: 2 });
  });

  test("returns the last existing place of a path that leads nowhere", () => {
    expect(locate('{"a": [1]}', ["a", "7", "x"])).toEqual({ offset: 6, length: 1 });
  });
});

describe("syntaxFault", () => {
  test("agrees with JSON.parse on what is valid", () => {
    const piece = fc.constantFrom(
      ..."{}[]:,\"\\-+.eE0123456789 \n\r\ttrufalsn/x'ä\u0000\u007f\u2028\ufeff".split(""),
      "true",
      "null",
      '"a"',
      "\\u00e",
      "\\ud83d",
      "1e5",
    );
    const noise = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
    const mutated = fc.tuple(json, fc.nat(), fc.nat(3), noise).map(([value, at, cut, inserted]) => {
      const text = JSON.stringify(value);
      const from = at % (text.length + 1);
      return text.slice(0, from) + inserted + text.slice(from + cut);
    });
    fc.assert(
      fc.property(fc.oneof(noise, mutated), (text) => {
        let parses = true;
        try {
          JSON.parse(text);
        } catch {
          parses = false;
        }
        const fault = syntaxFault(text);
        expect(fault === undefined).toBe(parses);
        if (fault) expect(fault.offset).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 3000 },
    );
  });

  test("reports truncated text after its last token, at the latest", () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 3 }), fc.nat(), (value, cut) => {
        const text = JSON.stringify(value, null, 1);
        const part = text.slice(0, cut % text.length);
        expect(syntaxFault(part)?.offset).toBeLessThanOrEqual(part.trimEnd().length);
      }),
    );
  });
});

describe("duplicateKeys", () => {
  test("finds none in the output of JSON.stringify", () => {
    fc.assert(
      fc.property(json, indent, (value, space) => {
        expect(duplicateKeys(JSON.stringify(value, null, space))).toEqual([]);
      }),
    );
  });

  test("finds a duplicate key at any depth", () => {
    fc.assert(
      fc.property(json, fc.nat(), fc.string(), (value, pick, name) => {
        const marker = "\u0001here";
        const places = [...walkPlaces(JSON.parse(JSON.stringify(value)))];
        const [tokens] = places[pick % places.length] as [string[], unknown];
        const put = (at: unknown, depth: number): unknown => {
          if (depth === tokens.length) return { [marker]: 1 };
          const copy = (Array.isArray(at) ? [...at] : { ...(at as object) }) as Record<string, unknown>;
          const token = tokens[depth] as string;
          Object.defineProperty(copy, token, { value: put(copy[token], depth + 1), enumerable: true });
          return copy;
        };
        const key = JSON.stringify(name);
        const text = JSON.stringify(put(JSON.parse(JSON.stringify(value)), 0)).replace(
          JSON.stringify({ [marker]: 1 }),
          () => `{${key}:[{"x":1}], ${key}:2}`,
        );
        const found = duplicateKeys(text);
        expect(found.map(({ pointer }) => pointer)).toEqual([toPointer([...tokens, name])]);
        expect(text.slice(found[0]?.span.offset).startsWith(`${key}:2`)).toBe(true);
      }),
    );
  });
});
