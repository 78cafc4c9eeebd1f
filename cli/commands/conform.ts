import { reportFormats } from "../../conformance/report/formats.js";
import { conform } from "../conform/run.js";
import { readSettings } from "../conform/settings.js";
import type { ExitCode, Terminal } from "../terminal.js";

/** What `oipkit conform --help` prints. */
export const help = `Usage: oipkit conform URL [options]
       oipkit conform --list | --explain ID

Sends right and wrong deliveries to a receiver, in whatever language it is written, and says which rules it keeps.

  --probe URL            where the receiver shows what it stored (contracts/probe.openapi.yaml)
  --application ID, --environment E                             (default: what the suite's examples carry)
  --organization ID, --product CODE                             (default: not compared by the receiver)
  --callbacks            the receiver answers callbacks
  --strict               a failed should fails the run, too
  --only GLOB            run only these cases, such as '6.3.3/*'; may be given several times
  --skip GLOB            leave these cases out; may be given several times
  --known-failures FILE  ids of cases that may fail, one a line; one that passes fails the run
  --concurrency N        cases that run at once                 (default: 8)
  --timeout MS           how long an answer may take            (default: 10000)
  --format FORMAT        ${reportFormats.join(", ")}
                         (default: pretty); may be given several times, each with its own file
  -o, --output FILE      write the format before it to a file
  --suite FILE           the suite to run                       (default: the generated one)
  --list                 list the cases
  --explain ID           say what a case does, and why

Secrets come from the environment: WEBHOOK_SECRET, WEBHOOK_VERIFICATION_TOKEN, and where the receiver has them
WEBHOOK_PREVIOUS_SECRET and WEBHOOK_ENCRYPT_KEY (set: the receiver has encryption on).

Exit codes: 0 conforms, 1 doesn't, 2 couldn't run, or was ended early without a failure.
`;

/** Runs `oipkit conform` with the arguments after its name. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  return conform(readSettings(args), terminal);
}
