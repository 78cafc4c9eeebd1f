import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { leavesByLink } from "../../../reader/documents/roots.js";
import { readConfig } from "../../config/config.js";
import { stepFrom } from "../../diff/version-step.js";
import { defaults } from "../../generate/options.js";
import { UsageError } from "../../options/usage.js";
import type { Terminal } from "../../terminal/terminal.js";
import type { Changelog } from "../pages/changelog.js";
import { changesetOf } from "../pages/changeset.js";
import { changesetFolder } from "../versions/changesets.js";
import { type Package, packageOf } from "../versions/generated-package.js";
import type { ChangelogSettings } from "./settings.js";

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
  const { name, version } = chosen(packageOf(out, cwd), given?.package, out);
  const step = version === undefined ? changelog.version : stepFrom(version, changelog.version);
  if (step === "none") return;
  const changeset = changesetOf(changelog, { packageName: name, step });
  const file = `${changesetFolder}/${given?.name ?? changeset.name}.md`;
  const path = join(cwd, file);
  if (leavesByLink(path, cwd)) throw new UsageError(`${file}: a link leads out of the working folder`);
  try {
    writeFileSync(path, changeset.text, { flag: "wx" });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code !== "EEXIST")
      throw new UsageError(`${file}: cannot write the file (${code ?? message})`, { cause });
    if (readFileSync(path, "utf8") !== changeset.text)
      throw new UsageError(`${file} exists already; remove it, or choose another name with --name`);
    err(`${file} is there already\n`);
    return;
  }
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
