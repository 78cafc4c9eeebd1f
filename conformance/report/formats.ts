/** The forms in which a run can be reported. */
export const reportFormats = ["pretty", "json", "junit", "tap", "github", "markdown", "html"] as const;

export type ReportFormat = (typeof reportFormats)[number];

/** Whether a text names a format. */
export function isReportFormat(text: string): text is ReportFormat {
  return (reportFormats as readonly string[]).includes(text);
}
