interface ReportHeader {
  readonly glibcVersionRuntime?: string;
}

const { header } = process.report.getReport() as unknown as { readonly header: ReportHeader };

/** Whether programs built for glibc run here; those in npm packages are. */
export const usesGlibc = header.glibcVersionRuntime !== undefined;
