import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ContractError } from "../../../reader/documents/diagnostic.js";
import { leavesByLink } from "../../../reader/documents/roots.js";
import { packageVersion } from "../../../reader/package-version.js";
import { readConfig } from "../../config/config.js";
import { type CompareContext, compareInputs } from "../../diff/command/compare.js";
import { bothSides } from "../../diff/comparison.js";
import { counted } from "../../diff/report/wording.js";
import { stepFrom } from "../../diff/version-step.js";
import { defaults } from "../../generate/options.js";
import { readNamedFile } from "../../options/named-file.js";
import { UsageError } from "../../options/option.js";
import { replaceFile } from "../../report/file-output.js";
import { printDiagnostics } from "../../report/print-diagnostics.js";
import { discardAll, openTargets } from "../../report/report-targets.js";
import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { createChangelog } from "../pages/changelog.js";
import type { Changelog } from "../pages/entry.js";
import { formatChangelog } from "../pages/format-changelog.js";
import { createChangeset } from "../pages/markdown.js";
import { changesetFolder, findGeneratedPackage, type Package } from "../versions/changesets.js";
import type { ChangelogSettings } from "./options.js";

/** Writes the changelog of the versions in the settings. Throws an error of the engine if it can't run. */
export async function changelog(settings: ChangelogSettings, context: CompareContext): Promise<ExitCode> {
  const { terminal } = context;
  const started = terminal.now();
  const targets = await openTargets(settings.targets, terminal);
  try {
    const { openObjects, time, release } = settings;
    const options = {
      keep: new Set(["consumer"] as const),
      look: bothSides,
      mode: "full",
      openObjects,
      time,
      now: terminal.now,
    } as const;
    const { comparison, old, current } = await compareInputs(settings, options, context);
    const found = createChangelog(comparison, { old, new: current });
    const version = await packageVersion();
    for (const { format, file, output } of targets) {
      const before = format === "rss" && file !== undefined ? feedBefore(file, terminal.cwd) : undefined;
      await output.write(formatChangelog(found, format, { release, version, link: settings.link, before }));
    }
    for (const { output } of targets) await output.commit();
    if (settings.changeset !== undefined) await writeChangeset(found, settings, terminal);
    const seconds = ((terminal.now() - started) / 1000).toFixed(1);
    terminal.err(`${sentence(found)} (${seconds} s)\n`);
    return 0;
  } catch (error) {
    discardAll(targets);
    if (error instanceof ContractError) terminal.err(printDiagnostics(error.diagnostics));
    throw error;
  }
}

/** The feed that a file has now. Throws `UsageError` if it can't be read. */
function feedBefore(file: string, cwd: string): string | undefined {
  if (!existsSync(resolve(cwd, file))) return undefined;
  return readNamedFile({ path: resolve(cwd, file), shown: file, what: "the feed" });
}

function sentence({ entries, version }: Changelog): string {
  if (entries.length === 0) return "nothing changed";
  const breaking = entries.filter((each) => each.breaking).length;
  return `${counted(entries.length, "change")}, ${breaking === 0 ? "none" : breaking} breaking; version: ${version}`;
}

/**
 * Writes a changeset to the working folder, unless nothing changed, or the same one is there. Throws `UsageError` if the
 * folder or the package is missing, or if the file exists with another content.
 */
export async function writeChangeset(
  changelog: Changelog,
  { config, changeset: given }: Pick<ChangelogSettings, "config" | "changeset">,
  { cwd, err }: Terminal,
): Promise<void> {
  if (!existsSync(join(cwd, changesetFolder)))
    throw new UsageError(
      `the folder ${changesetFolder} doesn't exist; create it with \`npx changeset init\``,
    );
  if (changelog.version === "none") {
    err("nothing changed, so no changeset was written\n");
    return;
  }
  const out = (await readConfig(cwd, config)).out ?? defaults.out;
  const { name, version } = chosen(findGeneratedPackage(out, cwd), given?.package, out);
  const step = version === undefined ? changelog.version : stepFrom(version, changelog.version);
  if (step === "none") return;
  const changeset = createChangeset(changelog, { packageName: name, step });
  const file = `${changesetFolder}/${given?.name ?? changeset.name}.md`;
  const path = join(cwd, file);
  if (leavesByLink(path, cwd)) throw new UsageError(`${file}: a link leads out of the working folder`);
  if (existsSync(path)) {
    if (readFileSync(path, "utf8") !== changeset.text)
      throw new UsageError(`${file} exists already; remove it, or choose another name with --name`);
    err(`${file} is there already\n`);
    return;
  }
  await replaceFile(file, cwd, changeset.text);
  err(`wrote ${file}: ${name} ${step}\n`);
}

function chosen(
  found: Package | undefined,
  given: string | undefined,
  out: string,
): Pick<Package, "name" | "version"> {
  if (given !== undefined) return { name: given, version: found?.name === given ? found.version : undefined };
  if (found !== undefined) return found;
  throw new UsageError(`neither ${out} nor a folder above it is a package; name it with --package`);
}
