import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { runSenderSuite } from "../sender/run/run.js";
import type { SenderSettings } from "./options.js";
import { reportedRun } from "./reported-run.js";
import { findSenderSuite, readKnownFailures } from "./suite-file.js";

/** Runs the cases for senders and reports the results. Rejects with an `OipkitError` on failure. */
export async function conformSender(settings: SenderSettings, terminal: Terminal): Promise<ExitCode> {
  const { cwd } = terminal;
  const { controlUrl, strict, only, skip, knownFailures: file } = settings;
  const suite = await findSenderSuite(cwd, settings.suite);
  const knownFailures = file === undefined ? [] : await readKnownFailures({ file, cwd }, suite.senderCases);
  return reportedRun(settings, terminal, (watch) =>
    runSenderSuite({
      suite,
      controlUrl,
      strict,
      knownFailures,
      only,
      skip,
      ...watch,
    }),
  );
}
