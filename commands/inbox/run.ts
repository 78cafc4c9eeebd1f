import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Inbox, InboxRecord } from "@oipkit/runtime/stores";
import { StoreFailure } from "@oipkit/runtime/stores";
import { json } from "../../reader/text/json.js";
import { printable } from "../../reader/text/printable.js";
import { openInbox } from "../stores/open.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { type InboxSettings, readSettings } from "./settings.js";
import { listText, recordJson, recordText } from "./show.js";
import { waitReasons, waitText } from "./wait-reason.js";

/** `oipkit inbox`. `now` gives milliseconds since 1970. Throws `UsageError` and `StoreFailure`. */
export async function runInbox(
  args: readonly string[],
  terminal: Terminal,
  now: () => number,
): Promise<ExitCode> {
  const settings = readSettings(args, now());
  const { store } = settings;
  // SQLite would create a missing file.
  if (store.kind === "sqlite" && !existsSync(resolve(terminal.cwd, store.file))) {
    throw new StoreFailure("store-unreachable", `file ${store.file} does not exist`);
  }
  const inbox = await openInbox(store, { cwd: terminal.cwd, schema: settings.schema });
  try {
    switch (settings.action) {
      case "list":
        return await list(inbox, settings, terminal);
      case "show":
        return await show(inbox, settings, terminal);
      case "retry":
      case "purge":
        return await change(inbox, settings, { terminal, now: now() });
    }
  } finally {
    await inbox.close();
  }
}

async function list(inbox: Inbox, settings: InboxSettings, terminal: Terminal): Promise<ExitCode> {
  const { selection, limit, after, format } = settings;
  const records = await inbox.list({ ...selection, limit: limit + 1, after });
  const shown = records.slice(0, limit);
  const next = records.length > limit ? (shown.at(-1)?.sequence ?? null) : null;
  const reasons = await waitReasons(inbox, shown);
  if (format === "json") {
    const shownRecords = shown.map((record) => recordJson(record, reasons.get(record.sequence)));
    terminal.out(`${json({ records: shownRecords, next }, 2)}\n`);
  } else {
    terminal.out(listText(shown, reasons));
    const { pending, waiting, dead } = await inbox.count(selection.application);
    const more = next === null ? "" : `; more: --after ${next}`;
    terminal.err(
      `${shown.length} shown${more}; in all ${pending} pending, ${waiting} waiting, ${dead} dead\n`,
    );
  }
  return shown.length === 0 ? 1 : 0;
}

async function show(
  inbox: Inbox,
  { selection, format }: InboxSettings,
  terminal: Terminal,
): Promise<ExitCode> {
  const records = await inbox.list(selection);
  const reasons = await waitReasons(inbox, records);
  const waitsOf = ({ sequence }: InboxRecord) => reasons.get(sequence);
  if (format === "json")
    terminal.out(
      `${json(
        records.map((record) => recordJson(record, waitsOf(record))),
        2,
      )}\n`,
    );
  else terminal.out(records.map((record) => recordText(record, waitsOf(record))).join("\n"));
  if (records.length === 0) terminal.err(`event ${printable(selection.eventId ?? "")} not found\n`);
  return records.length === 0 ? 1 : 0;
}

async function change(
  inbox: Inbox,
  { action, selection, format }: InboxSettings,
  { terminal, now }: { readonly terminal: Terminal; readonly now: number },
): Promise<ExitCode> {
  const count = action === "purge" ? await inbox.purge(selection, now) : await inbox.retry(selection, now);
  const done = action === "purge" ? "purged" : "due now";
  if (format === "json") terminal.out(`${json({ [action === "purge" ? "purged" : "retried"]: count })}\n`);
  else terminal.out(`${count} ${count === 1 ? "event" : "events"} ${done}\n`);
  if (count === 0) terminal.err(await why(inbox, { action, selection }));
  return count === 0 ? 1 : 0;
}

/** Why nothing was done, if a single event was named. */
async function why(
  inbox: Inbox,
  { action, selection }: Pick<InboxSettings, "action" | "selection">,
): Promise<string> {
  const { eventId } = selection;
  if (eventId === undefined) return "";
  const [record] = await inbox.list({ eventId, limit: 1 });
  if (record === undefined) return `event ${printable(eventId)} not found\n`;
  const wanted =
    action === "purge"
      ? "only handled, superseded, dead and waiting events can be purged"
      : "only dead events and events waiting for their next attempt can be retried";
  const reason = waitText((await waitReasons(inbox, [record])).get(record.sequence));
  const state = reason === "" ? record.state : `${record.state}: it ${reason}`;
  return `${printable(eventId)} is ${state}; ${wanted}\n`;
}
