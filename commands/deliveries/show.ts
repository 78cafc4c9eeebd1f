import type { DeliveryDetails, DeliveryRecord, EndpointRecord } from "@oipkit/delivery";
import { json } from "../../reader/text/json.js";
import { printable } from "../../reader/text/printable.js";

/** A delivery as JSON: times as RFC 3339, `null` for what there isn't. */
export function deliveryJson(record: DeliveryRecord): object {
  const { createdAt, dueAt, settledAt, correlationId, status, error, ...rest } = record;
  return {
    ...rest,
    correlationId: correlationId ?? null,
    status: status ?? null,
    error: error ?? null,
    createdAt: formatTime(createdAt),
    dueAt: timeOrNull(dueAt),
    settledAt: timeOrNull(settledAt),
  };
}

/** The same with its attempts and its event. */
export function detailsJson({ content, log, trace, ...record }: DeliveryDetails): object {
  return {
    ...deliveryJson(record),
    trace: trace ?? null,
    log: log.map(({ startedAt, status, error, answer, ...rest }) => ({
      ...rest,
      startedAt: formatTime(startedAt),
      status: status ?? null,
      error: error ?? null,
      answer: answer ?? null,
    })),
    event: JSON.parse(content),
  };
}

/** An endpoint as JSON. */
export function endpointJson(record: EndpointRecord): object {
  const { pauseReason, verifiedAt, openUntil, failingSince, oldestDueAt, ...rest } = record;
  return {
    ...rest,
    pauseReason: pauseReason ?? null,
    verifiedAt: timeOrNull(verifiedAt),
    openUntil: timeOrNull(openUntil),
    failingSince: timeOrNull(failingSince),
    oldestDueAt: timeOrNull(oldestDueAt),
  };
}

/** A line for each delivery. */
export function listText(records: readonly DeliveryRecord[]): string {
  return table(
    records.map((record) => [
      record.state,
      formatTime(record.createdAt),
      record.id,
      record.eventId,
      record.eventType,
      record.application,
      `${record.attempts}/${record.maxAttempts}`,
      [record.status, record.error].filter((part) => part !== undefined).join(" "),
    ]),
  );
}

/** A line for each endpoint. */
export function endpointsText(records: readonly EndpointRecord[]): string {
  return table(
    records.map((record) => [
      record.state,
      `circuit ${record.circuit}`,
      record.id,
      record.application,
      record.url,
      `${record.backlog} waiting`,
      record.pauseReason === undefined ? "" : `(${record.pauseReason})`,
    ]),
  );
}

/** All that is known of a delivery. */
export function detailsText(record: DeliveryDetails): string {
  const facts: [string, string | number | undefined][] = [
    ["delivery id", record.id],
    ["event id", record.eventId],
    ["event type", record.eventType],
    ["correlation id", record.correlationId],
    ["kind", record.kind],
    ["state", record.state],
    ["application", record.application],
    ["endpoint", record.endpointId],
    ["published", formatTime(record.createdAt)],
    ["due", record.dueAt === undefined ? undefined : formatTime(record.dueAt)],
    ["settled", record.settledAt === undefined ? undefined : formatTime(record.settledAt)],
    ["attempts", `${record.attempts} of ${record.maxAttempts}`],
    ["redeliveries", record.redeliveries === 0 ? undefined : record.redeliveries],
    ["last status", record.status],
    ["last error", record.error],
  ];
  const lines = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [`${`${name}:`.padEnd(16)}${printable(String(value))}\n`],
  );
  const attempts = table(
    record.log.map(({ number, startedAt, durationMs, status, error, answer }) => [
      `attempt ${number}`,
      formatTime(startedAt),
      `${durationMs} ms`,
      [status, error].filter((part) => part !== undefined).join(" "),
      answer ?? "",
    ]),
  );
  return `${lines.join("")}\n${attempts === "" ? "" : `${attempts}\n`}${json(JSON.parse(record.content), 2)}\n`;
}

function table(rows: readonly (readonly string[])[]): string {
  const safe = rows.map((row) => row.map(printable));
  const widths = (safe[0] ?? []).map((_, column) =>
    Math.max(0, ...safe.map((row) => row[column]?.length ?? 0)),
  );
  return safe
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function timeOrNull(milliseconds: number | undefined): string | null {
  if (milliseconds === undefined) return null;
  return formatTime(milliseconds);
}
