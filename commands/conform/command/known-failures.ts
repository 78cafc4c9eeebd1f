import { resolve } from "node:path";
import { didYouMean } from "@oipkit/runtime/nearest-names";
import { readNamedFile } from "../../options/named-file.js";
import { UsageError } from "../../options/usage.js";

/** A file of known failures, and the folder that its path is relative to. */
export interface KnownFailuresFile {
  readonly file: string;
  readonly cwd: string;
}

/**
 * Ids of cases that are known to fail, one per line; `#` starts a comment. Throws `UsageError` for an id that is not
 * in the suite, whose cases these are.
 */
export async function readKnownFailures(
  { file, cwd }: KnownFailuresFile,
  cases: readonly { readonly id: string }[],
): Promise<readonly string[]> {
  const text = readNamedFile({ path: resolve(cwd, file), shown: file, what: "the file" });
  const existing = new Set(cases.map(({ id }) => id));
  const ids = text.split("\n").map((line) => line.replace(/#.*/, "").trim());
  for (const [at, id] of ids.entries()) {
    if (id === "" || existing.has(id)) continue;
    throw new UsageError(`${file}:${at + 1}: there is no case \`${id}\`${didYouMean(id, [...existing])}`);
  }
  return ids.filter((id) => id !== "");
}
