import type {
  Finding,
  FindingFormat,
  ReportedFinding,
  ReportedPart,
  Reporter,
  ReportOptions,
} from "./reporter.js";

/** Creates the reporter of a format, by default without colours; what other formats need isn't loaded. */
export async function createReporter(
  format: FindingFormat,
  given: Partial<ReportOptions> = {},
): Promise<Reporter> {
  const { colour = false, command = "oipkit validate", now = () => performance.now() } = given;
  switch (format) {
    case "pretty":
      return (await import("./findings/reporters.js")).prettyReporter({ colour });
    case "json":
      return (await import("./findings/reporters.js")).jsonReporter({ version: await findVersion(given) });
    case "ndjson":
      return (await import("./findings/reporters.js")).ndjsonReporter();
    case "junit":
      return (await import("./ci-reporters.js")).junitReporter({
        command,
        now,
        ...(given.clean !== undefined && { clean: given.clean }),
      });
    case "sarif":
      return (await import("./ci-reporters.js")).sarifReporter({
        version: await findVersion(given),
        describe: given.describe ?? (await import("./findings/describe-code.js")).describeCode,
      });
    case "github":
      return (await import("./ci-reporters.js")).githubReporter();
    case "gitlab":
      return (await import("./ci-reporters.js")).gitlabReporter();
  }
}

async function findVersion({ version }: Partial<ReportOptions>): Promise<string> {
  return version ?? (await import("../../reader/package-version.js")).packageVersion();
}

/** Findings as a report in one of the formats of `oipkit validate`. The reporters are loaded only now. */
export async function reportText(
  findings: readonly Finding[],
  format: FindingFormat,
  options: Partial<ReportOptions> & { readonly files?: number; readonly leftOut?: number },
): Promise<string> {
  const reporter = await createReporter(format, options);
  const parts = partsByFile(findings);
  const read = options.files ?? parts.length;
  const summary = {
    files: read,
    documents: read,
    findings: findings.length,
    warnings: findings.filter(({ level }) => level === "warning").length,
    leftOut: options.leftOut ?? 0,
    known: 0,
    interrupted: false,
  };
  return [reporter.head(), ...parts.map((part) => reporter.part(part)), reporter.tail(summary)].join("");
}

/** Findings in parts, one for each file, in the order in which the files first occur. */
export function partsByFile<Found extends ReportedFinding>(
  findings: readonly Found[],
): ReportedPart<Found>[] {
  const byFile = new Map<string, Found[]>();
  for (const finding of findings) {
    const known = byFile.get(finding.file);
    if (known === undefined) byFile.set(finding.file, [finding]);
    else known.push(finding);
  }
  return [...byFile].map(([file, found]) => ({ file, first: true, last: true, findings: found }));
}
