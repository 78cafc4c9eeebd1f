import { githubReporter } from "../../report/github.js";
import { gitlabReporter } from "../../report/gitlab.js";
import { junitReporter } from "../../report/junit.js";
import { partsByFile } from "../../report/parts-by-file.js";
import type { Reporter, RuleText } from "../../report/reporter.js";
import { sarifReporter } from "../../report/sarif.js";
import { codes, type FindingCode } from "../codes.js";
import type { Comparison, Finding } from "../finding.js";
import type { DiffReportOptions } from "./report-options.js";
import { reportedFinding } from "./reported-finding.js";

/** The formats that other commands have, too. */
export type SharedFormat = "github" | "gitlab" | "junit" | "sarif";

/**
 * A comparison in a format for a CI server. Only SARIF has compatible changes, as notes, and it marks accepted findings as
 * suppressed; in JUnit they are skipped, and the others leave them out.
 */
export function sharedReport(
  { findings, summary }: Comparison,
  format: SharedFormat,
  options: Pick<DiffReportOptions, "version" | "now" | "labels">,
): string {
  const reporter = reporterOf(format, { ...options, findings });
  const shown = findings.filter(
    ({ level, accepted }) =>
      format === "sarif" || (level !== "info" && (format === "junit" || accepted === undefined)),
  );
  const parts = partsByFile(shown.flatMap(reportedFinding));
  // JUnit without a test would look as if nothing had been compared.
  if (parts.length === 0) parts.push({ file: options.labels.new, first: true, last: true, findings: [] });
  const totals = { ...summary, leftOut: 0, interrupted: false };
  return [reporter.head(), ...parts.map((part) => reporter.part(part)), reporter.tail(totals)].join("");
}

function reporterOf(
  format: SharedFormat,
  {
    findings,
    ...options
  }: Pick<DiffReportOptions, "version" | "now"> & { readonly findings: readonly Finding[] },
): Reporter {
  const describe = (code: string): RuleText => ({
    meaning: codes[code as FindingCode].meaning,
    help: "Restore what programs of the old version rely on, or publish a version that says that they must change.",
    level: levelOf(findings.filter((each) => each.code === code)),
  });
  const all = { ...options, command: "oipkit diff", colour: false, clean: "compatible", describe };
  switch (format) {
    case "github":
      return githubReporter();
    case "gitlab":
      return gitlabReporter();
    case "junit":
      return junitReporter(all);
    case "sarif":
      return sarifReporter(all);
  }
}

function levelOf(findings: readonly Finding[]): RuleText["level"] {
  if (findings.some(({ level }) => level === "error")) return "error";
  return findings.some(({ level }) => level === "warning") ? "warning" : "note";
}
