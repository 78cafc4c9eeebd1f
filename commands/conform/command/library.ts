import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { runLibrary } from "../library/run-library.js";
import type { LibrarySettings } from "./options.js";
import { reportedRun } from "./reported-run.js";
import { findVerifierVectors, readKnownFailures } from "./suite-file.js";

/** Asks a library about every vector and reports the results. Rejects with an `OipkitError` on failure. */
export async function conformLibrary(settings: LibrarySettings, terminal: Terminal): Promise<ExitCode> {
  const { cwd, env } = terminal;
  const { command, strict, only, skip, timeoutMs, knownFailures: file } = settings;
  const vectors = await findVerifierVectors(cwd, settings.suite);
  const all = vectors.groups.flatMap((group) => group.vectors);
  const knownFailures = file === undefined ? [] : await readKnownFailures({ file, cwd }, all);
  return reportedRun(settings, terminal, (watch) =>
    runLibrary({
      vectors,
      command,
      cwd,
      env,
      strict,
      only,
      skip,
      timeoutMs,
      knownFailures,
      ...watch,
    }),
  );
}
