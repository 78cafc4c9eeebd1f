import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { globMatcher, type SenderStep } from "../../../../commands/conform/index.js";
import { validate } from "../../../support/commands/conform/platform.js";
import { senderCaseFiles, senderSuite } from "../../../support/commands/conform/sender/sender-suite.js";

const at = (path: string): URL => new URL(`../../../../${path}`, import.meta.url);
const schema = parse(readFileSync(at("reader/vocabulary/sender-cases.schema.yaml"), "utf8"));
const check = new Ajv2020({
  strict: true,
  allErrors: true,
  allowUnionTypes: true,
  strictRequired: false,
}).compile(schema);
const { senderCases, examples } = senderSuite;

interface Entry {
  readonly id: string;
  readonly section: string;
  readonly level: "unspecified" | "info" | "should" | "must";
  readonly sender?: readonly string[];
}
const { clauses } = parse(readFileSync(at("contracts/clauses.yaml"), "utf8")) as {
  clauses: readonly Entry[];
};
const entries = clauses.flatMap(({ sender = [], ...entry }) =>
  sender.map((glob) => ({ ...entry, glob, matches: globMatcher(glob) })),
);

describe("contracts/conformance/sender", () => {
  it.each(senderCaseFiles)("%s conforms to its schema, and its ids begin with its step", (name, file) => {
    check(file);
    expect(check.errors ?? []).toEqual([]);
    expect(name.startsWith(`${file.step}-`)).toBe(true);
    for (const { id } of file.cases) expect(id.startsWith(`sender/${file.step}/`)).toBe(true);
  });

  it("gives every case a unique id", () => {
    expect(new Set(senderCases.map(({ id }) => id)).size).toBe(senderCases.length);
    expect(senderCases.length).toBeGreaterThan(150);
  });

  it("uses examples that exist and are valid", () => {
    const sent = (step: SenderStep) => {
      if ("publish" in step) return [step.publish];
      if ("callback" in step) return [step.callback];
      return [];
    };
    const used = senderCases
      .flatMap(({ steps }) => steps.flatMap(sent))
      .flatMap(({ example }) => example ?? []);
    expect(used.length).toBeGreaterThan(100);
    for (const { subject, case: name } of used)
      expect(validate(examples[subject]?.[name]), `${subject}/${name}`).toMatchObject({ kind: "valid" });
  });

  it("is generated as it is written", () => {
    const text = readFileSync(at("generated/conformance/events.sender.json"), "utf8");
    expect((JSON.parse(text) as { senderCases: unknown }).senderCases).toEqual(senderCases);
  });

  it("expects something in every case", () => {
    const looks = ({ steps }: (typeof senderCases)[number]): boolean =>
      steps.some(
        (step) =>
          "expect" in step ||
          ["requests", "deliveries", "endpoint", "free", "audited"].some((key) => key in step),
      );
    expect(senderCases.filter((each) => !looks(each)).map(({ id }) => id)).toEqual([]);
  });

  it.each([
    ["an unknown action", { send: {} }],
    ["two actions in one step", { look: true, resume: true }],
    ["a save without an expectation", { save: {} }],
    ["an unknown check", { look: true, requests: [{ each: ["fine"] }] }],
  ])("refuses %s by the schema", (_name, step) => {
    const one = { id: "sender/1/a", clause: "§1", level: "must", why: "w", steps: [step] };
    expect(check({ step: "1", title: "t", cases: [one] })).toBe(false);
    expect(check({ step: "1", title: "t", cases: [{ ...one, steps: [{ look: true }] }] })).toBe(true);
  });
});

describe("the ledger, for senders", () => {
  const strength = ["unspecified", "info", "should", "must"];

  it("names only cases that exist", () => {
    const idle = entries.filter(({ matches }) => !senderCases.some(({ id }) => matches(id)));
    expect(idle.map(({ glob }) => glob)).toEqual([]);
  });

  it("names every case at an entry of its clause", () => {
    const unnamed = senderCases.filter(
      ({ id, clause }) => !entries.some(({ section, matches }) => section === clause && matches(id)),
    );
    expect(unnamed.map(({ id, clause }) => `${id} ${clause}`)).toEqual([]);
  });

  it("has no rule that is weaker than all its cases say", () => {
    const stronger = senderCases.filter(({ id, level }) => {
      const levels = entries.filter(({ matches }) => matches(id)).map((entry) => entry.level);
      return levels.every(
        (each) => strength.indexOf(each) < (level === "info" ? 0 : strength.indexOf(level)),
      );
    });
    expect(stronger.map(({ id }) => id)).toEqual([]);
  });
});
