import { afterAll, expect, test } from "vitest";
import { describeCode } from "../../../commands/report/findings/describe-code.js";
import type { Finding } from "../../../commands/report/reporter.js";
import { compile } from "../../../reader/validation/index.js";
import { item } from "../../support/commands/validate/stand-in.js";
import { createWorkspace } from "../../support/commands/validate/workspace.js";

const workspace = createWorkspace({
  "clean.json": JSON.stringify(item("1")),
  "bad.ndjson": `${JSON.stringify(item("1"))}\n{"kind":"item.changed","count":"x"}\n`,
  "should.json": '{ "number": 1, "paid": "no" }',
});
afterAll(() => workspace.remove());

async function report(format: string, ...args: readonly string[]): Promise<string> {
  return (await workspace.run(["clean.json", "bad.ndjson", "should.json", "--format", format, ...args])).out;
}

test("pretty: place, message, clause and the line with a caret", async () => {
  expect(await report("pretty")).toBe(
    [
      "bad.ndjson:2:1 required",
      "  the document lacks the required property `id` (§1)",
      '    {"kind":"item.changed","count":"x"}',
      "    ^",
      "",
      "bad.ndjson:2:32 type /count",
      "  `count` isn't a number",
      '    {"kind":"item.changed","count":"x"}',
      "                                   ^^^",
      "",
      "should.json:1:24 warning type /paid",
      "  `paid` isn't a boolean",
      '    { "number": 1, "paid": "no" }',
      "                           ^^^^",
      "",
      "",
    ].join("\n"),
  );
});

test("json: findings and a summary", async () => {
  const { findings, summary } = JSON.parse(await report("json")) as { findings: Finding[]; summary: unknown };
  expect(findings).toHaveLength(3);
  expect(findings[0]).toMatchObject({
    file: "bad.ndjson",
    line: 2,
    column: 1,
    pointer: "",
    code: "required",
    level: "error",
    clause: "§1",
    schemaPointer: "item.yaml#/required",
  });
  expect(findings[2]).toMatchObject({ level: "warning" });
  const counts = {
    files: 3,
    documents: 4,
    findings: 3,
    warnings: 1,
    leftOut: 0,
    known: 0,
    interrupted: false,
  };
  expect(summary).toEqual(counts);
});

test("sarif: one run with the results and the rules that they name", async () => {
  const log = JSON.parse(await report("sarif"));
  expect(log).toMatchObject({ version: "2.1.0", runs: [{ invocations: [{ executionSuccessful: true }] }] });
  const [run] = log.runs;
  expect(run.tool.driver.rules).toEqual([
    expect.objectContaining({
      id: "required",
      shortDescription: { text: "A required property is missing." },
      help: { text: "Fix the document, or the contract if the document is right." },
      defaultConfiguration: { level: "error" },
    }),
    expect.objectContaining({ id: "type", shortDescription: { text: "A value has the wrong type." } }),
  ]);
  expect(run.results[1]).toMatchObject({
    ruleId: "type",
    level: "error",
    message: { text: "`count` isn't a number" },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: "bad.ndjson" },
          region: {
            startLine: 2,
            startColumn: 32,
            endColumn: 35,
            snippet: { text: '{"kind":"item.changed","count":"x"}' },
          },
        },
        logicalLocations: [{ fullyQualifiedName: "/count", kind: "value" }],
      },
    ],
  });
  expect(run.results[2].level).toBe("warning");
  expect(
    new Set(
      run.results.map((result: { partialFingerprints: object }) =>
        JSON.stringify(result.partialFingerprints),
      ),
    ).size,
  ).toBe(3);
});

test("sarif: fingerprints survive moved lines, and equal findings have different ones", async () => {
  const line = '{"kind":"item.changed"}\n';
  workspace.write({ "moved.ndjson": `${line}${line}` });
  const prints = async () => {
    const { out } = await workspace.run(["moved.ndjson", "--format", "sarif"]);
    return JSON.parse(out).runs[0].results.map(
      ({ partialFingerprints }: { partialFingerprints: Record<string, string> }) =>
        partialFingerprints.primaryLocationLineHash,
    );
  };
  const before = await prints();
  expect(new Set(before).size).toBe(2);
  workspace.write({ "moved.ndjson": `${JSON.stringify(item("9"))}\n\n${line}${line}` });
  expect(await prints()).toEqual(before);
});

test("sarif: describes a rule between fields, a keyword and a code of its own", async () => {
  expect(describeCode("rule/a-b").meaning).toContain("`a-b`");
  expect(describeCode("max-length").meaning).toContain("`maxLength`");
  expect(describeCode("json-syntax").help).toBe("Fix the syntax at the position shown.");
});

test("github: one workflow command per finding", async () => {
  expect((await report("github")).split("\n")).toEqual([
    "::error file=bad.ndjson,line=2,col=1,endColumn=2,title=oipkit required::the document lacks the required property `id` (§1)",
    "::error file=bad.ndjson,line=2,col=32,endColumn=35,title=oipkit type::`count` isn't a number at /count",
    "::warning file=should.json,line=1,col=24,endColumn=28,title=oipkit type::`paid` isn't a boolean at /paid",
    "",
  ]);
});

test("gitlab: code quality issues, each with a unique fingerprint, even for equal lines", async () => {
  const line = '{"kind":"item.changed"}\n';
  workspace.write({ "twice.ndjson": line + line });
  const { out } = await workspace.run(["twice.ndjson", "--format", "gitlab"]);
  const issues = JSON.parse(out) as { fingerprint: string }[];
  expect(issues[1]).toMatchObject({
    check_name: "required",
    severity: "major",
    location: { path: "twice.ndjson", lines: { begin: 2 } },
  });
  expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  expect(JSON.parse((await workspace.run(["clean.json", "--format", "gitlab"])).out)).toEqual([]);
});

test("junit: one suite per file, with correct counts and times", async () => {
  let time = 0;
  const args = ["clean.json", "bad.ndjson", "should.json", "--format", "junit"];
  const { out: text } = await workspace.run(args, { now: () => time++ });
  expect(text.match(/<testsuite [^>]*>/g)).toEqual([
    '<testsuite name="clean.json" tests="1" failures="0" errors="0" time="0.001">',
    '<testsuite name="bad.ndjson" tests="2" failures="2" errors="0" time="0.001">',
    '<testsuite name="should.json" tests="1" failures="0" errors="0" time="0.001">',
  ]);
  expect(text).toContain(
    '<testcase name="type /count" classname="bad.ndjson" file="bad.ndjson" line="2" time="0.001">',
  );
});

test("gitlab: each issue has exactly the members that GitLab's documentation asks for", async () => {
  // https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
  const text = { type: "string", minLength: 1 };
  const begin = { type: "integer", minimum: 1 };
  const { check } = compile({
    type: "array",
    items: {
      type: "object",
      required: ["description", "check_name", "fingerprint", "location", "severity"],
      properties: {
        description: text,
        check_name: text,
        fingerprint: text,
        severity: { enum: ["info", "minor", "major", "critical", "blocker"] },
        location: {
          type: "object",
          required: ["path", "lines"],
          properties: {
            path: { ...text, not: { pattern: "^\\./" } },
            lines: {
              type: "object",
              required: ["begin"],
              properties: { begin },
              additionalProperties: false,
            },
          },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    },
  });
  const issues = JSON.parse((await workspace.run(["./bad.ndjson", "should.json", "--format", "gitlab"])).out);
  expect(issues.map(({ severity }: { severity: string }) => severity)).toEqual(["major", "major", "minor"]);
  expect(check(issues)).toEqual([]);
});

test("junit: elements are nested correctly and have their required attributes and correct counts", async () => {
  const text = await report("junit");
  const inside: Readonly<Record<string, readonly string[]>> = {
    testsuites: [""],
    testsuite: ["testsuites"],
    testcase: ["testsuite"],
    failure: ["testcase"],
    "system-out": ["testcase"],
  };
  const needed: Readonly<Record<string, readonly string[]>> = {
    testsuite: ["name", "tests", "failures", "errors"],
    testcase: ["name", "classname"],
    failure: ["type", "message"],
  };
  const open: string[] = [];
  for (const [, close, name = "", attributes = "", empty] of text.matchAll(
    /<(\/?)([a-z-]+)((?: [a-z]+="[^"]*")*)(\/?)>/g,
  )) {
    if (close) {
      expect(open.pop()).toBe(name);
      continue;
    }
    expect(inside[name]).toContain(open.at(-1) ?? "");
    const present = [...attributes.matchAll(/ ([a-z]+)=/g)].map(([, attribute]) => attribute);
    expect(present).toEqual(expect.arrayContaining([...(needed[name] ?? [])]));
    if (!empty) open.push(name);
  }
  expect(open).toEqual([]);
  const suites = [
    ...text.matchAll(/<testsuite [^>]*tests="(\d+)" failures="(\d+)"[^>]*>(.*?)<\/testsuite>/gs),
  ];
  expect(suites).toHaveLength(3);
  for (const [, tests, failures, content = ""] of suites) {
    expect(content.match(/<testcase /g)).toHaveLength(Number(tests));
    expect(content.match(/<failure /g) ?? []).toHaveLength(Number(failures));
  }
});

test("junit: the name of a case doesn't depend on its line, and is unique in its file", async () => {
  const line = '{"kind":"item.changed"}\n';
  const names = async (text: string) => {
    workspace.write({ "named.ndjson": text });
    const { out } = await workspace.run(["named.ndjson", "--format", "junit"]);
    return [...out.matchAll(/<testcase name="([^"]*)"/g)].map(([, name]) => name);
  };
  expect(await names(line + line)).toEqual(["required", "required (2)"]);
  expect(await names(`\n\n${line}${line}`)).toEqual(["required", "required (2)"]);
});

test("junit: splits a file with many findings into several suites", async () => {
  workspace.write({ "many.ndjson": '{"kind":"item.changed"}\n'.repeat(2500) });
  const { out } = await workspace.run(["many.ndjson", "--format", "junit"]);
  expect(
    [...out.matchAll(/<testsuite name="([^"]*)" tests="(\d+)"/g)].map(
      ([, name, tests]) => `${name}: ${tests}`,
    ),
  ).toEqual(["many.ndjson: 1000", "many.ndjson (2): 1000", "many.ndjson (3): 500"]);
});
