import fc from "fast-check";
import { expect, it } from "vitest";
import {
  fromCookies,
  fromHeader,
  fromPairs,
  fromPath,
  readCookies,
  readPairs,
} from "../../../commands/mock/request/styled.js";
import { createShape, valueFromTexts } from "../../../commands/mock/request/texts.js";
import type { Node } from "../../../reader/validation/nodes/node.js";
import {
  writeCookie,
  writeStyledHeader,
  writeStyledPath,
  writeStyledQuery,
} from "../../../runtime/http/request/styled-parameters.js";

const word = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 });
const integer: Node = { type: ["integer"] };
const text: Node = { type: ["string"] };
const list: Node = { type: ["array"], items: text };
const record: Node = {
  type: ["object"],
  properties: { first: text, second: integer, third: { type: ["boolean"] } },
};
const members = fc.record(
  { first: word, second: fc.integer(), third: fc.boolean() },
  { requiredKeys: ["first"] },
);

/** Values, and the schema that says what they are. */
const value: fc.Arbitrary<readonly [NonNullable<unknown>, Node]> = fc.oneof(
  fc.tuple(fc.oneof(word, fc.constantFrom("1", "true", "null")), fc.constant(text)),
  fc.tuple(fc.integer(), fc.constant(integer)),
  fc.tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.constant(list)),
  fc.tuple(members, fc.constant(record)),
);
const name = fc.constantFrom("a", "__proto__", "x-y", "ü");

const style = (styles: readonly string[]) =>
  fc.record({ style: fc.constantFrom(...styles), explode: fc.boolean() });

function isWritable(written: unknown, delimiter: string): boolean {
  return !JSON.stringify(written).includes(delimiter);
}

it("a query is read as the generated client writes it", () => {
  fc.assert(
    fc.property(
      name,
      value,
      style(["form", "spaceDelimited", "pipeDelimited", "deepObject"]),
      (key, [given, node], how) => {
        if (how.style === "deepObject" && Array.isArray(given) && !how.explode) return;
        // The client refuses these.
        if (how.style === "spaceDelimited" && !isWritable(given, " ")) return;
        if (how.style === "pipeDelimited" && !isWritable(given, "|")) return;
        const query: string[] = [];
        const descriptor = { name: key, in: "query", ...how } as never;
        writeStyledQuery({ query } as never, { name: key, value: given, descriptor });
        const shape = createShape([node]);
        const read = fromPairs(
          readPairs(query.join("&")),
          { name: key, ...how },
          { shape, others: new Set() },
        );
        expect(read && valueFromTexts(read, shape)).toEqual(given);
      },
    ),
    { numRuns: 1000 },
  );
});

it("lists in an exploded object are read as the generated client writes them", () => {
  const plain = fc.stringMatching(/^[a-z0-9&=]{1,8}$/);
  const lists = fc.record({ first: fc.array(plain, { minLength: 1, maxLength: 3 }), second: fc.integer() });
  const shape = createShape([{ type: ["object"], properties: { first: list, second: integer } }]);
  const how = { name: "x", style: "form", explode: true };
  fc.assert(
    fc.property(lists, (given) => {
      const query: string[] = [];
      writeStyledQuery({ query } as never, { name: "x", value: given, descriptor: {} });
      const inQuery = fromPairs(readPairs(query.join("&")), how, { shape, others: new Set() });
      expect(inQuery && valueFromTexts(inQuery, shape)).toEqual(given);
      const cookies: string[] = [];
      writeCookie({ cookies } as never, { name: "x", value: given, descriptor: {} });
      const inCookies = fromCookies(readCookies(cookies.join("; ")), how, shape);
      expect(inCookies && valueFromTexts(inCookies, shape)).toEqual(given);
    }),
  );
});

it("a path is read as the generated client writes it", () => {
  fc.assert(
    fc.property(name, value, style(["simple", "label", "matrix"]), (key, [given, node], how) => {
      const descriptor = { name: key, in: "path", ...how } as never;
      const written = writeStyledPath({ name: key, value: given, descriptor } as never);
      const shape = createShape([node]);
      // A dot is unreserved, so in an exploded label it looks like the one between two items.
      if (how.style === "label" && how.explode && typeof given === "object" && !isWritable(given, "."))
        return;
      const read = fromPath(written, { name: encodeURIComponent(key), ...how }, shape);
      expect(valueFromTexts(read, shape)).toEqual(given);
    }),
    { numRuns: 1000 },
  );
});

it("headers and cookies are read as the generated client writes them", () => {
  const plain = fc.stringMatching(/^[a-z0-9]{1,8}$/);
  const values: fc.Arbitrary<readonly [NonNullable<unknown>, Node]> = fc.oneof(
    fc.tuple(plain, fc.constant(text)),
    fc.tuple(fc.array(plain, { minLength: 1, maxLength: 4 }), fc.constant(list)),
    fc.tuple(fc.record({ first: plain, second: fc.integer() }), fc.constant(record)),
  );
  fc.assert(
    fc.property(
      values,
      fc.boolean(),
      fc.constantFrom("form", "cookie"),
      ([given, node], explode, inCookie) => {
        const shape = createShape([node]);
        const headers = new Headers();
        const descriptor = { name: "x", in: "header", style: "simple", explode } as never;
        writeStyledHeader({ headers } as never, { name: "x", value: given, descriptor });
        const header = fromHeader(headers.get("x") ?? "", { name: "x", style: "simple", explode }, shape);
        expect(valueFromTexts(header, shape)).toEqual(given);
        const cookies: string[] = [];
        const how = { name: "x", style: inCookie, explode };
        writeCookie({ cookies } as never, { name: "x", value: given, descriptor: how as never });
        const read = fromCookies(readCookies(cookies.join("; ")), how, shape);
        expect(read && valueFromTexts(read, shape)).toEqual(given);
      },
    ),
  );
});
