/** The formats of a run's report. */
export const reportFormats = ["pretty", "json", "junit", "tap", "github", "markdown", "html"] as const;

/** The formats of a run against an API: its findings are in a contract, so they have places. */
export const apiReportFormats = [...reportFormats, "sarif"] as const;

/** Name of a format that a report can be printed in; `sarif` is for a run against an API alone. */
export type ReportFormat = (typeof apiReportFormats)[number];

/** Whether a text names a format. */
export function isReportFormat(text: string): text is ReportFormat {
  return (apiReportFormats as readonly string[]).includes(text);
}
