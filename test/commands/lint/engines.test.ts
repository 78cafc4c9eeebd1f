import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { asyncApiLevels, redoclyLevels } from "../../../commands/lint/engines/levels.js";
import { lintContracts } from "../../../commands/lint/lint.js";
import { recommendedSettings } from "../../../commands/lint/settings.js";
import { readInputs } from "../../../reader/documents/input.js";
import { loadContracts } from "../../../reader/documents/load.js";
import { loadRedocly } from "../../../reader/large-libraries.js";
import { api, findingPlaces, lintTexts } from "../../support/commands/lint/texts.js";

const require = createRequire(import.meta.url);

const on = { severity: "error", options: {} } as const;
const redoclyExamples = new Map([
  ["redocly/no-invalid-media-type-examples", on],
  ["redocly/no-invalid-schema-examples", on],
]);

/** Its data has a key that the validator of Redocly takes for the name of a schema. */
const shelf = `openapi: 3.0.3
info: { title: Shelf, version: "1" }
paths:
  /books:
    get:
      responses:
        "200":
          description: ok
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Book' }
              example: { meta: { kind: a } }
components:
  schemas:
    Book:
      type: object
      properties:
        meta: { type: object, example: { $id: "0123-abc", kind: a } }
        more: { type: object, example: { $id: "0123-abc", kind: b } }
        any: { nullable: true, example: a }
`;

describe("the tables of severities", () => {
  it("have every rule of Redocly for OpenAPI and AsyncAPI, except the one that runs the configurable ones", () => {
    const { oas2, oas3, async2, async3 } = loadRedocly();
    const names = new Set([oas2, oas3, async2, async3].flatMap((rules) => Object.keys(rules)));
    names.delete("assertions");
    expect(Object.keys(redoclyLevels).sort()).toEqual([...names].sort());
  });

  it("have every rule of AsyncAPI's parser, except one that isn't a rule", () => {
    const { createRuleset } = require("@asyncapi/parser/cjs/ruleset/index.js") as {
      createRuleset(parser: object, options: object): { extends: { rules: object }[] };
    };
    const ruleset = createRuleset({}, { core: true, recommended: true });
    const names = ruleset.extends.flatMap(({ rules }) => Object.keys(rules));
    expect(Object.keys(asyncApiLevels).sort()).toEqual(
      names.filter((name) => name !== "asyncapi-internal").sort(),
    );
  });
});

describe("rules of other engines", () => {
  it("have findings in the file with the fault, through references", async () => {
    const result = await lintTexts({
      "a.openapi.yaml": api({ answered: "{ $ref: ./b.schema.yaml }" }),
      "b.schema.yaml": "type: string\nenum: [1]\n",
    });
    const found = result.findings.map(({ finding: { file, pointer, code, level } }) => [
      file,
      pointer,
      code,
      level,
    ]);
    expect(found).toContainEqual(["b.schema.yaml", "/enum/0", "redocly/no-enum-type-mismatch", "error"]);
  });

  it("take their options, and rules of one's own making, from the settings", async () => {
    const rules = new Map([
      ["redocly/request-mime-type", { severity: "error", options: { allowedValues: ["text/csv"] } }],
      [
        "redocly/rule/version-is-semantic",
        {
          severity: "warning",
          options: {
            subject: { type: "Info", property: "version" },
            assertions: { pattern: "/^\\d+\\.\\d+/" },
          },
        },
      ],
    ] as const);
    const { findings } = await lintTexts({ "a.openapi.yaml": api({}) }, { rules });
    const found = findings.map(({ finding: { code, level } }) => `${code} ${level}`);
    expect(found).toContain("redocly/request-mime-type error");
    expect(found).toContain("redocly/rule/version-is-semantic warning");
  });

  it("report an example that they can't compare as such, without a path of this machine", async () => {
    const { findings } = await lintTexts({ "a.openapi.yaml": shelf }, { rules: redoclyExamples });
    const found = findings.map(({ finding: { code, message } }) => `${code}: ${message}`);
    expect(found.join("\n")).not.toMatch(/errored|resolves to more|\/tmp\//);
    expect(found).toContainEqual(
      expect.stringMatching(/^not-judged: Redocly's rule `no-invalid-\w+-examples` could not compare this/),
    );
  });

  it("take the properties around an `if` or a `then` for those of its `required`", async () => {
    const schema = (name: string) =>
      `{ properties: { a: {}, b: {} }, if: { required: [a] }, then: { required: [${name}] } }`;
    const places = async (name: string) =>
      (await lintTexts({ "a.openapi.yaml": api({ answered: schema(name) }) })).findings
        .filter(({ finding: { code } }) => code === "redocly/no-required-schema-properties-undefined")
        .map(({ finding: { pointer = "" } }) => pointer.split("/").slice(-3).join("/"));
    expect(await places("b")).toEqual([]);
    expect(await places("c")).toEqual(["then/required/0"]);
  });

  it("find `nullable` without `type`, which has no effect in OpenAPI 3.0", async () => {
    const document = (version: string, schema: string) => ({
      "a.openapi.yaml": api({ answered: schema }).replace("3.1.0", version),
    });
    const codes = async (version: string, schema: string) =>
      (await lintTexts(document(version, schema))).findings.map(
        ({ finding: { code, level } }) => `${level} ${code}`,
      );
    const sibling = "warning redocly/nullable-type-sibling";
    expect(await codes("3.0.3", "{ nullable: true }")).toContain(sibling);
    expect(await codes("3.0.3", "{ type: string, nullable: true }")).not.toContain(sibling);
    expect(await codes("3.1.0", "{ nullable: true }")).not.toContain(sibling);
    // A rule that says more about the same place.
    const refused = await codes("3.0.3", "{ nullable: true, enum: [a] }");
    expect(refused).toContain("warning nullable-by-intent");
    expect(refused).not.toContain(sibling);
  });

  it("say that one doesn't run if there are so many paths that it would take long", async () => {
    const withPaths = (count: number) => {
      const paths = Object.fromEntries(Array.from({ length: count }, (_, at) => [`/p${at}`, {}]));
      return {
        "a.openapi.json": JSON.stringify({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths }),
      };
    };
    const codes = async (count: number) =>
      (await lintTexts(withPaths(count))).findings.map(
        ({ finding: { code, pointer } }) => `${code} ${pointer}`,
      );
    expect(await codes(1_000)).not.toContain("not-judged /paths");
    expect(await codes(1_001)).toContain("not-judged /paths");
  });

  it("find the structural faults of AsyncAPI, also of 3.1, by its own parser", async () => {
    const text = (address: string) =>
      `asyncapi: 3.1.0\ninfo: { title: t, version: "1" }\nchannels: { c: { address: ${address} } }\n`;
    expect(findingPlaces(await lintTexts({ "a.asyncapi.yaml": text("null") }))).toEqual([]);
    expect(findingPlaces(await lintTexts({ "a.asyncapi.yaml": text("[1]") }))).toEqual([
      expect.stringContaining("asyncapi/asyncapi-document-"),
    ]);
  });

  it("don't keep the others from running if they don't know a version", async () => {
    const text = `openapi: 4.0.0\ninfo: { title: t, version: "1" }\npaths: { /a: { get: { responses: { "200": {} } } } }\n`;
    expect(findingPlaces(await lintTexts({ "a.openapi.yaml": text }))).toEqual([
      "1:10 version-unsupported",
      "3:16 error-response",
    ]);
  });
});

describe("contracts that can't be read", () => {
  it("have only the findings about that", async () => {
    expect(findingPlaces(await lintTexts({ "a.openapi.yaml": api({}), "b.schema.yaml": "a: [\n" }))).toEqual([
      expect.stringMatching(/yaml-syntax$/),
    ]);
  });

  it("are linted further if a reference leads nowhere", async () => {
    const text = api({ sent: '{ $ref: "#/nowhere" }', answered: "{ pattern: a }" });
    const codes = findingPlaces(await lintTexts({ "a.openapi.yaml": text })).map(
      (line) => line.split(" ")[1],
    );
    expect(codes).toContain("ref-not-found");
    expect(codes).toContain("unanchored-pattern");
  });
});

describe("the contracts of this repository", () => {
  it("have no findings with the recommended severities", async () => {
    const cwd = fileURLToPath(new URL("../../../", import.meta.url));
    const contracts = await loadContracts(await readInputs(["contracts"], cwd), cwd);
    const { findings } = await lintContracts(contracts, recommendedSettings);
    expect(findings.map(({ finding: { file, line, message } }) => `${file}:${line} ${message}`)).toEqual([]);
  });
});
