import { posix } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, test } from "vitest";
import { exampleFiles, readExpected } from "../support/generated/contract-examples.js";
import { generatedFiles } from "../support/generated/generated-files.js";
import { type Outcome, runValidators, type Violation } from "../support/generated/run-validators.js";

const examples = exampleFiles("examples");
const counterexamples = exampleFiles("counterexamples");
const callback = "token.agent.action.v1";

const facts = ({ pointer, keyword, property, rule }: Omit<Violation, "message">): string =>
  JSON.stringify({ pointer, keyword, property, rule });

/** Copies of a value, each with one leaf replaced by a secret string or a number, which no message may contain. */
function leaks(value: unknown, secret: string): unknown[] {
  if (value === null || typeof value !== "object") return [secret, 1234567890123];
  return Object.keys(value).flatMap((key) =>
    leaks((value as Record<string, unknown>)[key], secret).map((item) =>
      Array.isArray(value)
        ? value.map((old, index) => (String(index) === key ? item : old))
        : { ...value, [key]: item },
    ),
  );
}

describe("generated validators", () => {
  test("accept every example", async () => {
    expect(examples.length).toBeGreaterThan(100);
    const outcomes = await runValidators(examples);
    const refused = outcomes.flatMap(({ is, violations }, index) =>
      is && violations.length === 0 ? [] : [{ ...examples[index], violations }],
    );
    expect(refused).toEqual([]);
  });

  test("report exactly the expected errors of every counterexample", async () => {
    expect(counterexamples.length).toBeGreaterThan(100);
    const outcomes = await runValidators(counterexamples);
    const given = outcomes.map(({ is, violations }, index) => ({
      file: `${counterexamples[index]?.subject}/${counterexamples[index]?.name}`,
      is,
      errors: violations.map(facts).sort(),
    }));
    const wanted = counterexamples.map((example) => ({
      file: `${example.subject}/${example.name}`,
      is: false,
      errors: readExpected(example).map(facts).sort(),
    }));
    expect(given).toEqual(wanted);
  });

  test("quote a value only if the contract lists the allowed values", async () => {
    const secret = "hunter2-do-not-show";
    const jobs = examples
      .filter(({ name }) => name === "full" || name === "minimal")
      .flatMap(({ validator, value }) => leaks(value, secret).map((item) => ({ validator, value: item })));
    const violations = (await runValidators(jobs)).flatMap((outcome) => outcome.violations);
    expect(violations.length).toBeGreaterThan(500);
    const shown = violations.filter((item) => /hunter2|1234567890123/.test(JSON.stringify(item)));
    expect([...new Set(shown.map(({ keyword }) => keyword))].sort()).toEqual(["const", "enum"]);
  });

  test("import only from their own folder", async () => {
    const files = [...(await generatedFiles())].filter(([path]) => /^validators\/.*\.ts$/.test(path));
    expect(files.length).toBeGreaterThan(50);
    const paths = new Set(files.map(([path]) => path));
    for (const [path, text] of files) {
      const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TS);
      // Types of other outputs are gone when the code runs.
      const imported = file.statements
        .filter(ts.isImportDeclaration)
        .filter(({ importClause }) => importClause?.isTypeOnly !== true)
        .map(({ moduleSpecifier }) => (moduleSpecifier as ts.StringLiteral).text);
      const outside = imported.filter(
        (name) => !paths.has(posix.join("validators", name.replace(/\.js$/, ".ts"))),
      );
      expect({ path, outside }).toEqual({ path, outside: [] });
    }
  });
});

describe("validateEvent", () => {
  const events = examples.filter(({ isEvent, subject }) => isEvent && subject !== callback);
  const broken = counterexamples.filter(({ isEvent, subject }) => isEvent && subject !== callback);
  let ofExamples: readonly Outcome[];
  let ofBroken: readonly Outcome[];
  beforeAll(async () => {
    const asEvents = (files: typeof events) =>
      runValidators(files.map(({ value }) => ({ validator: "events", value })));
    [ofExamples, ofBroken] = [await asEvents(events), await asEvents(broken)];
  });

  test("accepts every example, and reports whether its payload is specified", () => {
    const given = ofExamples.map(({ kind, specified }, index) => [events[index]?.subject, kind, specified]);
    const shown = /^oem\.(?:subscription|access_context|product)\./;
    const wanted = events.map(({ subject }) => [subject, "valid", shown.test(subject)]);
    expect(given).toEqual(wanted);
  });

  test("reports only errors of the event's own type", () => {
    const types = new Set(events.map(({ subject }) => subject));
    const given = ofBroken.map(({ kind, violations }) => [kind, violations.map(facts).sort()]);
    const wanted = broken.map((example) => {
      const type = (example.value as { event_type?: unknown }).event_type;
      if (type !== example.subject && !(typeof type === "string" && types.has(type))) return ["unknown", []];
      return ["invalid", readExpected(example).map(facts).sort()];
    });
    expect(given).toEqual(wanted);
    expect(given.filter(([kind]) => kind === "invalid").length).toBeGreaterThan(50);
  });

  test.each([
    ["null", null],
    ["a number", 5],
    ["a list", [{ event_type: "payment.succeeded.v1" }]],
    ["no type", { event_id: "1" }],
    ["a type that isn't a string", { event_id: "1", event_type: ["payment.succeeded.v1"] }],
    ["an unknown type", { event_id: "1", event_type: "payment.cake.v1" }],
    ["another major version", { event_id: "1", event_type: "payment.succeeded.v2" }],
    ["the name of an inherited member", { event_id: "1", event_type: "constructor" }],
    ["the callback, which isn't an event", { event_id: "1", event_type: callback }],
    [
      "a name of which only a part matches a pattern",
      { event_id: "1", event_type: "x.oem.support.reply_created.v1" },
    ],
  ])("reports %s as unknown", async (_, value) => {
    const [outcome] = await runValidators([{ validator: "events", value }]);
    expect(outcome).toMatchObject({ kind: "unknown", violations: [] });
  });
});
