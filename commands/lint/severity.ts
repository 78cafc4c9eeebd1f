/** How a finding of a rule counts: an error fails the run, a warning doesn't, and `off` isn't reported. */
export type Severity = "error" | "warning" | "off";

/** A severity as a configuration may write it; `warn` is `warning`. */
export type WrittenSeverity = Severity | "warn";

/** Reads a severity; `undefined` if it is none. */
export function severityOf(written: unknown): Severity | undefined {
  if (written === "warn") return "warning";
  return written === "error" || written === "warning" || written === "off" ? written : undefined;
}

/** The severities of a rule in `minimal`, `recommended` and `thorough`: e(rror), w(arning), o(ff). */
export type Levels = `${"e" | "w" | "o"}${"e" | "w" | "o"}${"e" | "w" | "o"}`;
