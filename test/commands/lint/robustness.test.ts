import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runRules } from "../../../commands/lint/lint.js";
import { createSeverities, recommendedSettings } from "../../../commands/lint/settings.js";
import { loadTexts } from "../../support/commands/lint/texts.js";

const settings = { ...recommendedSettings, set: "thorough" } as const;
const severities = createSeverities(settings);
const run = async (name: string, value: unknown) =>
  runRules(await loadTexts({ [name]: JSON.stringify(value) }), settings, severities);

/** The keys at which rules look, so that random values are at places that matter. */
const keys = fc.constantFrom(
  ..."paths webhooks get post parameters responses 200 default content application/json schema properties items allOf $ref required enum type pattern components schemas securitySchemes in name servers url channels operations messages payload action channel tags deprecated headers callbacks x-lint-ignore".split(
    " ",
  ),
);
const leaf = fc.constantFrom(
  null,
  true,
  7,
  1e300,
  "",
  "query",
  "array",
  "string",
  "send",
  "#",
  "#/components/schemas/a",
  "#/paths",
  "http://a",
  "(",
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 9, depthSize: "large" },
    leaf,
    fc.dictionary(keys, tie("value"), { maxKeys: 4 }),
    fc.array(tie("value"), { maxLength: 3 }),
  ),
}));
const root = fc.dictionary(keys, value, { maxKeys: 6 });

describe("oipkit's own rules", () => {
  it.each([
    ["a.openapi.json", { openapi: "3.1.0" }],
    ["a.openapi.json", { swagger: "2.0" }],
    ["a.asyncapi.json", { asyncapi: "3.0.0" }],
    ["a.asyncapi.json", { asyncapi: "2.6.0" }],
    ["a.schema.json", {}],
  ])("survive any document like %s with %j", async (name, head) => {
    await fc.assert(
      fc.asyncProperty(root, async (document) => {
        for (const { tokens } of await run(name, { ...document, ...head }))
          expect(tokens).toBeInstanceOf(Array);
      }),
      { numRuns: 60 },
    );
  });

  it("survive the examples of AsyncAPI's specification, each wherever it may be", async () => {
    const specs = dirname(createRequire(import.meta.url).resolve("@asyncapi/specs/package.json"));
    const sections = [
      "channels",
      "operations",
      "servers",
      "messages",
      "schemas",
      "parameters",
      "securitySchemes",
    ];
    for (const version of ["2.6.0", "3.0.0", "3.1.0"]) {
      const folder = join(specs, "examples", version);
      const examples = readdirSync(folder).map((file) =>
        JSON.parse(readFileSync(join(folder, file), "utf8")),
      );
      const entries = Object.fromEntries(examples.map((example, index) => [`e${index}`, example]));
      const components = Object.fromEntries(sections.map((section) => [section, entries]));
      const found = await run("a.asyncapi.json", { asyncapi: version, ...components, components });
      expect(found.length).toBeGreaterThan(0);
    }
  });

  it("end for schemas that refer to themselves in every way", async () => {
    const again = { $ref: "#/components/schemas/a" };
    const a = { ...again, allOf: [again, again], anyOf: [again], properties: { a: again }, type: "string" };
    const use = { content: { "application/json": { schema: again } } };
    const paths = { "/a": { post: { requestBody: use, responses: { 200: use } } } };
    await run("a.openapi.json", { openapi: "3.1.0", paths, components: { schemas: { a } } });
  });
});
