import { describeCode as describeDocumentCode } from "../report/findings/describe-code.js";
import type { RuleText } from "../report/findings/reporter.js";

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
export function describeCode(code: string): RuleText {
  const known = Object.hasOwn(texts, code) ? texts[code] : undefined;
  if (known === undefined) return describeDocumentCode(code);
  const [meaning, help, level = "error"] = known;
  return { meaning, help, level };
}

/** The codes that `oipkit manifest` has in addition to those of `oipkit validate`. */
export const manifestCodes: readonly string[] = Object.keys(texts);
