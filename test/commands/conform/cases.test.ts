import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { caseFiles, suite, validate } from "../../support/commands/conform/platform.js";

const schema = parse(
  readFileSync(new URL("../../../reader/vocabulary/conformance-cases.schema.yaml", import.meta.url), "utf8"),
);
const check = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema);

describe("contracts/conformance", () => {
  it.each(caseFiles)("%s conforms to its schema, and its ids begin with its step", (name, file) => {
    check(file);
    expect(check.errors ?? []).toEqual([]);
    expect(name.startsWith(`${file.step}-`)).toBe(true);
    for (const { id } of file.cases) expect(id.split("/")[0]).toBe(file.step);
  });

  it("gives every case a unique id", () => {
    const ids = suite.cases.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.length).toBeGreaterThan(100);
  });

  it.each(caseFiles)(
    "%s has a case that expects acceptance, and one that expects a refusal (except in 6.3.7)",
    (_name, file) => {
      const statuses = file.cases.flatMap(({ steps }) =>
        steps.flatMap((step) => ("expect" in step ? step.expect.status : [])),
      );
      const accepts = (status: unknown): boolean =>
        status === "accepted" || status === "verified" || status === 200;
      expect(statuses.some(accepts)).toBe(true);
      expect(statuses.every(accepts)).toBe(file.step === "6.3.7");
    },
  );

  it("uses examples that exist and are valid", () => {
    const used = suite.cases.flatMap(({ steps }) =>
      steps.flatMap((step) => ("deliver" in step && step.deliver.example ? [step.deliver.example] : [])),
    );
    expect(used.length).toBeGreaterThan(100);
    for (const { subject, case: name } of used) {
      expect(validate(suite.examples[subject]?.[name]), `${subject}/${name}`).toMatchObject({
        kind: "valid",
      });
    }
  });

  it.each([
    [
      "an unknown deviation",
      { deliver: { example: { subject: "s", case: "c" }, typo: 1 }, expect: { status: [200] } },
    ],
    [
      "a step that both sends and sets faults",
      { deliver: { event: {} }, fault: { inbox: true }, expect: { status: [200] } },
    ],
    ["a step without an expectation", { deliver: { event: {} } }],
    ["an unknown name of a status", { deliver: { event: {} }, expect: { status: ["fine"] } }],
    [
      "both an example and an event",
      { deliver: { event: {}, example: { subject: "s", case: "c" } }, expect: { status: [200] } },
    ],
  ])("refuses %s by the schema", (_name, step) => {
    const file = {
      step: "1",
      title: "t",
      cases: [{ id: "1/a", clause: "§1", level: "must", why: "w", steps: [step] }],
    };
    expect(check(file)).toBe(false);
  });
});
