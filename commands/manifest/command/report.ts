import { reportText } from "../../report/create-reporter.js";
import { describeCode as describeDocumentCode } from "../../report/findings/describe-code.js";
import { discardAll, openTargets, wantsColour } from "../../report/report-targets.js";
import type { Finding, RuleText } from "../../report/reporter.js";
import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import type { SharedSettings } from "./options.js";

/** Findings, and how many others there are. */
interface FoundProblems {
  readonly findings: readonly Finding[];
  readonly leftOut: number;
  /** Number of files that were checked. */
  readonly files: number;
}

/** Writes findings in every format that was asked for. */
export async function writeReports(
  { findings, leftOut, files }: FoundProblems,
  { targets, maxFindings }: Pick<SharedSettings, "targets" | "maxFindings">,
  terminal: Terminal,
): Promise<void> {
  const opened = await openTargets(targets, terminal);
  try {
    for (const { format, file, output } of opened) {
      const shown = findings.slice(0, maxFindings);
      const options = {
        colour: file === undefined && wantsColour(terminal),
        command: "oipkit manifest",
        now: terminal.now,
        describe: describeCode,
        files,
        leftOut: leftOut + findings.length - shown.length,
      };
      await output.write(await reportText(shown, format, options));
    }
    for (const { output } of opened) await output.commit();
  } catch (error) {
    discardAll(opened);
    throw error;
  }
}

/** 1 if a finding is an error, or any with `--strict`. */
export function exitCode(findings: readonly Finding[], strict = false): ExitCode {
  if (findings.some(({ level }) => strict || level === "error")) return 1;
  return 0;
}

/** `2 findings (1 warning)`. */
export function countText(findings: readonly Finding[], leftOut = 0): string {
  const warnings = findings.filter(({ level }) => level === "warning").length;
  const some = warnings > 0 ? ` (${counted(warnings, "warning")})` : "";
  return `${counted(findings.length + leftOut, "finding")}${some}`;
}

/** `1 asset`, `2 assets`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** `12.3 MB`, `4.5 kB` or `678 B`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

const rename = "Rename the file, or leave it out with a line in .manifestignore.";
const rebuild = "Build the artifact and its manifest again, and publish both.";
const server = "Check the address, and what the server serves there.";

const texts: Readonly<Record<string, readonly [meaning: string, help: string, level?: "warning"]>> = {
  "asset-changing": ["A file was changed while it was read.", "Wait until the build has finished."],
  "asset-late": [
    "A server didn't send a file in time.",
    "Check the server, or allow more time with --timeout.",
  ],
  "asset-link": ["A file is a symbolic link.", "Replace the link with what it points to."],
  "asset-missing": ["An asset of the manifest doesn't exist.", rebuild],
  "asset-outside-base": [
    "The path of an asset isn't below the base path.",
    "Give the --base that the manifest was built with.",
  ],
  "asset-redirect": ["A server redirects to another origin, or without end.", server],
  "asset-special": ["Something that isn't a regular file is in the folder.", "Remove it."],
  "asset-status": ["A server doesn't answer with the file.", server],
  "asset-too-large": ["A file is larger than the limit.", "Raise the limit with --max-file."],
  "asset-twice": ["A path is listed twice.", "Build the manifest again."],
  "asset-unreachable": ["A server can't be reached, or broke off.", server],
  "asset-unreadable": ["A file can't be read.", "Check its permissions."],
  "digest-mismatch": ["A file has another digest than the manifest says.", rebuild],
  "extra-file": [
    "The manifest doesn't list a file.",
    "Build the manifest again, or remove the file.",
    "warning",
  ],
  "named-file-missing": [
    "No single file is the one that is named as the entry or the container.",
    "Name a file in the folder.",
  ],
  "named-file-unlisted": [
    "The entry or the container isn't among the assets.",
    "Build the manifest again.",
    "warning",
  ],
  "names-collide": ["Two names differ in case or normalization alone.", "Rename one of the files."],
  "name-not-normalized": ["A name isn't in Unicode's normalization form C.", rename],
  "name-not-utf8": ["A name isn't valid UTF-8.", rename],
  "path-encoded": ["Browsers write the path of a file with percent signs.", rename, "warning"],
  "path-unusable": ["No URL has the path of an asset.", "Build the manifest again."],
};

/** What a code of `oipkit manifest` means (`docs/reference/manifest.md`); others are those of `oipkit validate`. */
function describeCode(code: string): RuleText {
  const known = Object.hasOwn(texts, code) ? texts[code] : undefined;
  if (known === undefined) return describeDocumentCode(code);
  const [meaning, help, level = "error"] = known;
  return { meaning, help, level };
}

/** The codes that `oipkit manifest` has in addition to those of `oipkit validate`. */
export const manifestCodes: readonly string[] = Object.keys(texts);
