import type { InboxRecord } from "@oipkit/runtime/stores";
import { json } from "../../reader/text/json.js";
import { printable } from "../../reader/text/printable.js";
import { type AwaitedVersions, type WaitReasons, waitText } from "./wait-reason.js";

/** A record as JSON: times as RFC 3339, the event parsed, and what it waits for. */
export function recordJson(record: InboxRecord, waitsFor?: readonly AwaitedVersions[]): object {
  const { ordering, dueAt, settledAt, receivedAt, occurredAt, json: _, ...rest } = record;
  return {
    ...rest,
    correlationId: record.correlationId ?? null,
    error: record.error ?? null,
    family: ordering?.family ?? null,
    resource: ordering?.resource ?? null,
    version: ordering?.version ?? null,
    occurredAt: occurredAt === undefined ? null : timeOf(occurredAt),
    receivedAt: timeOf(receivedAt),
    dueAt: record.state === "pending" ? timeOf(dueAt) : null,
    settledAt: settledAt === undefined ? null : timeOf(settledAt),
    waitsFor: waitsFor ?? null,
  };
}

/** A line for each record. */
export function listText(records: readonly InboxRecord[], reasons: WaitReasons): string {
  const rows = records.map((record) => [
    record.state,
    timeOf(record.receivedAt),
    printable(record.eventId),
    printable(record.eventType),
    printable(placeOf(record)),
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
export function recordText(record: InboxRecord, waitsFor?: readonly AwaitedVersions[]): string {
  const reason = waitText(waitsFor);
  const facts: [string, string | undefined][] = [
    ["event id", record.eventId],
    ["event type", record.eventType],
    ["state", `${record.state}${record.test ? " (a test)" : ""}${reason === "" ? "" : `: it ${reason}`}`],
    ["application", record.application],
    ["resource", record.ordering === undefined ? undefined : placeOf(record)],
    ["family", record.ordering?.family],
    ["delivery id", record.deliveryId],
    ["correlation id", record.correlationId],
    ["occurred", record.occurredAt === undefined ? undefined : timeOf(record.occurredAt)],
    ["received", timeOf(record.receivedAt)],
    ["due", record.state === "pending" ? timeOf(record.dueAt) : undefined],
    ["settled", record.settledAt === undefined ? undefined : timeOf(record.settledAt)],
    ["attempts", String(record.attempts)],
    ["last error", record.error],
  ];
  const lines = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [`${`${name}:`.padEnd(16)}${printable(value)}\n`],
  );
  const event = json(record.event, 2);
  return `${lines.join("")}\n${event}\n`;
}

function placeOf({ ordering, test }: InboxRecord): string {
  if (ordering === undefined) return test ? "test" : "";
  return `${ordering.resource}@${ordering.version}`;
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
