import { ContractError } from "../../../reader/documents/diagnostic.js";
import { packageVersion } from "../../../reader/package-version.js";
import { discardAll, openTargets, wantsColour } from "../../report/open-reports.js";
import { printDiagnostics } from "../../report/print-diagnostics.js";
import type { ExitCode } from "../../terminal/terminal.js";
import { bothSides } from "../comparison.js";
import type { Summary } from "../finding.js";
import { sidesToKeep } from "../perspective.js";
import { excerptsOf } from "../report/excerpts.js";
import { formatComparison } from "../report/format-comparison.js";
import { type CompareContext, compareInputs } from "./compare.js";
import type { DiffSettings } from "./settings.js";

/** Compares the schemas in the settings. Throws an error of the engine if it can't run. */
export async function diff(settings: DiffSettings, context: CompareContext): Promise<ExitCode> {
  const { terminal } = context;
  const started = terminal.now();
  const targets = await openTargets(settings.targets, terminal);
  try {
    const { mode = "full", time } = settings;
    const options = { keep: sidesToKeep(settings), look: bothSides, mode, time, now: terminal.now };
    const { comparison, old, current } = await compareInputs(settings, options, context);
    const version = await packageVersion();
    const labels = { old: old.map(({ label }) => label).join(", "), new: current.label };
    const excerpts = { old: excerptsOf(old), new: excerptsOf([current]) };
    for (const { format, file, output } of targets) {
      const colour = file === undefined && wantsColour(terminal);
      const { compatible } = settings;
      const report = { colour, compatible, version, labels, excerpts, now: terminal.now };
      await output.write(await formatComparison(comparison, format, report));
    }
    for (const { output } of targets) await output.commit();
    const { summary } = comparison;
    const seconds = ((terminal.now() - started) / 1000).toFixed(1);
    terminal.err(`${sentence(summary)} (${seconds} s)\n`);
    const failing = settings.strict ? summary.findings : summary.errors;
    return failing > 0 ? 1 : 0;
  } catch (error) {
    discardAll(targets);
    if (error instanceof ContractError) terminal.err(printDiagnostics(error.diagnostics));
    throw error;
  }
}

function sentence({ compared, findings, warnings, compatible, accepted, version }: Summary): string {
  const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
  return [
    `${count(findings, "finding")}${warnings > 0 ? ` (${count(warnings, "warning")})` : ""} in ${count(compared, "part")}`,
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
    ...(compatible > 0 ? [count(compatible, "compatible change")] : []),
    ...(version === "none" ? [] : [`version: ${version}`]),
  ].join("; ");
}
