interface ReportHeader {
  readonly glibcVersionRuntime?: string;
}

const { header } = process.report.getReport() as unknown as { readonly header: ReportHeader };

/** Whether this system runs programs built for glibc, as those in npm packages are. */
export const usesGlibc = header.glibcVersionRuntime !== undefined;
