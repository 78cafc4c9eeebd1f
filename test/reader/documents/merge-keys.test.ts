import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { parseText } from "../../../reader/documents/parse-text.js";
import { check, text } from "../../support/reader/check/findings.js";

const read = (source: string): unknown => {
  const { value, problems } = parseText("a.yaml", source);
  expect(problems).toEqual([]);
  return value;
};

describe("YAML's merge key", () => {
  it.each([
    ["an own key after it wins", "a: &a {x: 1, y: 2}\nb:\n  <<: *a\n  y: 3\n"],
    ["an own key before it wins", "a: &a {x: 1, y: 2}\nb:\n  y: 3\n  <<: *a\n"],
    ["the first of a list wins", "a: &a {x: 1}\nb: &b {x: 2, w: 0}\nc: {<<: [*a, *b], q: 1}\n"],
    ["a list may contain a map", "a: &a {x: 1}\nb: {<<: [{e: 1}, *a]}\n"],
    ["an alias may name a list", "l: &l [{a: 1}, {b: 2}]\nc:\n  <<: *l\n"],
    ["merged maps may merge", "a: &a {x: 1}\nb: &b {<<: *a, y: 2}\nc: {<<: *b, z: 3}\n"],
    ["an object of a merged map isn't merged", "a: &a {p: {x: 1}}\nb: {<<: *a, p: {y: 2}}\n"],
    ["it may have its tag", "a: &a {x: 1}\nb:\n  !!merge <<: *a\n"],
    ["there may be two", "a: &a {x: 1}\nb: &b {x: 3, y: 2}\nc:\n  <<: *a\n  <<: *b\n"],
    ["in quotes it is a key like others", "a: &a {x: 1}\nb: {\"<<\": *a}\nc: {'<<': *a}\n"],
    ["an anchor of a merged map stays where it is", "a: &a {k: &x 1}\nb: &x 2\nc: {<<: *a}\nd: *x\n"],
    ["a value may have an anchor", "a:\n  <<: &x {b: 1}\nc: *x\n"],
    ["inherited names are names", "a: &a {__proto__: 1, constructor: 2}\nb: {<<: *a}\n"],
  ])("is read as by others: %s", (_, source) => {
    expect(JSON.stringify(read(source))).toBe(JSON.stringify(parse(source, { merge: true })));
  });

  it("is read as by others, whatever it merges", () => {
    const maps = fc.array(fc.uniqueArray(fc.constantFrom("p", "q", "r", "s"), { maxLength: 4 }), {
      minLength: 1,
      maxLength: 5,
    });
    const picks = fc.array(fc.tuple(fc.nat(3), fc.nat(9), fc.nat(9)), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(maps, picks, (all, places) => {
        const lines = all.map((keys, index) => {
          const entries = keys.map((key) => `${key}: ${index}`);
          const [at = 0, one = 0, other = 0] = places[index] ?? [];
          if (index > 0) {
            const merged = at % 2 === 0 ? `*m${one % index}` : `[*m${one % index}, *m${other % index}]`;
            entries.splice(at, 0, `<<: ${merged}`);
          }
          return `m${index}: &m${index} {${entries.join(", ")}}\n`;
        });
        const source = lines.join("");
        expect(JSON.stringify(read(source))).toBe(JSON.stringify(parse(source, { merge: true })));
      }),
      { numRuns: 300, seed: 31 },
    );
  });

  it.each([
    ["a number", "a: &a 5\nc:\n  <<: *a\n", "3:7", "this is a number"],
    ["nothing", "c:\n  <<:\n", "2:6", "this is null"],
    ["a text in a list", "c:\n  <<: [{a: 1}, x]\n", "2:16", "this is a text"],
    ["a list in a list", "c:\n  <<: [[{a: 1}]]\n", "2:8", "this is a list"],
  ])("is an error if it merges %s", (_, source, at, said) => {
    const [problem, ...others] = parseText("a.yaml", source).problems;
    expect(others).toEqual([]);
    expect(problem?.message).toContain(said);
    expect(`${problem?.range.line}:${problem?.range.column}`).toBe(at);
    expect(problem?.hint).toMatch(/Name a map.*in quotes/);
  });

  it("can't merge a map into itself", () => {
    const [problem] = parseText("a.yaml", "a: &a\n  b: 1\n  <<: *a\n").problems;
    expect(problem?.message).toBe("this alias refers to its own ancestor");
  });

  it("can't make a document grow beyond measure", () => {
    const chain = Array.from({ length: 40 }, (_, index) => {
      const merged =
        index === 0
          ? "{k: [1, 2, 3]}"
          : `{a${index}: *m${index - 1}, b${index}: *m${index - 1}, <<: *m${index - 1}}`;
      return `m${index}: &m${index} ${merged}\n`;
    });
    const [problem] = parseText("a.yaml", chain.join("")).problems;
    expect(problem?.code).toBe("too-large");
  });

  it("gives findings in merged parts their place in the text", async () => {
    const found = await check({
      "a.openapi.yaml": text`
        openapi: 3.1.0
        info: { title: T, version: "1" }
        x-answers: &answers
          "404": { description: 5 }
        x-fields: &fields
          id: { type: string, minLength: few }
        paths:
          /a:
            get:
              operationId: a
              responses:
                "204": { description: x }
                <<: *answers
        components:
          schemas:
            A: { type: object, properties: { <<: *fields, name: { type: string } } }
      `,
    });
    expect(found.map(({ range, pointer }) => [`${range.line}:${range.column}`, pointer])).toEqual([
      ["4:3", "/paths/~1a/get/responses/404"],
      ["4:25", "/paths/~1a/get/responses/404/description"],
      ["6:34", "/components/schemas/A/properties/id/minLength"],
    ]);
  });
});
