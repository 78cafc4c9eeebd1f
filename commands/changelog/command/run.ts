import { ContractError } from "../../../reader/documents/diagnostic.js";
import { packageVersion } from "../../../reader/package-version.js";
import { type CompareContext, compareInputs } from "../../diff/command/compare.js";
import { bothSides } from "../../diff/comparison.js";
import { discardAll, openTargets } from "../../report/open-reports.js";
import { printDiagnostics } from "../../report/print-diagnostics.js";
import type { ExitCode } from "../../terminal/terminal.js";
import { type Changelog, changelogOf } from "../pages/changelog.js";
import { formatChangelog } from "../pages/format-changelog.js";
import type { ChangelogSettings } from "./settings.js";

/** Writes the changelog of the versions in the settings. Throws an error of the engine if it can't run. */
export async function changelog(settings: ChangelogSettings, context: CompareContext): Promise<ExitCode> {
  const { terminal } = context;
  const started = terminal.now();
  const targets = await openTargets(settings.targets, terminal);
  try {
    const { time, release } = settings;
    const options = {
      keep: new Set(["consumer"] as const),
      look: bothSides,
      mode: "full",
      time,
      now: terminal.now,
    } as const;
    const { comparison } = await compareInputs(settings, options, context);
    const found = changelogOf(comparison);
    const version = await packageVersion();
    for (const { format, output } of targets)
      await output.write(formatChangelog(found, format, { release, version }));
    for (const { output } of targets) await output.commit();
    if (settings.changeset !== undefined) {
      const { writeChangeset } = await import("./write-changeset.js");
      await writeChangeset(found, settings, terminal);
    }
    const seconds = ((terminal.now() - started) / 1000).toFixed(1);
    terminal.err(`${sentence(found)} (${seconds} s)\n`);
    return 0;
  } catch (error) {
    discardAll(targets);
    if (error instanceof ContractError) terminal.err(printDiagnostics(error.diagnostics));
    throw error;
  }
}

function sentence({ entries, version }: Changelog): string {
  if (entries.length === 0) return "nothing changed";
  const breaking = entries.filter((each) => each.breaking).length;
  const all = `${entries.length} ${entries.length === 1 ? "change" : "changes"}`;
  return `${all}, ${breaking === 0 ? "none" : breaking} breaking; version: ${version}`;
}
