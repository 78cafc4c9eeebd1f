import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Inbox, type InboxRecord, StoreFailure } from "@oipkit/runtime/stores";
import { json } from "../../reader/text/json.js";
import { printable } from "../../reader/text/printable.js";
import { openInbox, openInboxToRead } from "../stores/open.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { type InboxSettings, readSettings } from "./options.js";

/** `oipkit inbox`. `now` gives milliseconds since 1970. Throws `UsageError` and `StoreFailure`. */
export async function runInbox(
  args: readonly string[],
  terminal: Terminal,
  now: () => number,
): Promise<ExitCode> {
  const settings = readSettings(args, { now: now(), env: terminal.env });
  const { store } = settings;
  // SQLite would create a missing file.
  if (store.kind === "sqlite" && !existsSync(resolve(terminal.cwd, store.file))) {
    throw new StoreFailure("store-unreachable", `file ${store.file} does not exist`);
  }
  const reads = settings.action === "list" || settings.action === "show";
  const open = reads ? openInboxToRead : openInbox;
  const inbox = await open(store, { cwd: terminal.cwd, schema: settings.schema });
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
  if (shown.length === 0) return 1;
  return 0;
}

async function show(
  inbox: Inbox,
  { selection, format }: InboxSettings,
  terminal: Terminal,
): Promise<ExitCode> {
  const records = await inbox.list(selection);
  const reasons = await waitReasons(inbox, records);
  const findReason = ({ sequence }: InboxRecord) => reasons.get(sequence);
  if (format === "json")
    terminal.out(
      `${json(
        records.map((record) => recordJson(record, findReason(record))),
        2,
      )}\n`,
    );
  else terminal.out(records.map((record) => recordText(record, findReason(record))).join("\n"));
  if (records.length === 0) terminal.err(`event ${printable(selection.eventId ?? "")} not found\n`);
  if (records.length === 0) return 1;
  return 0;
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
  if (count === 0) return 1;
  return 0;
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

/** A record as JSON: times as RFC 3339, the event parsed, and what it waits for. */
function recordJson(record: InboxRecord, waitsFor?: readonly AwaitedVersions[]): object {
  const { ordering, dueAt, settledAt, receivedAt, occurredAt, json: _, ...rest } = record;
  return {
    ...rest,
    correlationId: record.correlationId ?? null,
    error: record.error ?? null,
    family: ordering?.family ?? null,
    resource: ordering?.resource ?? null,
    version: ordering?.version ?? null,
    occurredAt: occurredAt === undefined ? null : formatTime(occurredAt),
    receivedAt: formatTime(receivedAt),
    dueAt: record.state === "pending" ? formatTime(dueAt) : null,
    settledAt: settledAt === undefined ? null : formatTime(settledAt),
    waitsFor: waitsFor ?? null,
  };
}

/** A line for each record. */
function listText(records: readonly InboxRecord[], reasons: WaitReasons): string {
  const rows = records.map((record) => [
    record.state,
    formatTime(record.receivedAt),
    printable(record.eventId),
    printable(record.eventType),
    printable(resourceLabel(record)),
    record.error === undefined
      ? waitText(reasons.get(record.sequence))
      : printable(`(${record.attempts}×) ${record.error}`),
  ]);
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

/** All fields of a record, and what it waits for, as text. */
function recordText(record: InboxRecord, waitsFor?: readonly AwaitedVersions[]): string {
  const reason = waitText(waitsFor);
  const facts: [string, string | undefined][] = [
    ["event id", record.eventId],
    ["event type", record.eventType],
    ["state", `${record.state}${record.test ? " (a test)" : ""}${reason === "" ? "" : `: it ${reason}`}`],
    ["application", record.application],
    ["resource", record.ordering && resourceLabel(record)],
    ["family", record.ordering?.family],
    ["delivery id", record.deliveryId],
    ["correlation id", record.correlationId],
    ["occurred", record.occurredAt === undefined ? undefined : formatTime(record.occurredAt)],
    ["received", formatTime(record.receivedAt)],
    ["due", record.state === "pending" ? formatTime(record.dueAt) : undefined],
    ["settled", record.settledAt === undefined ? undefined : formatTime(record.settledAt)],
    ["attempts", String(record.attempts)],
    ["last error", record.error],
  ];
  const lines = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [`${`${name}:`.padEnd(16)}${printable(value)}\n`],
  );
  const event = json(record.event, 2);
  return `${lines.join("")}\n${event}\n`;
}

function resourceLabel({ ordering, test }: InboxRecord): string {
  if (ordering === undefined) return test ? "test" : "";
  return `${ordering.resource}@${ordering.version}`;
}

function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Versions that a waiting event needs first. */
interface AwaitedVersions {
  readonly from: number;
  /** The last one; equals `from` for a single version. */
  readonly to: number;
  /** `missing`: not received. `pending`: not handled yet. `dead`: every attempt failed. */
  readonly state: "missing" | "pending" | "dead";
}

/** What each waiting event waits for, by its sequence; versions that themselves wait are left out. */
type WaitReasons = ReadonlyMap<number, readonly AwaitedVersions[]>;

/** The events before it that are read for each resource; further ones don't make the reason clearer. */
const mostRead = 1000;

/** Finds out what the waiting ones among some records wait for. Rejects if the store fails. */
async function waitReasons(inbox: Inbox, records: readonly InboxRecord[]): Promise<WaitReasons> {
  const reasons = new Map<number, readonly AwaitedVersions[]>();
  const known = new Map<string, { readonly version: number; readonly open: readonly InboxRecord[] }>();
  for (const { state, sequence, application, ordering } of records) {
    if (state !== "waiting" || ordering === undefined) continue;
    const { family, resource, version } = ordering;
    const key = JSON.stringify([application, family, resource]);
    const found = known.get(key) ?? (await readResource(inbox, { application, family, resource }));
    known.set(key, found);
    reasons.set(sequence, awaited(found, version));
  }
  return reasons;
}

interface ResourceName {
  readonly application: string;
  readonly family: string;
  readonly resource: string;
}

async function readResource(inbox: Inbox, id: ResourceName) {
  const { application, family, resource } = id;
  const [state] = await inbox.resources(id);
  const states = ["pending", "waiting", "dead"] as const;
  const open = await inbox.list({ application, resource, states, limit: mostRead });
  return {
    version: state?.version ?? 0,
    open: open.filter(({ ordering }) => ordering?.family === family),
  };
}

function awaited(
  { version, open }: { readonly version: number; readonly open: readonly InboxRecord[] },
  until: number,
): readonly AwaitedVersions[] {
  const earlier = open
    .flatMap(({ state, ordering }) => (ordering === undefined ? [] : [{ state, version: ordering.version }]))
    .filter((each) => each.version > version && each.version < until)
    .sort((a, b) => a.version - b.version);
  const found: AwaitedVersions[] = [];
  let next = version + 1;
  for (const each of [...earlier, { state: "waiting" as const, version: until }]) {
    if (each.version > next) found.push({ from: next, to: each.version - 1, state: "missing" });
    if ((each.state === "dead" || each.state === "pending") && each.version >= next)
      found.push({ from: each.version, to: each.version, state: each.state });
    next = Math.max(next, each.version + 1);
  }
  return found;
}

/** `waits for versions 1 to 3 (not received), 5 (dead)`. */
function waitText(awaitedVersions: readonly AwaitedVersions[] | undefined): string {
  if (awaitedVersions === undefined || awaitedVersions.length === 0) return "";
  const shown = awaitedVersions.slice(0, mostShown).map(({ from, to, state }) => {
    const range = from === to ? String(from) : `${from} to ${to}`;
    return `${range} (${wording[state]})`;
  });
  const [first] = awaitedVersions;
  const one = awaitedVersions.length === 1 && first?.from === first?.to;
  const more = awaitedVersions.length > mostShown ? ", …" : "";
  return `waits for ${one ? "version" : "versions"} ${shown.join(", ")}${more}`;
}

const mostShown = 5;

const wording: Readonly<Record<AwaitedVersions["state"], string>> = {
  missing: "not received",
  pending: "not handled yet",
  dead: "dead",
};
