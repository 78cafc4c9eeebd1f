import { describe, expect, it } from "vitest";
import { formatReport, type Report, type ReportFormat } from "../../../../commands/conform/index.js";
import { durability } from "../../../../commands/conform/run-report.js";
import { answered, reportOn, unseen } from "../../../support/commands/conform/report/example-report.js";

/** Every format that states a verdict; JUnit has none, and skips the cases with their reason. */
const formats: readonly ReportFormat[] = ["pretty", "html", "markdown", "github", "tap", "json"];

/** The text of a report without the escapes of its format. */
function reportText(report: Report, format: ReportFormat): string {
  return formatReport(report, { format })
    .replace(/\\(?=[^"\\])/g, "")
    .replaceAll("&#39;", "'");
}

describe.each(formats)("the verdict of %s", (format) => {
  const passing = [answered("1/a", 204, 204)];

  it("says that a restart was not checked, and why", () => {
    const report = reportOn(passing, {
      durability: { state: "unchecked", reason: "the probe can't restart the receiver" },
    });
    expect(reportText(report, format)).toMatch(
      /[Cc]onforms; whether events survive a restart was not checked \(the probe can't restart the receiver\)/,
    );
  });

  it("says that a restart was checked", () => {
    const report = reportOn(passing, { durability: { state: "survived" } });
    expect(reportText(report, format)).toMatch(/[Cc]onforms; acknowledged events survived a restart/);
  });

  it("says that a restart lost something, if known failures keep the run from failing", () => {
    const known = [...passing, answered("1/b", 204, 401, { known: true })];
    const report = reportOn(known, { durability: { state: "lost" } });
    expect(reportText(report, format)).toMatch(
      /[Cc]onforms; a restart lost something, as listed in the known failures/,
    );
  });
});

describe("what a run found out about restarts", () => {
  const restarting = ["1/a", "1/b"];

  it("is that everything survived only if every case passed", () => {
    const [a, b] = [answered("1/a", 204, 204), answered("1/b", 204, 204)];
    expect(durability(restarting, [a, b])).toEqual({ state: "survived" });
    expect(durability(restarting, [a, answered("1/b", 204, 401)])).toEqual({ state: "lost" });
    expect(durability(restarting, [a])).toEqual({ state: "unchecked", reason: "the run was ended early" });
    expect(durability([], [a, b])).toEqual({
      state: "unchecked",
      reason: "no case of this run restarts the receiver",
    });
  });

  it.each([
    ["needs a probe", "no probe"],
    ["needs a probe that can restart the receiver", "the probe can't restart the receiver"],
    ["the probe at http://localhost doesn't answer", "the probe at http://localhost doesn't answer"],
  ])("is nothing if a case %s", (reason, said) => {
    const results = [answered("1/a", 204, 204), unseen("1/b", reason)];
    expect(durability(restarting, results)).toEqual({ state: "unchecked", reason: said });
  });
});
