import { describe, expect, it } from "vitest";
import { compareTexts } from "../../../support/commands/diff/compare-texts.js";

const schema = {
  "a.schema.json": { $schema: "https://json-schema.org/draft/2020-12/schema", type: "string" },
};

interface Case {
  readonly id: string;
  readonly level?: string;
  readonly why?: string;
  readonly needs?: readonly string[];
  readonly steps?: readonly object[];
}

const steps = [{ deliver: {}, expect: { status: ["accepted"] } }];

function suite(...cases: readonly Case[]) {
  const written = cases.map((each) => ({ clause: "§1", level: "must", why: "Because.", steps, ...each }));
  return { ...schema, "conformance/1.json": { step: "1", title: "Cases", cases: written } };
}

const a: Case = { id: "1/a", steps: [{ deliver: { method: "GET" }, expect: { status: [405] } }] };
const other: Case = { id: "1/b" };

async function compare(old: readonly Case[], current: readonly Case[]) {
  return (await compareTexts(suite(...old), suite(...current))).map(
    ({ level, code, message, subjects }) => `${level} ${code} (${subjects.join(", ")}): ${message}`,
  );
}

describe("conformance cases", () => {
  it("finds new cases as one change for each level", async () => {
    const more = ["c", "d", "e"].map((name) => ({
      id: `1/${name}`,
      steps: [{ fault: { inbox: true }, name }],
    }));
    const info = { id: "1/z", level: "info", steps: [{ restart: true }] };
    expect(await compare([a], [a, ...more, info])).toEqual([
      "warning cases-added (case 1/c, case 1/d, case 1/e): 3 conformance cases of the level `must` are new",
      "info cases-added (case 1/z): 1 conformance case of the level `info` is new",
    ]);
  });

  it("finds cases that are gone or whose level changed", async () => {
    expect(await compare([a, other], [a])).toEqual([
      "info cases-removed (case 1/b): 1 conformance case of the level `must` is removed",
    ]);
    expect(await compare([{ ...a, level: "should" }], [a])).toEqual([
      "warning cases-raised (case 1/a): 1 conformance case of the level `must` is raised to this level",
    ]);
    expect(await compare([a], [{ ...a, level: "info" }])).toEqual([
      "info cases-lowered (case 1/a): 1 conformance case of the level `info` is lowered to this level",
    ]);
  });

  it("finds cases that send or expect something else, and ignores why", async () => {
    expect(
      await compare([other], [{ ...other, steps: [{ deliver: {}, expect: { status: [200] } }] }]),
    ).toEqual([
      "warning cases-changed (case 1/b): 1 conformance case of the level `must` is different in what is sent or expected",
    ]);
    expect(await compare([other], [{ ...other, why: "It is safer." }])).toEqual([]);
    expect(await compare([a, other], [other, { ...a, id: "1/renamed" }])).toEqual([]);
  });
});
