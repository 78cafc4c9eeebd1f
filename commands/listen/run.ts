import { type ControlClient, connectWebhook, type LogEntry } from "@oipkit/sandbox/client";
import { json } from "../../reader/text/json.js";
import { printable } from "../../reader/text/printable.js";
import { readCommandLine } from "../options/command-line.js";
import { UsageError } from "../options/usage.js";
import { askControl } from "../sandbox/ask.js";
import { findControl } from "../sandbox/find-control.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { restore } from "./endpoint.js";
import { startForwarder } from "./forwarder.js";
import { listenCommand } from "./options.js";

/** `oipkit listen`. Throws `UsageError` and `ControlError`. */
export async function listen(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = readCommandLine(listenCommand, args);
  if (positionals.length > 0) throw new UsageError("unexpected argument: listen takes only options");
  const control = await findControl(values.control, terminal);
  const signal = AbortSignal.any([terminal.signal, ...(terminal.outClosed ? [terminal.outClosed] : [])]);
  return askControl(terminal, async () => {
    const application = values.application ?? (await onlyApplication(control));
    const path = { application_id: application };
    const { endpoint: former, granted_event_types: granted } = await control.call("readWebhook", { path });
    const types = values.types?.split(",").map((type) => type.trim()) ?? granted;
    if (types.length === 0)
      throw new UsageError(
        `${printable(application)} may get no events: request access to an API product that has some`,
      );
    const to = values["forward-to"];
    const forwarder = await startForwarder(to, signal);
    try {
      const { next: after } = await control.call("listLogEntries", {
        query: { after: await latest(control) },
      });
      await connectWebhook(control, { application, url: forwarder.url, types });
      terminal.err(`${types.length} types of events of ${printable(application)} go to ${printable(to)}\n`);
      try {
        for await (const entry of control.follow({ after, signal }))
          show(entry, application, { ...terminal, format: values.format });
      } finally {
        terminal.err(`${printable(await restore(control, former ?? undefined, application))}\n`);
      }
    } finally {
      await forwarder.close();
    }
    return 0;
  });
}

async function onlyApplication(control: ControlClient): Promise<string> {
  const { applications } = await control.call("readState");
  const active = applications.filter(({ status }) => status === "active");
  const [first, ...others] = active;
  if (first === undefined) throw new UsageError("the sandbox has no active application; create one first");
  if (others.length === 0) return first.application_id;
  const ids = active.map(({ application_id }) => application_id).join(", ");
  throw new UsageError(`there are several applications; choose one with --application: ${printable(ids)}`);
}

/** The number of the latest entry of the log. */
async function latest(control: ControlClient): Promise<number> {
  for (let after = 0; ; ) {
    const { entries, next } = await control.call("listLogEntries", { query: { after, limit: 1000 } });
    if (entries.length === 0) return next;
    after = next;
  }
}

function show(
  entry: LogEntry,
  application: string,
  { out, format }: Pick<Terminal, "out"> & { readonly format: "pretty" | "json" },
): void {
  const { kind, at, message, data } = entry;
  if (kind !== "delivery" || data.application_id !== application) return;
  out(format === "json" ? `${json({ at, ...data })}\n` : `${printable(`${at} ${message}`)}\n`);
}
