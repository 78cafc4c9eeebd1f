import { readRegularFile, utf8Text } from "../../../reader/documents/regular-file.js";
import { ManifestError } from "../errors.js";

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
    .flatMap((line, at) => parseRule(line, `${shown}:${at + 1}`));
  return (path, kind) =>
    rules.findLast(({ glob, onlyFolders }) => (kind === "folder" || !onlyFolders) && matchesPath(glob, path))
      ?.ignores ?? false;
}

function parseRule(line: string, place: string): Rule[] {
  const trimmed = line.replace(/(?<![\\ ]) +$/, "");
  if (trimmed === "" || trimmed.startsWith("#")) return [];
  const ignores = !trimmed.startsWith("!");
  const pattern = ignores ? trimmed : trimmed.slice(1);
  if (pattern.replace(/\\./g, "").includes("["))
    throw new ManifestError("file-unusable", `${place}: \`[…]\` isn't supported; write a rule for each name`);
  const onlyFolders = pattern.endsWith("/");
  const body = onlyFolders ? pattern.slice(0, -1) : pattern;
  if (body === "") return [];
  // A slash in front or within ties a rule to the top; any other matches at each depth.
  return [{ glob: parseGlob(body.includes("/") ? body : `**/${body}`), onlyFolders, ignores }];
}

/** What to leave out: rules of the folder's ignore file, further rules, and single files. */
interface IgnoreOptions {
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

/** A pattern of a path, as in `.gitignore`: segments of `*`, `?`, literal characters, or `**`. */
interface Glob {
  readonly segments: readonly string[];
}

/** What `**` matches: any number of segments. */
const anyDepth = "**";

/** A glob of slash-separated segments. */
export function parseGlob(pattern: string): Glob {
  const segments = pattern.split("/").filter((segment) => segment !== "");
  // `a/**` matches what is inside of `a`, not `a` itself.
  return { segments: segments.at(-1) === anyDepth ? [...segments, "*"] : segments };
}

/** Whether a glob matches a relative path. Takes at most time proportional to the product of both lengths, whatever the pattern. */
export function matchesPath({ segments }: Glob, path: string): boolean {
  return matches(segments, path.split("/"), {
    isStar: (segment) => segment === anyDepth,
    fits: (segment, name) => matchesName(segment, name),
  });
}

function matchesName(pattern: string, name: string): boolean {
  return matches(splitPattern(pattern), [...name], {
    isStar: (token) => token === "*",
    fits: (token, character) => token === "?" || token === character || token === `\\${character}`,
  });
}

/** An escaped character stays one token with its backslash, so that `\*` isn't `*`. */
function splitPattern(pattern: string): string[] {
  return pattern.match(/\\[\s\S]|[\s\S]/gu) ?? [];
}

interface Rules {
  isStar(token: string): boolean;
  fits(token: string, item: string): boolean;
}

/** Only the last star needs to be tried again: what an earlier one took, it could take, too. */
function matches(tokens: readonly string[], items: readonly string[], { isStar, fits }: Rules): boolean {
  let [token, item] = [0, 0];
  let star: { readonly token: number; item: number } | undefined;
  while (item < items.length) {
    const current = tokens[token];
    if (current !== undefined && isStar(current)) star = { token: token++, item };
    else if (current !== undefined && fits(current, items[item] ?? "")) {
      token++;
      item++;
    } else if (star !== undefined) {
      token = star.token + 1;
      item = ++star.item;
    } else return false;
  }
  return tokens.slice(token).every(isStar);
}
