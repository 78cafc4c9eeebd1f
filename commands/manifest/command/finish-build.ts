import { resolve } from "node:path";
import { discardAll, openTargets } from "../../report/report-targets.js";
import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import type { Built } from "../build/draft-manifest.js";
import { writeManifest } from "../manifest.js";
import type { ManifestSettings } from "./options.js";
import { counted, countText, exitCode, sizeText, writeReports } from "./report.js";

/** A built manifest, with what was asked for, and the time that it took so far. */
export interface FinishedBuild {
  readonly built: Built;
  readonly settings: ManifestSettings & { readonly action: "build" };
  readonly seconds: number;
}

/** Writes a built manifest unless there is an error, and the reports. Throws `ManifestError` if one can't be written. */
export async function finishBuild(
  { built, settings, seconds }: FinishedBuild,
  terminal: Terminal,
): Promise<ExitCode> {
  const { findings, text } = built;
  const { file } = settings;
  const found = { findings, leftOut: 0, files: built.files };
  const time = `(${seconds.toFixed(1)} s)`;
  if (text === undefined) {
    await writeReports(found, settings, terminal);
    terminal.err(`${countText(findings)}; no manifest was written ${time}\n`);
    return exitCode(findings);
  }
  if (file === undefined) {
    await writeToOutput(text, terminal);
    const inFiles = settings.targets.filter((target) => target.file !== undefined);
    await writeReports(found, { ...settings, targets: inFiles }, terminal);
    for (const { file: at, code, message } of findings) terminal.err(`${at}: warning ${code}: ${message}\n`);
  } else {
    await writeManifest(resolve(terminal.cwd, file), text, file);
    await writeReports(found, settings, terminal);
  }
  const assets = `${counted(built.files, "asset")}, ${sizeText(built.bytes)}`;
  const some = findings.length === 0 ? "" : `; ${countText(findings)}`;
  terminal.err(`${file === undefined ? "" : `wrote ${file}: `}${assets}${some} ${time}\n`);
  return 0;
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
