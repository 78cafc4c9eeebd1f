import { readSettings } from "../receive/settings.js";
import type { ExitCode, Terminal } from "../terminal.js";

/** What `oipkit receive --help` prints. */
export const help = `Usage: oipkit receive --application ID --environment NAME [options]

Runs a receiver: it verifies, decrypts, validates and records each delivery before it answers, and prints each event.
Secrets come from the environment alone: WEBHOOK_SECRET and WEBHOOK_VERIFICATION_TOKEN, during a rotation
WEBHOOK_PREVIOUS_SECRET, with encryption WEBHOOK_ENCRYPT_KEY.

  --application ID      the Application that the events are for
  --environment NAME    the environment that it works in
  --organization ID     the customer's Organization; left out, it isn't compared
  --product CODE        the product; left out, it isn't compared
  --port PORT           where to listen; 0 takes a free port                      (default: 8080)
  --host HOST           address to listen on                                      (default: 127.0.0.1)
  --path PATH           path of the endpoint                                      (default: every path)
  --store STORE         memory, sqlite:FILE or postgres:URL                       (default: memory)
  --nonces STORE        memory, sqlite:FILE, redis:URL or postgres:URL            (default: the same store)
  --schema NAME         schema of PostgreSQL                                      (default: oipkit)
  --sdk DIR             generated folder (default: the configuration's out, else generated, else the built-in one)
  --events NAME         its set of events, where it has several
  --format FORMAT       lines of standard output: pretty or json                  (default: pretty)
  --log-level LEVEL     lines of standard error: info, warn, error or off         (default: info)
  --max-body BYTES      longest body                                              (default: 1048576)
  --max-concurrent N    requests answered at once; more get 503                   (default: 256)
  --health              answer GET /healthz, /healthz/live and /healthz/ready beside the endpoint
  --metrics-port PORT   serve GET /metrics for Prometheus, and /healthz, on a port of their own
  --probe-port PORT     serve the conformance probe on 127.0.0.1; for tests, since it shows and breaks the store

Ends on SIGINT and SIGTERM, once what it accepted is handled. Exit codes: 0 ended, 2 couldn't run.
`;

/** Runs `oipkit receive` with the arguments after its name. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const settings = readSettings(args, terminal);
  const { receive } = await import("../receive/run.js");
  return receive(settings, terminal);
}
