import { resolve } from "node:path";
import { json } from "../../../reader/text/json.js";
import { printable } from "../../../reader/text/printable.js";
import { discardAll, openTargets } from "../../report/report-targets.js";
import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { assetSizes, compareManifests, type ManifestComparison } from "../compare-manifests.js";
import { readManifest } from "../read-manifest.js";
import { loadFormat } from "./format.js";
import type { ManifestSettings } from "./options.js";
import { counted, countText, sizeText, writeReports } from "./report.js";

type DiffSettings = ManifestSettings & { readonly action: "diff" };

/** Compares two manifests. Throws `ManifestError` if the folder with the sizes can't be read. */
export async function diff(settings: DiffSettings, terminal: Terminal): Promise<ExitCode> {
  const { cwd } = terminal;
  const { dir, values } = settings;
  const format = await loadFormat(settings, cwd);
  const [old, current] = [settings.old, settings.new].map((file) =>
    readManifest(resolve(cwd, file), file, format),
  );
  if (old?.manifest === undefined || current?.manifest === undefined) {
    const broken = [old, current].flatMap((read) => read ?? []);
    const findings = broken.flatMap((read) => read.findings);
    const leftOut = broken.reduce((sum, read) => sum + read.leftOut, 0);
    await writeReports({ findings, leftOut, files: broken.length }, settings, terminal);
    terminal.err(`${countText(findings, leftOut)}; nothing was compared\n`);
    return 1;
  }
  const sizes = dir === undefined ? undefined : await assetSizes({ folder: dir, cwd, base: values.base });
  const comparison = compareManifests(old.manifest, current.manifest, sizes);
  const opened = await openTargets(settings.targets, terminal);
  try {
    for (const { format: form, output } of opened)
      await output.write(form === "json" ? `${json(comparison, 2)}\n` : prettyComparison(comparison));
    for (const { output } of opened) await output.commit();
  } catch (error) {
    discardAll(opened);
    throw error;
  }
  terminal.err(`${sentence(comparison)}\n`);
  if (comparison.versionReused && values.strict) return 1;
  return 0;
}

const signs = { added: "+", removed: "-", changed: "~" } as const;

function prettyComparison({ texts, changes }: ManifestComparison): string {
  const lines = [
    ...texts.map(({ name, old = "none", new: current = "none" }) => `${name}: ${old} → ${current}`),
    ...changes.map(
      ({ kind, path, size }) => `${signs[kind]} ${path}${size === undefined ? "" : ` (${sizeText(size)})`}`,
    ),
  ];
  return lines.map((line) => `${printable(line)}\n`).join("");
}

function sentence({ changes, same, bytes, versionReused }: ManifestComparison): string {
  const count = (kind: string): string =>
    `${changes.filter((change) => change.kind === kind).length} ${kind}`;
  const toLoad =
    bytes === undefined
      ? "sizes unknown, name the new folder with --dir"
      : `${sizeText(bytes)} to download again`;
  const parts = [`${count("added")}, ${count("removed")}, ${count("changed")}, ${same} the same`];
  if (changes.length !== 0) parts.push(toLoad);
  if (versionReused) parts.push("warning: the files differ, but the version is the same");
  if (changes.length === 0) parts.push(`${counted(same, "asset")} compared`);
  return parts.join("; ");
}
