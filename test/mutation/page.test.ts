import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { fromScripts } from "../support/mutation/harness.js";

interface Kept {
  readonly file: string;
  readonly place: string;
  readonly before: string;
  readonly after: string;
}

interface FileRun {
  readonly file: string;
  readonly judged: number;
  readonly killed: number;
  readonly noted: number;
  readonly survived: number;
  readonly survivors: readonly Kept[];
}

interface Verdict {
  readonly score: number;
  readonly suffices: boolean;
  readonly unexplained: readonly Kept[];
}

type Results = Readonly<Record<string, readonly { readonly files: readonly FileRun[] }[]>>;
type Explanations = readonly Kept[];

const at = (path: string): URL => new URL(`../../${path}`, import.meta.url);
const readResults = await fromScripts<() => Results>("run.mjs", "readResults");
const readExplanations = await fromScripts<(path: string) => Explanations>(
  "explanations.mjs",
  "readExplanations",
);
const verdictsOf = await fromScripts<(results: Results, explanations: Explanations) => readonly Verdict[]>(
  "run.mjs",
  "verdictsOf",
);
const page = await fromScripts<(results: Results, explanations: Explanations) => string>("page.mjs", "page");

const results = readResults();
const explanations = readExplanations(fileURLToPath(at("test/mutation/survivors.yaml")));
const files = Object.values(results).flatMap((runs) => runs.flatMap((run) => run.files));

describe("docs/contributing/mutation.md", () => {
  it("shows the stored results and explanations; `node tools/mutation.mjs --page` writes it", () => {
    expect(readFileSync(at("docs/contributing/mutation.md"), "utf8")).toBe(page(results, explanations));
  });

  it("has a verdict about each mutant of both receivers", () => {
    expect(Object.keys(results)).toEqual(["node", "python"]);
    for (const { judged, killed, noted, survived } of files) expect(killed + noted + survived).toBe(judged);
  });

  it("explains each survivor, and the scores suffice", () => {
    const verdicts = verdictsOf(results, explanations);
    expect(verdicts.map(({ unexplained }) => unexplained)).toEqual([[], []]);
    expect(verdicts.map(({ suffices }) => suffices)).toEqual([true, true]);
    for (const { score } of verdicts) expect(score).toBeGreaterThanOrEqual(95);
  });

  it("is about code that still exists", () => {
    const survivors = files.flatMap((each) => each.survivors);
    const gone = survivors.filter(({ file, place }) => !readFileSync(at(file), "utf8").includes(place));
    expect(gone).toEqual([]);
  });
});
