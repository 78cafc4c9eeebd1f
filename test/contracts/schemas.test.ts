import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const root = new URL("../../", import.meta.url);
const load = (path: string) => parse(readFileSync(new URL(path, root), "utf8"));
const schemas = readdirSync(new URL("contracts/schemas/", root)).map(
  (file) => [file, load(`contracts/schemas/${file}`) as Record<string, unknown>] as const,
);

interface Node {
  readonly [keyword: string]: unknown;
}
function nodes(value: unknown): Node[] {
  if (typeof value !== "object" || value === null) return [];
  return [value as Node, ...Object.values(value).flatMap(nodes)];
}

describe("x-rules", () => {
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(
    load("reader/vocabulary/x-rules.schema.yaml"),
  );

  it("match their vocabulary in each schema, with unique ids", () => {
    const stated = schemas.filter(([, schema]) => "x-rules" in schema);
    expect(stated).toHaveLength(4);
    for (const [file, schema] of stated) {
      expect(validate(schema["x-rules"]), file).toBe(true);
      const ids = (schema["x-rules"] as { rule: string }[]).map(({ rule }) => rule);
      expect(new Set(ids).size, file).toBe(ids.length);
    }
  });

  const rule = {
    rule: "ends-later",
    later: ["/end", "/start"],
    clause: "§1",
    level: "must",
    message: "ends later",
  };
  it.each<[what: string, rules: unknown]>([
    ["an empty list", []],
    ["two comparisons", [{ ...rule, equal: rule.later }]],
    ["no comparison", [{ ...rule, later: undefined }]],
    ["a single operand", [{ ...rule, later: ["/end"] }]],
    ["an operand that isn't a pointer", [{ ...rule, later: ["end", "/start"] }]],
    ["an id that isn't kebab case", [{ ...rule, rule: "Ends later" }]],
    ["an unknown level", [{ ...rule, level: "may" }]],
    ["an unknown comparison", [{ ...rule, earlier: ["/a", "/b"] }]],
    ["an empty clause", [{ ...rule, clause: "" }]],
  ])("can't have %s", (_, rules) => {
    expect(validate([rule])).toBe(true);
    expect(validate(JSON.parse(JSON.stringify(rules)))).toBe(false);
  });
});

describe("the schemas", () => {
  it.each(schemas)("%s has a description and cites its source", (_, schema) => {
    expect(schema).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: expect.stringMatching(/./),
      description: expect.stringMatching(/./),
      "x-clause": expect.stringMatching(/^§\d+(?:\.\d+)?$/),
    });
    for (const { properties } of nodes(schema)) {
      for (const [name, property] of Object.entries((properties ?? {}) as Record<string, Node>)) {
        expect(property.description, name).toEqual(expect.stringMatching(/\.$/));
      }
    }
  });

  it("mark every secret", () => {
    const marked = schemas.flatMap(([file, schema]) =>
      Object.entries((schema.properties ?? {}) as Record<string, Node>)
        .filter(([, property]) => property["x-secret"] === true)
        .map(([name]) => `${file.replace(".schema.yaml", "")} ${name}`),
    );
    expect(marked.toSorted()).toEqual([
      "challenge-answer challenge",
      "challenge-request challenge",
      "challenge-request token",
      "endpoint-configuration encrypt_key",
      "endpoint-configuration hmac_secret",
      "endpoint-configuration verification_token",
    ]);
  });

  it("accept exactly the paths that the manifest's rule accepts", () => {
    const manifest = load("contracts/schemas/artifact-manifest.schema.yaml") as {
      $defs: { path: { pattern: string } };
    };
    const pattern = new RegExp(manifest.$defs.path.pattern, "u");
    const forbidden = [..." \t\n\u00a0\u0085\u2028\\?#%\u0000\u001f\u007f"];
    const piece = fc.constantFrom("/", "/", "/", ".", "..", "a", "é", "😀", "\ud800", ...forbidden);
    const path = fc.oneof(
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(path, fc.boolean(), (tail, rooted) => {
        const text = rooted ? `/${tail}` : tail;
        const allowed =
          text.startsWith("/") &&
          !text.startsWith("//") &&
          !text.split("/").some((segment) => segment === "." || segment === "..") &&
          !/\p{White_Space}|\p{Cc}|[\\?#%\ufeff]/u.test(text.replace(/[\u0080-\u0084\u0086-\u009f]/g, ""));
        expect(pattern.test(text)).toBe(allowed);
      }),
      { numRuns: 5000 },
    );
  });
});
