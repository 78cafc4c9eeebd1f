// @needs own-process
import { beforeAll, describe, expect, it } from "vitest";
import {
  formatReport,
  type Report,
  type RunOptions,
  runSuite,
  type Suite,
} from "../../../commands/conform/index.js";
import { mortalSecret, startMortal } from "../../support/commands/conform/mortal/mortal.js";
import { generateFrom } from "../../support/generator/emit/contract-folder.js";

const deadly = "protocol/near/json/as-text";
const alsoDeadly = "protocol/near/json/quoted";
let suite: Suite;

beforeAll(async () => {
  const files = await generateFrom(["examples/schemes/github"], { only: ["conformance"] });
  suite = JSON.parse(files.get("conformance/events.json") ?? "") as Suite;
});

const run = (url: string, options: Partial<RunOptions> = {}): Promise<Report> =>
  runSuite({
    suite,
    url,
    application: { id: "any", environment: "any" },
    secrets: [mortalSecret],
    returnMs: 300,
    ...options,
  });

const lostAnswers = ({ results }: Report): unknown =>
  results
    .filter(({ result, actual }) => result === "failed" && actual?.aspect === "answer")
    .map(({ id }) => id);

describe("a receiver that dies", () => {
  it("is one finding with the case that killed it; the rest is not run", async () => {
    const { url } = await startMortal("dies");
    const report = await run(url, { concurrency: 1 });
    const [incident] = report.incidents ?? [];
    expect(incident).toMatchObject({ kind: "gone", cases: [deadly], lost: report.counts.notRun });
    expect(report.counts.notRun).toBeGreaterThan(100);
    expect(lostAnswers(report)).toEqual([deadly]);
    expect(report.conforms).toBe(false);
    const notRun = `${report.counts.notRun} cases not run`;
    const seen = `the receiver is gone after case ${deadly}; ${notRun}`;
    for (const format of ["pretty", "json", "junit", "tap", "markdown", "html", "github"] as const) {
      const text = formatReport(report, { format });
      expect(text.replaceAll("\\", ""), format).toMatch(new RegExp(seen, "i"));
    }
    expect(formatReport(report, { format: "junit" })).toContain(
      '<skipped message="not run: the receiver is gone',
    );
  });

  it("names all cases that were under way, the likeliest first, and blames none", async () => {
    const { url } = await startMortal("dies");
    const report = await run(url);
    const [incident] = report.incidents ?? [];
    expect(incident?.cases[0]).toBe(deadly);
    // On a busy machine, its request may be the only one that was read.
    const isAlone = incident?.cases.length === 1;
    expect(incident?.advice).toContain(isAlone ? "The case before it was " : "--concurrency 1");
    expect(lostAnswers(report)).toEqual(isAlone ? [deadly] : []);
  });

  it("is waited for if it comes back, and only what kills it fails", async () => {
    const { url } = await startMortal("dies", { supervised: true });
    const report = await run(url, { returnMs: 20_000 });
    expect(report.incidents).toMatchObject([{ kind: "restarted", lost: 0 }]);
    expect([...(report.incidents?.[0]?.cases ?? [])].sort()).toEqual([deadly, alsoDeadly]);
    expect(lostAnswers(report)).toEqual([deadly, alsoDeadly]);
    expect(report.counts.notRun).toBeUndefined();
  });

  it("after an answer is reported with the case that was answered last", async () => {
    const { url } = await startMortal("late");
    const report = await run(url, { concurrency: 1, only: ["/ping/*", "protocol/signature/*"] });
    expect(report.incidents).toMatchObject([{ kind: "gone" }]);
    expect(report.incidents?.[0]?.advice).toContain("/ping/valid-full");
  });
});

describe("a receiver that", () => {
  it.each(["hangs", "stuck"])("%s is one finding", async (weakness) => {
    const { url } = await startMortal(weakness);
    const report = await run(url, { timeoutMs: 1000 });
    expect(report.incidents).toMatchObject([{ kind: "hangs", lost: report.counts.notRun }]);
    expect(report.incidents?.[0]?.cases[0]).toBe(deadly);
    expect(report.conforms).toBe(false);
  });

  it("loses its store leaves the rest inconclusive", async () => {
    const { url } = await startMortal("store");
    const report = await run(url);
    const [incident] = report.incidents ?? [];
    expect(incident).toMatchObject({ kind: "refuses" });
    expect(incident?.seen).toContain(`answers 503 to every delivery after case ${deadly}`);
    expect(report.results.filter(({ actual }) => actual?.value === 503)).toEqual([]);
    expect(report.counts.inconclusive).toBeGreaterThan(100);
  });

  it("is slow is judged by some cases of each kind", async () => {
    const { url } = await startMortal("slow", { answerMs: 1200 });
    const report = await run(url, { budgetMs: 8000, only: ["protocol/near/*", "protocol/signature/*"] });
    expect(report.incidents).toMatchObject([{ kind: "slow", lost: report.counts.notRun }]);
    expect(report.incidents?.[0]?.seen).toMatch(
      /^each answer takes 1\.\d s; the protocol names no limit; \d+ cases not run$/,
    );
    expect(report.unproven).toEqual([]);
    expect(report.durationMs).toBeLessThan(20_000);
  });

  it("never ends its answers gets a verdict", async () => {
    const { url } = await startMortal("trickles");
    const report = await run(url, { timeoutMs: 1100, budgetMs: 5000 });
    expect(report.incidents?.[0]?.seen).toContain("no answer to a delivery ends within 1.1 s");
    expect(report.results.find(({ id }) => id === "protocol/signature/signed")?.reason).toBe(
      "the receiver begins an answer, but doesn't end it within 1100 ms",
    );
  });

  it("is healthy has no incident, and no rule twice in an expectation", async () => {
    const { url } = await startMortal("");
    const report = await run(url);
    expect(report.incidents).toBeUndefined();
    expect(report.results.filter(({ clause }) => clause === "")).toEqual([]);
    expect(formatReport(report)).not.toMatch(/expected (\d+) or \1\b/);
  });
});
