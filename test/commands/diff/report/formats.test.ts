import fc from "fast-check";
import { marked } from "marked";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import type { ComparisonResult } from "../../../../commands/diff/comparison.js";
import {
  type DiffFormat,
  diffFormats,
  formatComparison,
} from "../../../../commands/diff/report/format-comparison.js";
import {
  accepted,
  added,
  mixed,
  narrowed,
  plain,
  toComparison,
} from "../../../support/commands/diff/report/example-comparison.js";
import { hostileComparison } from "../../../support/commands/diff/report/hostile-comparison.js";
import { runnerCommand, unsafe } from "../../../support/reader/text/output-characters.js";

const render = (comparison: ComparisonResult, format: DiffFormat, options = {}) =>
  formatComparison(comparison, format, { ...plain, ...options });

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** The elements of an XML document. Throws if it isn't well-formed. */
function parseElements(text: string): Element[] {
  const parser = new SaxesParser();
  const found: Element[] = [];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => found.push({ name, attributes }));
  parser.write(text).close();
  return found;
}

interface Result {
  readonly ruleId: string;
  readonly level: string;
  readonly locations: readonly { readonly physicalLocation: object }[];
  readonly relatedLocations?: readonly { readonly physicalLocation: object }[];
  readonly suppressions?: readonly object[];
  readonly partialFingerprints: object;
}

const sarif = async (comparison: ComparisonResult): Promise<readonly Result[]> =>
  JSON.parse(await render(comparison, "sarif")).runs[0].results;

describe("pretty", () => {
  it("shows place, code, message, witness, impact, subjects and remedy, but no compatible or accepted change", async () => {
    const text = await render(mixed, "pretty");
    expect(text.split("\n\n")[0]).toBe(
      [
        "contracts/api.yaml:14:5 schema-narrowed /components/schemas/Kind/enum",
        '  what consumers may send is now refused: `kind` must be one of "human"',
        "  old: git:main:api.yaml:12:5 /components/schemas/Kind/enum",
        '  witness: {"kind":"robot"} (valid only in the old version)',
        "  breaks programs of consumers",
        "  in: POST /users, request body; PUT /users/{id}, request body",
        "  instead: Keep accepting it, or add a new operation or version beside the old one",
      ].join("\n"),
    );
    expect(text).toContain("api.yaml:32:5 source schema-removed ");
    expect(text).toContain("  breaks code of consumers that uses the generated SDK\n");
    expect(text).toContain("git:main:pet.schema.yaml:1:1 schema-removed\n");
    expect(text).toContain("warning (undecided) schema-widening-undecided");
    expect(text).not.toContain("GET /pets");
    expect(text).not.toContain("accepted");
    const all = await render(mixed, "pretty", { compatible: true });
    expect(all).toContain("compatible schema-added");
    expect(all).toContain("  accepted: nobody has ever sent it (until 2027-01-31)\n");
  });

  it("shows the changed line of both versions, with carets below the place", async () => {
    const excerpts = {
      old: () => ["9 |   enum: [human, robot]", "  |   ^^^^"] as const,
      new: () => ["14 |   enum: [human]", "   |   ^^^^"] as const,
    };
    const text = await render(toComparison([narrowed]), "pretty", { excerpts });
    expect(text).toContain("\n  -  9 |   enum: [human, robot]\n  + 14 |   enum: [human]\n       |   ^^^^\n");
    const same = { old: excerpts.new, new: excerpts.new };
    expect(await render(toComparison([narrowed]), "pretty", { excerpts: same })).toContain(
      "\n    14 |   enum: [human]\n       |   ^^^^\n",
    );
  });

  it("shows 200 findings and counts the others", async () => {
    const text = await render(toComparison(Array(203).fill(narrowed)), "pretty");
    expect(text.match(/witness:/g)).toHaveLength(200);
    expect(text).toContain("… and 3 more");
  });
});

describe("markdown", () => {
  const page = async (comparison: ComparisonResult) =>
    marked.parse(await render(comparison, "markdown"), { async: false });

  it("starts with a summary and has a section for each kind of change", async () => {
    const html = await page(mixed);
    expect(html).toContain("<h2>❌ 3 breaking changes</h2>");
    expect(html).toContain(
      "2 changes that break running programs, 1 change that breaks code, 1 undecided change, 1 compatible change, 1 accepted change.",
    );
    expect(html).toContain("The next version is <strong>major</strong>.");
    const sections = ["Breaks running programs", "Breaks code that uses the SDK", "Undecided"];
    expect([...html.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title]) => title)).toEqual(sections);
    expect(html).toContain("<summary><b>Compatible</b> (1)</summary>");
    expect(html).toContain("<summary><b>Accepted</b> (1)</summary>");
    expect(html).toContain("Accepted: Nobody has ever sent it (until 2027-01-31).");
  });

  it("folds the details of a change, with its witness in a code block", async () => {
    const html = await page(toComparison([narrowed]));
    expect(html).toContain(
      "<summary><b>POST /users, request body</b>: what consumers may send is now refused: <code>kind</code> must be",
    );
    expect(html).toContain(
      '<code class="language-json">{\n  &quot;kind&quot;: &quot;robot&quot;\n}\n</code>',
    );
    expect(html).toContain("Also in PUT /users/{id}, request body");
  });

  it("says that nothing changed", async () => {
    expect(await page(toComparison([]))).toContain("<h2>✅ No changes</h2>");
    expect(await page(toComparison([added]))).toContain("<h2>✅ No breaking changes</h2>");
  });

  it("is never longer than a comment may be, and says what it left out", async () => {
    const many = toComparison([...Array(300).fill(narrowed), ...Array(300).fill(added)]);
    const text = await render(many, "markdown");
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000);
    const [, leftOut] = /_(\d+) changes left out/.exec(text) ?? [];
    const shown = [...text.matchAll(/^<summary><b>POST|^- \*\*GET/gm)].length;
    expect(shown + Number(leftOut)).toBe(600);
    expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length);
  });

  it("can't be broken out of, whatever the contracts contain", async () => {
    const own = /^(?:h2|h3|p|code|pre|ul|li|strong|em|details|summary|b)$/;
    await fc.assert(
      fc.asyncProperty(hostileComparison, async (comparison) => {
        const tags = [...(await page(comparison)).matchAll(/<\/?([a-z0-9]+)([^>]*)>/gi)];
        expect(tags.filter(([, name = ""]) => !own.test(name)).map(([tag]) => tag)).toEqual([]);
        const attributes = tags.map(([, , rest = ""]) => rest).filter((rest) => rest !== "");
        expect(attributes.filter((rest) => rest !== ' class="language-json"')).toEqual([]);
      }),
    );
  });
});

describe("sarif", () => {
  it("locates a finding in the new version, and relates it to the old one", async () => {
    const [first] = await sarif(toComparison([narrowed]));
    expect(first?.locations[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: "contracts/api.yaml" },
      region: { startLine: 14, startColumn: 5 },
    });
    expect(first?.relatedLocations).toMatchObject([
      {
        message: { text: "the old version: git:main:api.yaml" },
        physicalLocation: { artifactLocation: { uri: "api.yaml" }, region: { startLine: 12 } },
      },
    ]);
  });

  it("has levels, suppresses what was accepted, and locates what is gone in the old version", async () => {
    const results = await sarif(mixed);
    expect(results.map(({ level }) => level)).toEqual([
      "error",
      "error",
      "warning",
      "note",
      "error",
      "error",
    ]);
    expect(results[4]?.suppressions).toEqual([
      {
        kind: "external",
        status: "accepted",
        justification: "nobody has ever sent it (until 2027-01-31)",
      },
    ]);
    expect(results[5]?.locations[0]?.physicalLocation).toMatchObject({
      artifactLocation: { uri: "pet.schema.yaml" },
    });
  });

  it("recognizes a finding after lines have moved and the old version got another name", async () => {
    const prints = async (comparison: ComparisonResult) =>
      (await sarif(comparison)).map(({ partialFingerprints }) => partialFingerprints);
    const { old, new: current } = narrowed as Required<typeof narrowed>;
    const moved = { ...narrowed, old: { ...old, file: "git:v1:api.yaml" }, new: { ...current, line: 99 } };
    expect(await prints(toComparison([moved]))).toEqual(await prints(toComparison([narrowed])));
    const other = { ...narrowed, new: { ...current, pointer: "/else" } };
    expect(await prints(toComparison([other]))).not.toEqual(await prints(toComparison([narrowed])));
  });
});

describe("junit", () => {
  it("fails breaking changes, passes warnings, skips accepted ones, and leaves out compatible ones", async () => {
    const elements = parseElements(await render(mixed, "junit"));
    const count = (name: string) => elements.filter((element) => element.name === name).length;
    expect([count("testcase"), count("failure"), count("system-out"), count("skipped")]).toEqual([
      5, 3, 1, 1,
    ]);
    expect(elements.find(({ name }) => name === "testsuite")?.attributes).toMatchObject({
      name: "contracts/api.yaml",
      tests: "4",
      failures: "2",
      skipped: "1",
    });
  });

  it("has a passed case if nothing is wrong", async () => {
    const elements = parseElements(await render(toComparison([added]), "junit"));
    expect(elements.filter(({ name }) => name === "testcase").map(({ attributes }) => attributes)).toEqual([
      { name: "compatible", classname: "contracts", time: "0.000" },
    ]);
  });
});

describe("github and gitlab", () => {
  it("annotate breaking changes and warnings at their place in the working tree", async () => {
    const lines = (await render(mixed, "github")).trimEnd().split("\n");
    expect(lines.map((line) => /^::(\w+) file=([^,]*),line=(\d+)/.exec(line)?.slice(1).join(" "))).toEqual([
      "error contracts/api.yaml 14",
      "error contracts/api.yaml 32",
      "warning contracts/api.yaml 42",
      "error pet.schema.yaml 1",
    ]);
    expect(lines[0]).toContain('%0AWitness, valid only in the old version: {"kind":"robot"}%0A');
    expect(lines[1]).toContain("Impact: breaks code of consumers that uses the generated SDK");
    const issues = JSON.parse(await render(mixed, "gitlab")) as { severity: string }[];
    expect(issues.map(({ severity }) => severity)).toEqual(["major", "major", "minor", "major"]);
    expect(await render(toComparison([accepted, added]), "github")).toBe("");
    expect(JSON.parse(await render(toComparison([accepted, added]), "gitlab"))).toEqual([]);
  });
});

describe.each(diffFormats)("hostile text in %s", (format) => {
  it("controls neither a terminal nor a CI runner, and leaves the format intact", async () => {
    await fc.assert(
      fc.asyncProperty(hostileComparison, async (comparison) => {
        const text = await render(comparison, format, { compatible: true });
        expect(text).not.toMatch(unsafe);
        const own = /^::(?:error|warning) [^\n]*$/gm;
        expect(format === "github" ? text.replace(own, "") : text).not.toMatch(runnerCommand);
        if (format === "json" || format === "sarif" || format === "gitlab") JSON.parse(text);
        if (format === "junit") parseElements(text);
      }),
    );
  });
});
