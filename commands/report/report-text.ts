import type { Finding } from "./findings/finding.js";
import type { Format } from "./findings/formats.js";
import type { ReportOptions } from "./findings/reporter.js";
import { partsByFile } from "./parts-by-file.js";

/** Findings as a report in one of the formats of `oipkit validate`. The reporters are loaded only now. */
export async function reportText(
  findings: readonly Finding[],
  format: Format,
  options: Partial<ReportOptions> & { readonly files?: number; readonly leftOut?: number },
): Promise<string> {
  const { createReporter } = await import("./findings/create-reporter.js");
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
