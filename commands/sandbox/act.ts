import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type ControlClient, readDuration, readTime, type Schemas } from "@oipkit/sandbox/client";
import { json } from "../../reader/text/json.js";
import { UsageError } from "../options/usage.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { askControl } from "./ask.js";
import { writePrivately } from "./control-file.js";
import { findControl } from "./find-control.js";
import type { SandboxSettings } from "./settings.js";
import { clockText, stateText } from "./show.js";
import { tormentReceiver } from "./torment.js";

/** Asks the running sandbox. Throws `UsageError` and `ControlError`. */
export async function act(settings: SandboxSettings, terminal: Terminal): Promise<ExitCode> {
  const { action, subject, control } = settings;
  if (action === "advance" && readDuration(subject) === undefined)
    throw new UsageError("advance takes a duration such as 45d, 2h30m or P1M");
  if (action === "at" && readTime(subject) === undefined)
    throw new UsageError("at takes a time with its zone, such as 2026-03-01T00:00:00Z");
  const client = await findControl(control, terminal);
  return askControl(terminal, () => done(client, settings, terminal));
}

async function done(
  client: ControlClient,
  { action, subject, format, torment }: SandboxSettings,
  terminal: Terminal,
): Promise<ExitCode> {
  const path = resolve(terminal.cwd, subject);
  const show = (value: object, text: string): ExitCode => {
    terminal.out(format === "json" ? `${json(value, 2)}\n` : text);
    return 0;
  };
  const clock = (state: Schemas["ClockState"]): ExitCode => show(state, clockText(state));
  switch (action) {
    case "status": {
      const state = await client.call("readState");
      return show(state, stateText(state));
    }
    case "advance":
      return clock(await client.call("advanceClock", { body: { by: subject } }));
    case "at":
      return clock(await client.call("advanceClock", { body: { until: subject } }));
    case "freeze":
      return clock(await client.call("freezeClock"));
    case "resume":
      return clock(await client.call("resumeClock"));
    case "snapshot": {
      const file = await client.call("takeSnapshot");
      const bytes = new Uint8Array(await file.arrayBuffer());
      await writePrivately(path, bytes);
      return show({ file: subject, bytes: bytes.length }, `wrote ${bytes.length} bytes to ${subject}\n`);
    }
    case "restore": {
      const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
        throw new UsageError(`${subject} can't be read (${cause.code ?? "error"})`, { cause });
      });
      await client.call("restoreSnapshot", { body: bytes });
      return show({ file: subject, bytes: bytes.length }, `restored from ${subject}\n`);
    }
    case "torment":
      if (torment !== undefined) return tormentReceiver(client, torment, terminal);
      break;
  }
  throw new TypeError(`${action} asks no control`);
}
