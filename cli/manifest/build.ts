import { realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { buildManifest } from "../../manifest/build/build-manifest.js";
import { packageVersionOf } from "../../manifest/build/package-version.js";
import type { ManifestFormat } from "../../manifest/format.js";
import { writeManifest } from "../../manifest/write-manifest.js";
import { discardAll, openTargets } from "../open-reports.js";
import type { ExitCode, Terminal } from "../terminal.js";
import { counted, countOf, exitCodeOf, sizeText, writeReports } from "./report.js";
import type { ManifestSettings } from "./settings.js";

type BuildSettings = ManifestSettings & { readonly action: "build" };

/** Builds a manifest, and writes it unless there is an error. Throws `ManifestError` if it can't run. */
export async function build(
  settings: BuildSettings,
  format: ManifestFormat,
  terminal: Terminal,
): Promise<ExitCode> {
  const { values, folder, file } = settings;
  const { cwd, signal } = terminal;
  const started = terminal.now();
  const version = values["from-package"] ? packageVersionOf(cwd) : values["artifact-version"];
  const { entry, container, runtime, base, ignore, jobs } = values;
  const built = await buildManifest({
    ...{ folder, cwd, format, entry, container, runtime, version, base, ignore, jobs, signal },
    maxFile: values["max-file"],
    without: file === undefined ? [] : await pathInside(resolve(cwd, folder), resolve(cwd, file)),
  });
  const { findings, text } = built;
  const found = { findings, leftOut: 0, files: built.files };
  const seconds = `(${((terminal.now() - started) / 1000).toFixed(1)} s)`;
  if (text === undefined) {
    await writeReports(found, settings, terminal);
    terminal.err(`${countOf(findings)}; no manifest was written ${seconds}\n`);
    return exitCodeOf(findings);
  }
  if (file === undefined) {
    await writeToOutput(text, terminal);
    const inFiles = settings.targets.filter((target) => target.file !== undefined);
    await writeReports(found, { ...settings, targets: inFiles }, terminal);
    for (const { file: at, code, message } of findings) terminal.err(`${at}: warning ${code}: ${message}\n`);
  } else {
    await writeManifest(resolve(cwd, file), text, file);
    await writeReports(found, settings, terminal);
  }
  const assets = `${counted(built.files, "asset")}, ${sizeText(built.bytes)}`;
  const some = findings.length === 0 ? "" : `; ${countOf(findings)}`;
  terminal.err(`${file === undefined ? "" : `wrote ${file}: `}${assets}${some} ${seconds}\n`);
  return 0;
}

/** The path of a file relative to a folder, links resolved. */
async function pathInside(folder: string, file: string): Promise<string[]> {
  const at = await Promise.all([realpath(folder), realpath(dirname(file))]).catch(() => undefined);
  return at === undefined ? [] : [relative(at[0], join(at[1], basename(file))).replaceAll("\\", "/")];
}

async function writeToOutput(text: string, terminal: Terminal): Promise<void> {
  const opened = await openTargets([{ format: "manifest", file: undefined }], terminal);
  try {
    for (const { output } of opened) await output.write(text);
    for (const { output } of opened) await output.commit();
  } catch (error) {
    discardAll(opened);
    throw error;
  }
}
