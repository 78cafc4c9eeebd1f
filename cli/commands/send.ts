import { send } from "../send/run.js";
import { readSettings } from "../send/settings.js";
import type { ExitCode, Terminal } from "../terminal.js";

/** What `oipkit send --help` prints. */
export const help = `Usage: oipkit send EVENT --to URL [options]
       oipkit send [EVENT] --list

Sends an example of an event as the platform would: with fresh ids, the receiver's binding, the verification token and
a signature. EVENT is the event's name, or NAME/EXAMPLE for a certain example of it.

  --to URL             the receiver's address
  --status S           take an example whose status is S
  --set POINTER=VALUE  change the event; VALUE is JSON, or else text; may be given several times
  --invalid CASE       send what a conformance case sends wrongly; --list shows the cases
  --encrypted          encrypt with WEBHOOK_ENCRYPT_KEY
  --repeat N           send it N times, each a new attempt of one delivery, as a retry is  (default: 1)
  --print              show the request with secrets masked, and send nothing
  --list               list the events, or the examples and cases of an event
  --timeout MS         how long an answer may take                                         (default: 10000)
  --suite FILE         the suite with the examples                                         (default: the generated one)

The receiver's binding; application and environment are the examples' own by default, the others stay as they are:
  --application ID, --environment E, --organization ID, --product CODE

Secrets come from the environment: WEBHOOK_SECRET, WEBHOOK_VERIFICATION_TOKEN, WEBHOOK_ENCRYPT_KEY.

Exit codes: 0 every answer was 2xx, 1 another answer, 2 couldn't run.
`;

/** Runs `oipkit send` with the arguments after its name. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  return send(readSettings(args), terminal);
}
