import { describe, expect, it } from "vitest";
import { formatReport, type Report, type ReportFormat } from "../../../../commands/conform/index.js";
import { answered, reportOn } from "../../../support/commands/conform/report/example-report.js";

const passed = [answered("1.2/right", 204, 204)];
const complete = reportOn(passed);
const partial = reportOn(passed, { partial: { selected: 1, of: 9 } });
const partialUnproven: Report = { ...partial, conforms: false, unproven: ["refuses-forged"] };
const unproven = reportOn(passed, { conforms: false, unproven: ["refuses-forged"] });

/** The escape sequence for bold yellow, as a pattern. */
const yellow = "\u001b\\[1;33m";

const text = (report: Report, format: ReportFormat): string => formatReport(report, { format });

describe("a run of the whole suite without a failure", () => {
  it("is shown as a pass", () => {
    expect(text(complete, "github")).toMatch(/^::notice .*conforms/);
    expect(text(complete, "junit")).toContain('tests="1" failures="0" errors="0" skipped="0"');
    expect(text(complete, "tap")).toMatch(/^1\.\.1$/m);
    expect(text(complete, "markdown")).toMatch(/^## ✅/);
    expect(text(complete, "html")).toMatch(/<title>✓/);
  });
});

describe.each([
  ["with a conclusive case for the signature", partial],
  ["without one", partialUnproven],
])("a run of some cases %s", (_name, report) => {
  it("is shown as partial, neither as a pass nor as a failure", () => {
    expect(text(report, "github")).toMatch(/^::warning .*partial run: 1 of 9 cases/);
    const junit = text(report, "junit");
    expect(junit).toContain('name="oipkit conform" tests="2" failures="0" errors="0" skipped="1"');
    expect(junit).toMatch(
      /<testcase name="is shown to conform".*\n *<skipped message="[^"]*partial run: 1 of 9 cases/,
    );
    const tap = text(report, "tap");
    expect(tap).toMatch(/^1\.\.2$/m);
    expect(tap).toMatch(/^ok 2 - is shown to conform \\?# SKIP .*partial run: 1 of 9 cases/m);
    expect(text(report, "markdown")).toMatch(/^## ❔.*partial run/);
    expect(text(report, "html")).toMatch(/<title>\?.*partial run/);
    expect(formatReport(report, { colour: true })).toMatch(new RegExp(`${yellow}.*partial run`));
    expect(JSON.parse(text(report, "json"))).toMatchObject({ partial: { selected: 1, of: 9 } });
  });
});

describe("a run in which nothing shows that the signature is checked", () => {
  it("is shown as a failure, although no case failed", () => {
    const why = "no forged delivery was refused";
    expect(text(unproven, "github")).toMatch(new RegExp(`^::error .*${why}`));
    const junit = text(unproven, "junit");
    expect(junit).toContain('name="oipkit conform" tests="2" failures="1" errors="0" skipped="0"');
    expect(junit).toMatch(new RegExp(`<testcase name="is shown to conform".*\\n *<failure [^>]*${why}`));
    const tap = text(unproven, "tap");
    expect(tap).toMatch(/^not ok 2 - is shown to conform\n {2}---\n/m);
    expect(tap).toContain(why);
    expect(text(unproven, "markdown")).toMatch(new RegExp(`^## ❔.*${why}`));
    expect(text(unproven, "html")).toMatch(new RegExp(`<title>\\?.*${why}`));
    expect(formatReport(unproven, { colour: true })).toMatch(new RegExp(`${yellow}.*${why}`));
    expect(JSON.parse(text(unproven, "json"))).toMatchObject({
      conforms: false,
      unproven: ["refuses-forged"],
    });
  });
});
