import { describe, expect, it, test } from "vitest";
import { generate } from "../../../generator/generate.js";
import { assertContracts } from "../../../reader/check/check.js";
import { ContractError } from "../../../reader/documents/diagnostic.js";
import { InputError } from "../../../reader/documents/input.js";
import { loadContracts } from "../../../reader/documents/load.js";
import { readTemplates } from "../../../reader/documents/templates.js";
import { check, text } from "../../support/reader/check/findings.js";

const file = "a.openapi.json";

interface Parts {
  readonly schema?: unknown;
  readonly openapi?: string;
  readonly more?: object;
}

/** A document with a schema, and with other members at its root. */
function contract({ schema = { type: "string" }, openapi = "3.1.0", more = {} }: Parts) {
  const info = { title: "T", version: "1" };
  const content = { "application/json": { schema: { $ref: "#/components/schemas/A" } } };
  const get = { operationId: "getA", responses: { 200: { description: "d", content } } };
  const text = JSON.stringify({
    openapi,
    info,
    paths: { "/a": { get } },
    components: { schemas: { A: schema } },
    ...more,
  });
  return { [file]: text };
}

/** Severities, codes and pointers of the findings. */
async function found(files: Record<string, string>, levelling: Parameters<typeof check>[2] = {}) {
  const diagnostics = await check(files, undefined, levelling);
  return diagnostics.map(({ severity, code, pointer }) => [severity, code, pointer].join(" "));
}

describe("what can be read nevertheless is a warning:", () => {
  const at = "/components/schemas/A";
  it.each([
    [
      "a pattern without the `u` flag",
      { schema: { pattern: "^[\\w-.]+$" } },
      "pattern-legacy",
      `${at}/pattern`,
    ],
    ["a broken pattern", { schema: { pattern: "[a-" } }, "pattern-invalid", `${at}/pattern`],
    [
      "a pattern of another language",
      { schema: { pattern: "^\\p{Alnum}+$" } },
      "pattern-invalid",
      `${at}/pattern`,
    ],
    [
      "`nullable` in 3.1",
      { schema: { type: "string", nullable: true } },
      "keyword-outdated",
      `${at}/nullable`,
    ],
    [
      "a boolean limit in 3.1",
      { schema: { type: "number", minimum: 0, exclusiveMinimum: true } },
      "keyword-outdated",
      `${at}/exclusiveMinimum`,
    ],
    ["a keyword of the wrong form", { schema: { type: 12 } }, "schema-invalid", `${at}/type`],
    ["no title", { more: { info: { version: "1" } } }, "openapi-invalid", "/info/title"],
    ["no version", { more: { info: { title: "T" } } }, "openapi-invalid", "/info/version"],
    ["a list instead of an object", { more: { tags: {} } }, "openapi-invalid", "/tags"],
    [
      "an unknown scheme",
      { more: { security: [{ tokn: [] }] } },
      "security-scheme-unknown",
      "/security/0/tokn",
    ],
  ])("%s", async (_case, parts, code, pointer) => {
    const all = await found(contract(parts));
    expect(all.filter((each) => !each.startsWith("warning "))).toEqual([]);
    expect(all.some((each) => each.startsWith(`warning ${code} `))).toBe(true);
    expect(all.map((each) => each.split(" ")[2]).join("\n")).toContain(pointer.replace(/\/[^/]*$/, ""));
  });

  it("what can't be read is an error", async () => {
    expect(await found(contract({ schema: { $ref: "#/nowhere" } }))).toEqual([
      "error ref-not-found /components/schemas/A/$ref",
    ]);
  });
});

it("never judges what is in extensions", async () => {
  const nonsense = { $ref: "#/nowhere", type: 12, pattern: "[", properties: [], "": { $ref: 12, $id: "::" } };
  const schema = {
    type: "object",
    properties: { a: { type: "string", "x-b": nonsense } },
    "x-c": [nonsense],
  };
  const more = { "x-a": nonsense, info: { title: "T", version: "1", "x-logo": { $ref: "./gone.yaml" } } };
  expect(await found(contract({ schema, more }))).toEqual([]);
  expect(await found(contract({ schema, more, openapi: "3.0.3" }))).toEqual([]);
});

describe("levels", () => {
  const legacy = contract({ schema: { pattern: "^[\\w-.]+$" } });
  it.each([
    [{}, ["warning pattern-legacy"]],
    [{ levels: { "pattern-legacy": "warning" } }, ["warning pattern-legacy"]],
    [{ levels: { "pattern-legacy": "error" } }, ["error pattern-legacy"]],
    [{ levels: { "pattern-legacy": "off" } }, []],
    [{ strict: true }, ["error pattern-legacy"]],
    [{ strict: true, levels: { "pattern-legacy": "off" } }, []],
  ] as const)("%j", async (levelling, expected) => {
    const all = await found(legacy, levelling);
    expect(all.map((each) => each.replace(/ \S*$/, ""))).toEqual(expected);
  });

  it("can't hide what keeps a contract from being read", async () => {
    const broken = contract({ schema: { $ref: "#/nowhere" } });
    expect(await found(broken, { levels: { "ref-not-found": "off" } })).toEqual([
      "error ref-not-found /components/schemas/A/$ref",
    ]);
  });
});

const junk = [null, 12, "x", [], {}, true, [null], { $ref: 12 }, { ["__proto__"]: 1, type: {} }];

it("a wrong value at any place is a finding, or fine, and never a fault", async () => {
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "integer" } }];
  const content = { "application/json": { schema: { $ref: "#/components/schemas/A" } } };
  const responses = { 200: { description: "d", headers: { h: { schema: {} } }, content } };
  const whole = JSON.parse(
    contract({
      schema: {
        type: "object",
        required: ["a"],
        properties: { a: { anyOf: [{ pattern: "a" }, { enum: [1] }] } },
      },
      more: {
        servers: [{ url: "/", variables: { v: { default: "a" } } }],
        paths: { "/a/{id}": { parameters, post: { tags: ["t"], requestBody: { content }, responses } } },
        webhooks: { w: { post: { responses: { 204: { description: "d" } } } } },
      },
    })[file] ?? "",
  ) as object;
  const templates = await readTemplates(undefined);
  const places = placesIn(whole).slice(1);
  let generated = 0;
  for (const [index, place] of places.entries()) {
    const text = JSON.stringify(replaced(whole, place, junk[index % junk.length]));
    const input = { path: `/c/${file}`, file, text, role: "contract" as const, name: file };
    try {
      const contracts = await loadContracts([input], "/c");
      await assertContracts(contracts, {});
      await generate(contracts, { templates });
      generated++;
    } catch (error) {
      const isFinding = error instanceof ContractError || error instanceof InputError;
      if (!isFinding) throw new Error(`a fault at ${place.join("/")}: ${text}`, { cause: error });
    }
  }
  expect(generated).toBeGreaterThan(places.length / 2);
}, 30_000);

function placesIn(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, item]) => placesIn(item, [...at, key]))];
}

function replaced(value: unknown, [first, ...rest]: readonly string[], by: unknown): unknown {
  if (first === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[first] = replaced((value as Record<string, unknown>)[first], rest, by);
  return copy;
}

test("what an alias of YAML stands for is read by its best meaning in each of its places", async () => {
  const source = text`
    openapi: 3.1.0
    info: {title: T, version: "1"}
    paths: {}
    components:
      schemas:
        A: &a {type: string, nullable: true}
        B: *a
        C: *a
  `;
  const found = await check({ "a.openapi.yaml": source });
  expect(found.map(({ code, pointer }) => `${code} ${pointer}`).sort()).toEqual([
    "keyword-outdated /components/schemas/A/nullable",
    "keyword-outdated /components/schemas/B/nullable",
    "keyword-outdated /components/schemas/C/nullable",
  ]);
});
