import { expect, it } from "vitest";
import { type AcceptedChange, acceptChanges } from "../../../../commands/diff/accepted-changes.js";
import type { ChangeFinding, ComparisonResult } from "../../../../commands/diff/comparison.js";

const place = { file: "accepted-changes.yaml", line: 2, column: 5, pointer: "/accepted/0" };

const finding: ChangeFinding = {
  code: "schema-narrowed",
  change: "changed",
  breaks: "wire",
  level: "error",
  verdict: "breaking",
  affects: ["anyone"],
  new: { file: "git:HEAD:contracts/a.yaml", line: 1, column: 1, pointer: "/enum" },
  subjects: ["a.yaml"],
  message: "changed",
};

function accepted(entry: Partial<AcceptedChange>, now: string, level: ChangeFinding["level"] = "error") {
  const counts = { findings: 1, errors: 1, warnings: 0, compatible: 0, accepted: 0 };
  const summary = { compared: 1, ...counts, version: "major" } as const;
  const comparison: ComparisonResult = { findings: [{ ...finding, level }], summary };
  const entries = [{ code: "schema-narrowed", reason: "x", place, ...entry } as const];
  const names = new Map([["git:HEAD:contracts/a.yaml", "a.yaml"]]);
  return acceptChanges(comparison, { entries, names, now: Date.parse(now) });
}

it("counts an entry until the end of its last day in UTC", () => {
  const until = { file: "a.yaml", until: "2026-03-31" };
  expect(accepted(until, "2026-03-31T23:59:59.999Z").findings).toHaveLength(1);
  const { findings, summary } = accepted(until, "2026-04-01T00:00:00Z");
  expect(findings.map(({ code, accepted: by }) => [code, by])).toEqual([
    ["schema-narrowed", undefined],
    ["accepted-change-expired", undefined],
  ]);
  expect(summary).toMatchObject({ findings: 2, errors: 1, warnings: 1, accepted: 0 });
});

it("says nothing about an entry that fits a compatible change, and doesn't count that as accepted", () => {
  const { findings, summary } = accepted({ file: "a.yaml" }, "2026-01-01T00:00:00Z", "info");
  expect(findings).toHaveLength(1);
  expect(findings[0]?.accepted).toBeUndefined();
  expect(summary.accepted).toBe(0);
});

it("calls an entry stale that has expired and fits nothing", () => {
  const { findings } = accepted({ file: "b.yaml", until: "2020-01-01" }, "2026-01-01T00:00:00Z");
  expect(findings.map(({ code }) => code)).toEqual(["schema-narrowed", "accepted-change-stale"]);
});
