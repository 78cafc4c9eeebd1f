import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { diff, gt, parse } from "semver";
import { ContractError, type Diagnostic, sourceExcerpt } from "../../../reader/documents/diagnostic.js";
import { slashes } from "../../../reader/documents/input.js";
import { parseJson } from "../../../reader/documents/json.js";
import { compareVersions } from "../../diff/compare-versions.js";
import { bothSides, type ChangeFinding, type VersionStep } from "../../diff/comparison.js";
import { fileTextIn } from "../../diff/inputs/git/repository.js";
import { nameSources } from "../../diff/inputs/name-sources.js";
import { readSource } from "../../diff/inputs/read-source.js";
import type { ComparedSource } from "../../diff/inputs/source.js";
import { reaches, stepFrom, versionStep } from "../../diff/version-step.js";
import { UsageError } from "../../options/option.js";
import type { Terminal } from "../../terminal/terminal.js";
import { findGeneratedPackage, type Package, parsePackage, pendingStep } from "./changesets.js";

/** What is checked. Paths are relative to the working folder. */
export interface RequiredVersion {
  /** The version to compare with, as OLD of `oipkit diff`; absent: where the branch left the default branch. */
  readonly since: string | undefined;
  readonly contracts: readonly string[];
  readonly overlays: readonly string[];
  readonly allowRefsTo: readonly string[];
  readonly maxFile: number | undefined;
  /** The generated folder. */
  readonly out: string;
}

/**
 * Whether breaking changes of the contracts come with their version: a finding if neither a changeset nor the package's
 * version says so. Throws `UsageError` or `UnusableInput` if that can't be decided.
 */
export async function missingVersion(required: RequiredVersion, terminal: Terminal): Promise<Diagnostic[]> {
  const found = findGeneratedPackage(required.out, terminal.cwd);
  if (found === undefined)
    throw new UsageError(
      `neither ${required.out} nor a folder above it is a package, so it has no version to require`,
    );
  const { old, current, label } = await findSources(required, terminal);
  const { allowRefsTo, maxFile } = required;
  const read = (source: ComparedSource) => readSource(source, { cwd: terminal.cwd, allowRefsTo, maxFile });
  const versions = { old: await readOld(() => read(old), label), new: await read(current) };
  const { findings } = compareVersions(versions, {
    keep: new Set(["consumer"]),
    look: bothSides,
    mode: "full",
    time: 2000,
    now: terminal.now,
  });
  const breaking = findings.filter(({ verdict }) => verdict === "breaking");
  if (breaking.length === 0) return [];
  const before = await versionIn(old, found, terminal);
  // A package that OLD doesn't have hasn't been published, and nobody can rely on it.
  if (before === "absent") return [];
  const from = before ?? found.version ?? "1.0.0";
  const needed = stepFrom(from, versionStep(breaking));
  const rise = before === undefined ? "none" : versionRise(before, found.version ?? before);
  if (reaches(rise, needed) || reaches(pendingStep(found.name, terminal.cwd), needed)) return [];
  return [toDiagnostic(breaking, { label: versions.old.label, needed, found, cwd: terminal.cwd })];
}

async function findSources(required: RequiredVersion, { cwd, env }: Terminal) {
  const { since, contracts, overlays } = required;
  const configured = async () => ({ contracts, overlays });
  // A commit has a counterpart in the working tree; anything else is compared with the contracts themselves.
  const isCommit = since === undefined || since.startsWith("git:");
  if (!isCommit && contracts.length !== 1)
    throw new UsageError("--since must name a commit such as git:v1.2.0, since there are several contracts");
  const current = isCommit ? undefined : contracts[0];
  const sources = await nameSources([since, current], { cwd, env, configured });
  const label = since ?? sources.reason ?? "";
  return { old: sources.old, current: sources.new, label };
}

/** Errors in old contracts aren't findings: nobody can fix them now. */
async function readOld<Version>(read: () => Promise<Version>, label: string): Promise<Version> {
  try {
    return await read();
  } catch (cause) {
    if (!(cause instanceof ContractError)) throw cause;
    const [first] = cause.diagnostics;
    throw new UsageError(
      `${label}: the old contracts have errors, such as ${first?.code} in ${first?.file}; name another version with --since`,
      { cause },
    );
  }
}

/** The package's version in a source; `absent` if there was no such package, `undefined` if that isn't known. */
async function versionIn(
  source: ComparedSource,
  { path, name }: Package,
  { cwd }: Terminal,
): Promise<string | "absent" | undefined> {
  if (source.kind === "git") {
    const text = await fileTextIn(source.commit, slashes(relative(cwd, path)), source.repository);
    return (text === undefined ? undefined : parsePackage(text)?.version) ?? "absent";
  }
  if (source.kind === "tarball" || source.package === undefined) return undefined;
  const installed = parsePackage(readFileSync(join(source.package, "package.json"), "utf8"));
  if (installed?.name === name) return installed.version;
  return undefined;
}

interface Missing {
  /** Of the old version. */
  readonly label: string;
  readonly needed: VersionStep;
  readonly found: Package;
  readonly cwd: string;
}

function toDiagnostic(
  breaking: readonly ChangeFinding[],
  { label, needed, found, cwd }: Missing,
): Diagnostic {
  const { lines, locate } = parseJson(found.text);
  const tokens = [found.version === undefined ? "name" : "version"];
  const range = locate(tokens);
  const [first] = breaking;
  const example = `${first?.code}${first?.subjects[0] === undefined ? "" : ` in ${first.subjects[0]}`}`;
  const count = breaking.length === 1 ? "1 breaking change" : `${breaking.length} breaking changes`;
  return {
    severity: "error",
    code: "version-step-missing",
    message: `${count} since ${label} (${example}) without a ${needed} version of ${found.name}`,
    hint: `Write a changeset with \`oipkit changelog --changeset\`, or raise the version${found.version === undefined ? "" : ` ${found.version}`} (${needed}). \`oipkit diff\` shows the changes.`,
    file: slashes(relative(cwd, found.path)),
    pointer: `/${tokens[0]}`,
    range,
    excerpt: sourceExcerpt(lines, range),
  };
}

/**
 * By how much a version has risen; `none` if it hasn't. After a pre-release, every new version counts as `major`, since
 * Semantic Versioning promises nothing about pre-releases.
 */
export function versionRise(old: string, current: string): VersionStep {
  const [before, after] = [parse(old), parse(current)];
  if (before === null || after === null || !gt(after, before)) return "none";
  if (before.prerelease.length > 0) return "major";
  switch (diff(before, after)) {
    case "major":
    case "premajor":
      return "major";
    case "minor":
    case "preminor":
      return "minor";
    default:
      return "patch";
  }
}
