import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { fromScripts } from "../support/mutation/harness.js";

interface Place {
  readonly file: string;
  readonly place: string;
  readonly before: string;
  readonly after: string;
}

interface Survivor extends Place {
  readonly line: number;
  readonly status: string;
}

interface Explanation extends Place {
  readonly kind: string;
  readonly reason: string;
}

interface Explained {
  readonly explained: readonly unknown[];
  readonly unexplained: readonly unknown[];
  readonly stale: readonly unknown[];
}

const explain = await fromScripts<
  (mutants: readonly Survivor[], explanations: readonly Explanation[]) => Explained
>("explanations.mjs", "explain");
const readExplanations = await fromScripts<(path: string) => readonly Explanation[]>(
  "explanations.mjs",
  "readExplanations",
);
const adjustedScore = await fromScripts<(counts: object, harmless: number) => number>(
  "score.mjs",
  "adjustedScore",
);

const place: Place = { file: "a.py", place: "if a < b:", before: "a < b", after: "a <= b" };
const survivor: Survivor = { ...place, line: 7, status: "survived" };
const explanation: Explanation = { ...place, kind: "equivalent", reason: "They are never equal." };

describe("the survivors of a run", () => {
  it("are explained by file, line of source and change, wherever the line is now", () => {
    const { explained, unexplained, stale } = explain([{ ...survivor, line: 99 }], [explanation]);
    expect(explained).toEqual([
      { ...survivor, line: 99, kind: "equivalent", reason: "They are never equal." },
    ]);
    expect([unexplained, stale]).toEqual([[], []]);
  });

  it("are unexplained if the code or the change differs", () => {
    const changed = { ...survivor, after: "a > b" };
    expect(explain([changed], [explanation]).unexplained).toEqual([changed]);
  });

  it("leave explanations of killed mutants over, but not those of files that didn't run", () => {
    const elsewhere = { ...explanation, file: "b.py" };
    const { stale } = explain([{ ...survivor, status: "killed" }], [explanation, elsewhere]);
    expect(stale).toEqual([explanation]);
  });

  it("are left out of the score if they are harmless, as those that are only noted", () => {
    expect(adjustedScore({ judged: 100, killed: 90, noted: 4 }, 2)).toBe(95.7);
    expect(adjustedScore({ judged: 10_000, killed: 9_499, noted: 0 }, 0)).toBe(94.9);
  });
});

describe("a file of explanations", () => {
  const folder = mkdtempSync(join(tmpdir(), "oipkit-test-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "survivors.yaml");

  it("is refused if an explanation lacks its reason, or is of an unknown kind", () => {
    const { reason: _, ...incomplete } = explanation;
    writeFileSync(file, JSON.stringify([incomplete]));
    expect(() => readExplanations(file)).toThrow("reason missing");
    writeFileSync(file, JSON.stringify([{ ...explanation, kind: "boring" }]));
    expect(() => readExplanations(file)).toThrow("unknown kind boring");
  });
});
