import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { compareVersions } from "../../../../commands/diff/compare-versions.js";
import type { Party } from "../../../../commands/diff/comparison.js";
import { compareTexts, type Files, outlined } from "../../../support/commands/diff/compare-texts.js";
import { mutations } from "../../../support/commands/diff/unjudged/mutations.js";
import { newOpenApi } from "../../../support/commands/diff/unjudged/new-openapi.js";
import { oldOpenApi } from "../../../support/commands/diff/unjudged/old-openapi.js";
import { sectionsOpenApi } from "../../../support/commands/diff/unjudged/sections-openapi.js";
import { wholeOpenApi } from "../../../support/commands/diff/unjudged/whole-openapi.js";
import { loadVersion } from "../../../support/commands/diff/version-of.js";

const file = "a.openapi.json";

/** The number of edits, of each contract: `EDITS=3000` is the long run. */
const runs = Number(process.env.EDITS ?? 10);

/** Without links, by which operations know each other, so that all of it can be divided. */
function withoutLinks(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutLinks);
  const kept = Object.entries(value).filter(([name]) => name !== "links");
  return Object.fromEntries(kept.map(([name, held]) => [name, withoutLinks(held)]));
}

const contracts: Readonly<Record<string, unknown>> = {
  bookshop: parse(readFileSync("examples/bookshop/contracts/bookshop.openapi.yaml", "utf8")),
  sandbox: parse(readFileSync("contracts/sandbox.openapi.yaml", "utf8")),
  // With every field that there is.
  "OpenAPI 3.0": withoutLinks(oldOpenApi),
  "OpenAPI 3.1": withoutLinks(wholeOpenApi),
  "OpenAPI 3.1, sections": withoutLinks(sectionsOpenApi),
  "OpenAPI 3.2": withoutLinks(newOpenApi),
};

describe.each(Object.keys(contracts))("of %s, what is the same is left out", (name) => {
  const contract = contracts[name] as Document;
  const edits = [...mutations(contract)];

  it("without a difference to what is found", { timeout: 0 }, async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...edits), fc.boolean(), async ({ name: edit, document }, isBack) => {
        const pair = [contract, document as Document];
        const lean = await found(isBack ? pair.reverse() : pair);
        const whole = await found(pair.map(undivided));
        expect({ edit, found: lean }).toEqual({ edit, found: whole });
        if (whole !== "refused") compared++;
      }),
      { numRuns: runs },
    );
    expect(compared).toBeGreaterThan(runs / 2);
  });
});

interface Document {
  readonly info: object;
}

/** A contract whose operations might know each other by name, so that nothing of it is left out. */
function undivided(document: Document): Document {
  return { ...document, info: { ...document.info, "x-links": { links: { a: { operationId: "a" } } } } };
}

/** `refused` if a version is no contract. */
async function found([old, current]: readonly unknown[]): Promise<unknown> {
  try {
    const findings = await compareTexts({ [file]: old }, { [file]: current }, "consumer", "provider");
    return findings.map(({ code, verdict, subjects, message, old: before, new: after }) => ({
      code,
      verdict,
      subjects,
      message,
      places: [before?.pointer, after?.pointer],
    }));
  } catch {
    return "refused";
  }
}

/** Two operations; the first one answers with `Pet`. */
function api({
  schemas = {},
  schemes = {},
  ...root
}: {
  readonly schemas?: object;
  readonly schemes?: object;
  readonly [member: string]: unknown;
}) {
  const answer = (schema: object) => ({
    responses: { 200: { description: "d", content: { "application/json": { schema } } } },
  });
  return {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {
      "/pets": { get: { operationId: "pets", ...answer({ $ref: "#/components/schemas/Pet" }) } },
      "/other": { get: { operationId: "other", ...answer({ type: "string" }) } },
    },
    ...root,
    components: {
      securitySchemes: { key: { type: "http", scheme: "bearer" }, ...schemes },
      schemas: { Pet: { type: "object", properties: { size: { type: "integer" } } }, ...schemas },
    },
  };
}

const pet = (size: object) => ({ Pet: { type: "object", properties: { size } } });
const exact = (maximum: string): Files => ({
  [file]: JSON.stringify(api({ schemas: pet({ type: "integer", maximum: 1 }) })).replace(
    '"maximum":1',
    `"maximum":${maximum}`,
  ),
});

const named = (dependentRequired: object): Files => ({
  [file]: api({
    schemas: {
      Pet: { type: "object", properties: { title: { type: "string" }, size: {} }, dependentRequired },
    },
  }),
});
const schemes = { title: { type: "http", scheme: "bearer" } };

test.each<[string, Files, Files, ...string[]]>([
  [
    "a rule for a property called title",
    named({ title: ["size"] }),
    named({}),
    "error schema-widened #/components/schemas/Pet/dependentRequired",
  ],
  [
    "a scheme called title",
    { [file]: api({ schemes, security: [{}] }) },
    { [file]: api({ schemes, security: [{ title: [] }] }) },
    "error security-changed #/security",
  ],
  [
    "a number that no double holds",
    exact("9007199254740992"),
    exact("9007199254740993"),
    "error schema-widened #/components/schemas/Pet/properties/size/maximum",
  ],
  [
    "a schema behind several references",
    {
      [file]: api({
        schemas: {
          ...pet({ $ref: "#/components/schemas/A" }),
          A: { $ref: "#/components/schemas/B" },
          B: { type: "string" },
        },
      }),
    },
    {
      [file]: api({
        schemas: {
          ...pet({ $ref: "#/components/schemas/A" }),
          A: { $ref: "#/components/schemas/B" },
          B: { type: "integer" },
        },
      }),
    },
    "error schema-widened #/components/schemas/B/type",
  ],
  [
    "the security that holds for all operations",
    { [file]: api({}) },
    { [file]: api({ security: [{ key: [] }] }) },
    "error security-changed #/security",
    "error security-changed #/security",
  ],
  [
    "a file beside the document",
    { [file]: api({ schemas: pet({ $ref: "size.schema.json" }) }), "size.schema.json": { type: "integer" } },
    { [file]: api({ schemas: pet({ $ref: "size.schema.json" }) }), "size.schema.json": { type: "number" } },
    "error schema-widened #/type",
  ],
])("%s isn't left out when it changes", async (_, old, current, ...expected) => {
  expect(outlined(await compareTexts(old, current))).toEqual(expected);
});

it("counts what was left out as compared", async () => {
  const old = await loadVersion({ [file]: JSON.stringify(api({})) });
  const current = await loadVersion({ [file]: JSON.stringify(api({ schemas: pet({ type: "number" }) })) });
  const options = { mode: "full", time: 2000, now: () => 0, keep: new Set<Party>(["consumer"]) } as const;
  expect(compareVersions({ old, new: current }, options).summary).toMatchObject({ compared: 2 });
});
