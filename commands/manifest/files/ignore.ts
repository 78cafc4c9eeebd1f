import { readRegularFile, utf8Text } from "../../../reader/documents/regular-file.js";
import { ManifestError } from "../errors.js";
import { type Glob, globOf, matchesPath } from "./glob.js";

/** Name of the file, at the top of an artifact's folder, that lists what isn't part of the artifact. */
const ignoreFileName = ".manifestignore";

/** Whether a path, relative to the folder, isn't part of the artifact. */
export type IsIgnored = (path: string, kind: "file" | "folder") => boolean;

interface Rule {
  readonly glob: Glob;
  readonly onlyFolders: boolean;
  readonly ignores: boolean;
}

const maxIgnoreFile = 1024 * 1024;

/**
 * Rules in the syntax of `.gitignore`, without character classes; the last one that matches decides. Throws `ManifestError`
 * for a line that can't be read so.
 */
export function parseIgnoreRules(text: string, shown: string): IsIgnored {
  const rules = text
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .flatMap((line, at) => ruleOf(line, `${shown}:${at + 1}`));
  return (path, kind) =>
    rules.findLast(({ glob, onlyFolders }) => (kind === "folder" || !onlyFolders) && matchesPath(glob, path))
      ?.ignores ?? false;
}

function ruleOf(line: string, place: string): Rule[] {
  const trimmed = line.replace(/(?<![\\ ]) +$/, "");
  if (trimmed === "" || trimmed.startsWith("#")) return [];
  const ignores = !trimmed.startsWith("!");
  const pattern = ignores ? trimmed : trimmed.slice(1);
  if (/(?<!\\)(?:\\\\)*\[/.test(pattern))
    throw new ManifestError("file-unusable", `${place}: \`[…]\` isn't supported; write a rule for each name`);
  const onlyFolders = pattern.endsWith("/");
  const body = onlyFolders ? pattern.slice(0, -1) : pattern;
  if (body === "") return [];
  // A slash in front or within ties a rule to the top; any other matches at each depth.
  return [{ glob: globOf(body.includes("/") ? body : `**/${body}`), onlyFolders, ignores }];
}

/** What to leave out: rules of the folder's ignore file, further rules, and single files. */
export interface IgnoreOptions {
  /** Absolute path of the artifact's folder. */
  readonly folder: string;
  readonly rules: readonly string[];
  /** Relative paths of files that are never part of the artifact, such as the manifest itself. */
  readonly files: readonly string[];
}

/** Leftovers of a build that was killed. */
const drafts = /(?:^|\/)\.oipkit-manifest-[^/]*\.tmp$/;

/** Reads the folder's ignore file, if there is one. Throws `ManifestError` if it can't be read. */
export function readIgnoreRules({ folder, rules, files }: IgnoreOptions): IsIgnored {
  const found = readRegularFile(`${folder}/${ignoreFileName}`, maxIgnoreFile);
  const text = found.kind === "bytes" ? utf8Text(found.bytes) : "";
  if (text === undefined || (found.kind !== "bytes" && found.kind !== "absent")) {
    const problem = found.kind === "bytes" ? "isn't valid UTF-8" : found.problem;
    throw new ManifestError("file-unusable", `${ignoreFileName} ${problem}`);
  }
  const ofFile = parseIgnoreRules(text, ignoreFileName);
  const given = parseIgnoreRules(rules.join("\n"), "--ignore");
  const own = new Set([ignoreFileName, ...files]);
  return (path, kind) =>
    (kind === "file" && (own.has(path) || drafts.test(path))) || ofFile(path, kind) || given(path, kind);
}
