import type { ExitCode, Terminal } from "../terminal.js";
import { validate } from "../validate/run.js";
import { readSettings } from "../validate/settings.js";

/** What `oipkit validate --help` prints. */
export const help = `Usage: oipkit validate [options] FILE|DIR|GLOB|-...

Checks documents against generated validators. Input is JSON or NDJSON, each also gzip-compressed; - is standard
input. A folder stands for its .json, .ndjson and .jsonl files. What a document is, it tells itself: an event, a
delivered body, an encrypted body (with the key in WEBHOOK_ENCRYPT_KEY), a kind that its properties name.

  --as NAME          take every document for this event or schema
  --schema FILE      check against a JSON Schema instead (2020-12 or draft-07; JSON or YAML)
  --validators DIR   generated folder      (default: the configuration's out, else generated, else the built-in one)
  --input LAYOUT     json or ndjson        (default: by the name, else by the content)
  --max-line BYTES   longest line, or longest JSON file                                  (default: 67108864)
  --strict           unknown fields and repeated keys are findings too, warnings are errors
  --first, --all     only the first finding of a document, or all of them                (default: --all)
  --fail-fast        stop after the first document that fails
  --max-findings N   show no more; the rest is counted                  (default: 200 for people, else all)
  --baseline FILE    known findings, which don't count; an entry that matches nothing is a finding
  --write-baseline   write that file from what is found
  --sequence         compare events with each other: ids with two contents, versions that go back or leave one out
  --format FORMAT    pretty, json, ndjson, junit, sarif, github, gitlab                  (default: pretty)
  -o, --output FILE  write findings to a file
  --jobs N           threads for large input                                             (default: one per core)

Exit codes: 0 clean, or warnings only, 1 findings, 2 couldn't run, or ended early without a finding.
`;

/** Runs `oipkit validate` with the arguments after its name. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  return validate(readSettings(args), terminal);
}
