import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { didYouMean } from "@oipkit/runtime/nearest-names";
import { casesOf } from "../../conformance/suite/cases.js";
import type { Suite } from "../../conformance/suite/suite.js";
import { UsageError } from "../usage.js";

/** A file of known failures, and the folder that its path is relative to. */
export interface KnownFailuresFile {
  readonly file: string;
  readonly cwd: string;
}

/**
 * Ids of cases that are known to fail, one per line; `#` starts a comment. Throws `UsageError` for an id that is not
 * in the suite.
 */
export async function readKnownFailures(
  { file, cwd }: KnownFailuresFile,
  suite: Suite,
): Promise<readonly string[]> {
  let text: string;
  try {
    text = await readFile(resolve(cwd, file), "utf8");
  } catch (cause) {
    throw new UsageError(`${file}: cannot read the file (${(cause as NodeJS.ErrnoException).code})`, {
      cause,
    });
  }
  const existing = new Set(casesOf(suite).map(({ id }) => id));
  const ids = text.split("\n").map((line) => line.replace(/#.*/, "").trim());
  for (const [at, id] of ids.entries()) {
    if (id === "" || existing.has(id)) continue;
    throw new UsageError(`${file}:${at + 1}: there is no case \`${id}\`${didYouMean(id, [...existing])}`);
  }
  return ids.filter((id) => id !== "");
}
