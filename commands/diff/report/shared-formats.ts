import { createHash } from "node:crypto";
import { githubReporter, gitlabReporter, junitReporter, sarifReporter } from "../../report/ci-reporters.js";
import { partsByFile } from "../../report/create-reporter.js";
import type { ReportedFinding, Reporter, RuleText } from "../../report/reporter.js";
import { codes, type FindingCode } from "../codes.js";
import { type ChangeFinding, type ComparisonResult, isNotice } from "../comparison.js";
import { canonical } from "../inclusion/goal/canonical.js";
import {
  acceptanceText,
  type DiffReportOptions,
  impactText,
  shownPlace,
  subjectsText,
  validityText,
  witnessText,
} from "./wording.js";

/** The formats that other commands have, too. */
export type SharedFormat = "github" | "gitlab" | "junit" | "sarif";

/**
 * A comparison in a format for a CI server. Only SARIF has compatible changes, as notes, and it marks accepted findings as
 * suppressed; in JUnit they are skipped, and the others leave them out.
 */
export function sharedReport(
  { findings, summary }: ComparisonResult,
  format: SharedFormat,
  options: Pick<DiffReportOptions, "version" | "now" | "labels">,
): string {
  const reporter = chooseReporter(format, { ...options, findings });
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

function chooseReporter(
  format: SharedFormat,
  {
    findings,
    ...options
  }: Pick<DiffReportOptions, "version" | "now"> & { readonly findings: readonly ChangeFinding[] },
): Reporter {
  const describe = (code: string): RuleText => ({
    meaning: codes[code as FindingCode].meaning,
    help: "Restore what programs of the old version rely on, or publish a version that says that they must change.",
    level: highestLevel(findings.filter((each) => each.code === code)),
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

function highestLevel(findings: readonly ChangeFinding[]): RuleText["level"] {
  if (findings.some(({ level }) => level === "error")) return "error";
  if (findings.some(({ level }) => level === "warning")) return "warning";
  return "note";
}

/** Longer witnesses are cut. */
const longestWitness = 1000;
/** Subjects that a finding lists. */
const mostSubjects = 10;

const levels = { error: "error", warning: "warning", info: "note" } as const;

/** A finding as the formats expect it that commands share: at its place in the new version, related to the old one. */
export function reportedFinding(finding: ChangeFinding): readonly ReportedFinding[] {
  const { code, level, verdict, breaks, change, affects, message, remedy, witness, old, subjects, releases } =
    finding;
  const place = shownPlace(finding);
  if (place === undefined) return [];
  const accepted = acceptanceText(finding);
  const impact = impactText(finding);
  const subject = subjectsText(finding, mostSubjects);
  return [
    {
      ...place,
      file: inCheckout(place.file),
      code,
      level: levels[level],
      message: level === "warning" && !isNotice(finding) ? `${message} (${verdict})` : message,
      ...(remedy !== undefined && { hint: remedy }),
      details: [
        ...(level === "info" || impact === undefined ? [] : [`Impact: ${impact}`]),
        ...(witness === undefined ? [] : [`Witness, ${validityText(witness)}: ${cut(witnessText(witness))}`]),
        ...(subject === "" ? [] : [`In: ${subject}`]),
        ...(releases === undefined ? [] : [`Releases: ${releases.join(", ")}`]),
        ...(old === undefined || old === place ? [] : [`Old version: ${old.file}:${old.line}:${old.column}`]),
      ],
      ...(old !== undefined &&
        old !== place && {
          related: { ...old, file: inCheckout(old.file), message: `the old version: ${old.file}` },
        }),
      ...(accepted !== undefined && { accepted }),
      fingerprint: findingFingerprint(finding),
      properties: { change, verdict, breaks, affects, subjects, ...(releases && { releases }) },
    },
  ];
}

/** Doesn't depend on lines, nor on what the old version is called. */
function findingFingerprint({ code, new: current, old, subjects }: ChangeFinding): string {
  const place = current === undefined ? [old?.pointer] : [current.file, current.pointer];
  const identity = canonical([code, place, subjects[0]]);
  return createHash("sha256").update(identity).digest("hex").slice(0, 32);
}

/** Of a file in a commit, its path, since servers look for it in the working tree. */
function inCheckout(file: string): string {
  return file.replace(/^git:[^:]*:\/?/, "");
}

function cut(text: string): string {
  if (text.length <= longestWitness) return text;
  return `${text.slice(0, longestWitness)}…`;
}
