/** The formats of a run's report. */
export const reportFormats = ["pretty", "json", "junit", "tap", "github", "markdown", "html"] as const;

/** Name of a format that a report can be printed in. */
export type ReportFormat = (typeof reportFormats)[number];

/** Whether a text names a format. */
export function isReportFormat(text: string): text is ReportFormat {
  return (reportFormats as readonly string[]).includes(text);
}
