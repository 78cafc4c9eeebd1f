import { ContractError } from "../../../reader/documents/diagnostic.js";
import { packageVersion } from "../../../reader/package-version.js";
import { readConfig } from "../../config/config.js";
import { printDiagnostics } from "../../report/print-diagnostics.js";
import { discardAll, openTargets, wantsColour } from "../../report/report-targets.js";
import type { ExitCode } from "../../terminal/terminal.js";
import { bothSides, type ChangeSummary, sidesToKeep } from "../comparison.js";
import { readPolicy } from "../policy/policy.js";
import { formatComparison } from "../report/format-comparison.js";
import { counted, createExcerpts } from "../report/wording.js";
import { type CompareContext, compareInputs } from "./compare.js";
import type { DiffSettings } from "./options.js";

/** Compares the schemas in the settings. Throws an error of the engine if it can't run. */
export async function diff(settings: DiffSettings, context: CompareContext): Promise<ExitCode> {
  const { terminal } = context;
  const started = terminal.now();
  const targets = await openTargets(settings.targets, terminal);
  try {
    const { mode = "full", openObjects, time } = settings;
    const { policy } = await readConfig(terminal.cwd, settings.config);
    const options = {
      keep: sidesToKeep(settings),
      look: bothSides,
      mode,
      openObjects,
      time,
      policy: policy && {
        rules: readPolicy(policy),
        today: new Date(context.clock()).toISOString().slice(0, 10),
      },
      now: terminal.now,
    };
    const { comparison, old, current } = await compareInputs(settings, options, context);
    const version = await packageVersion();
    const labels = { old: old.map(({ label }) => label).join(", "), new: current.label };
    const excerpts = { old: createExcerpts(old), new: createExcerpts([current]) };
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
    if (failing > 0) return 1;
    return 0;
  } catch (error) {
    discardAll(targets);
    if (error instanceof ContractError) terminal.err(printDiagnostics(error.diagnostics));
    throw error;
  }
}

function sentence({ compared, findings, warnings, compatible, accepted, version }: ChangeSummary): string {
  const some = warnings > 0 ? ` (${counted(warnings, "warning")})` : "";
  const parts = [`${counted(findings, "finding")}${some} in ${counted(compared, "part")}`];
  if (accepted > 0) parts.push(`${accepted} accepted`);
  if (compatible > 0) parts.push(counted(compatible, "compatible change"));
  if (version !== "none") parts.push(`version: ${version}`);
  return parts.join("; ");
}
