import { readRegularFile } from "../../reader/documents/regular-file.js";
import { UsageError } from "./option.js";

/** A file that the command line or the configuration names. */
interface NamedFile {
  /** Absolute path. */
  readonly path: string;
  /** As the user wrote it. */
  readonly shown: string;
  /** What it is, such as `the suite`. */
  readonly what: string;
  /** What to do if it can't be read. */
  readonly hint?: string;
}

/** The text of a regular file of at most 16 MiB. Throws `UsageError`. */
export function readNamedFile({ path, shown, what, hint }: NamedFile): string {
  const found = readRegularFile(path);
  if (found.kind === "bytes") return found.bytes.toString("utf8");
  const { code = found.problem } = (found.cause ?? {}) as NodeJS.ErrnoException;
  const advice = hint === undefined ? "" : `; ${hint}`;
  throw new UsageError(`${shown}: cannot read ${what} (${code})${advice}`, { cause: found.cause });
}

/** Names of the configuration files that oipkit looks for in the working folder. */
export const configNames = ["oipkit.config.yaml", "oipkit.config.ts"] as const;
