import type { Finding } from "../documents/finding.js";
import type { Format } from "../documents/report/formats.js";
import type { ReportOptions } from "../documents/report/reporter.js";

/** Findings as a report in one of the formats of `oipkit validate`. The reporters are loaded only now. */
export async function reportText(
  findings: readonly Finding[],
  format: Format,
  options: Partial<ReportOptions> & { readonly files?: number },
): Promise<string> {
  const { createReporter } = await import("../documents/report/create-reporter.js");
  const reporter = await createReporter(format, options);
  const files = new Map<string, Finding[]>();
  for (const finding of findings) {
    const others = files.get(finding.file);
    if (others === undefined) files.set(finding.file, [finding]);
    else others.push(finding);
  }
  const parts = [...files].map(([file, found]) =>
    reporter.part({ file, first: true, last: true, findings: found }),
  );
  const read = options.files ?? files.size;
  const summary = {
    files: read,
    documents: read,
    findings: findings.length,
    warnings: findings.filter(({ level }) => level === "warning").length,
    leftOut: 0,
    known: 0,
    interrupted: false,
  };
  return [reporter.head(), ...parts, reporter.tail(summary)].join("");
}
