import { compareVersions } from "../../evolution/compare-versions.js";
import type { Change, Summary } from "../../evolution/finding.js";
import { sidesToKeep } from "../../evolution/perspective.js";
import { readVersion } from "../../evolution/read-version.js";
import { formatComparison } from "../../evolution/report/format-comparison.js";
import type { Version, Versions } from "../../evolution/version.js";
import { packageVersion } from "../../generator/package-version.js";
import { ContractError } from "../../generator/read/diagnostic.js";
import { wantsColour } from "../colour.js";
import { discardAll, openTargets } from "../open-reports.js";
import { printDiagnostics } from "../print-diagnostics.js";
import type { ExitCode, Terminal } from "../terminal.js";
import type { DiffSettings } from "./settings.js";

/** Compares the schemas in the settings. Throws an error of the engine if it can't run. */
export async function diff(settings: DiffSettings, terminal: Terminal): Promise<ExitCode> {
  const started = terminal.now();
  const targets = openTargets(settings.targets, terminal);
  try {
    const old = await read(settings.old, settings, terminal);
    const current = await read(settings.new, settings, terminal);
    const versions = { old, new: current };
    const comparison = compareVersions(versions, {
      keep: sidesToKeep(settings),
      mode: settings.mode ?? "full",
      time: settings.time,
      more: settings.source ? await sourceChanges(versions, terminal) : [],
      now: terminal.now,
    });
    const version = await packageVersion();
    for (const { format, file, output } of targets) {
      const colour = file === undefined && wantsColour(terminal);
      await output.write(formatComparison(comparison, { format, colour, version }));
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

async function read(input: string, { allowRefsTo }: DiffSettings, terminal: Terminal): Promise<Version> {
  const version = await readVersion(input, terminal.cwd, { allowRefsTo });
  return version;
}

/** The engine loads a compiler, so it is only loaded if it is asked for. */
async function sourceChanges(versions: Versions, { now }: Terminal): Promise<readonly Change[]> {
  const { compareSource } = await import("../../evolution/source/compare-source.js");
  return compareSource(versions, { time: longestSourceComparison, now });
}

/** Milliseconds. Guessed: twenty times what the largest public document takes. */
const longestSourceComparison = 600_000;

function sentence({ compared, findings, warnings, compatible }: Summary): string {
  const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
  return [
    `${count(findings, "finding")}${warnings > 0 ? ` (${count(warnings, "warning")})` : ""} in ${count(compared, "part")}`,
    ...(compatible > 0 ? [count(compatible, "compatible change")] : []),
  ].join("; ");
}
