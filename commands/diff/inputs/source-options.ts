import { isAbsolute, posix, relative, resolve } from "node:path";
import { type ReadingLimits, slashes } from "../../../reader/documents/input.js";
import type { parseText } from "../../../reader/documents/parse-text.js";
import type { Repository } from "./git/repository.js";
import type { SnapshotLimits } from "./limits.js";

/** Where and how much to read. */
export interface SourceOptions extends ReadingLimits {
  /** Absolute path of the working folder. */
  readonly cwd: string;
  readonly snapshots?: SnapshotLimits;
  /** Parses a file. Default: `parseText`; `sharedParsing` parses what two versions share once. */
  readonly parse?: typeof parseText | undefined;
}

/** The folders of `allowRefsTo` that are in the repository, relative to its root. */
export function allowedInside(
  repository: Repository,
  { cwd, allowRefsTo = [] }: Pick<SourceOptions, "cwd" | "allowRefsTo">,
): string[] {
  return allowRefsTo.flatMap((path) => {
    const inner = slashes(relative(cwd, resolve(cwd, path)));
    const fromRoot = posix.join(repository.prefix, inner);
    return fromRoot.startsWith("..") || isAbsolute(inner) ? [] : [fromRoot === "." ? "" : fromRoot];
  });
}
