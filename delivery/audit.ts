import type { JsonObject } from "@oipkit/runtime/webhook";
import type { Kysely } from "kysely";
import type { Tables } from "./store/tables.js";

/** Something that somebody did. */
export interface AuditEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Who did it, in the platform's terms: a user, a support agent, or the engine itself. */
  readonly actor: string;
  /** What was done, such as `endpoint-paused`. */
  readonly action: string;
  readonly application: string;
  /** Identifier of the endpoint, delivery, event or credential version. */
  readonly subject: string;
  readonly operationId?: string | undefined;
  /** Never a secret. */
  readonly details?: JsonObject | undefined;
}

/** Records what was done, best in the transaction that does it. */
export async function recordAudit(db: Kysely<Tables>, entry: AuditEntry): Promise<void> {
  await db
    .insertInto("audit")
    .values({
      at: entry.at,
      actor: storable(entry.actor),
      action: entry.action,
      application: entry.application,
      subject: entry.subject,
      operation_id: entry.operationId ?? null,
      // An escaped NUL is kept by both stores.
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute();
}

/** PostgreSQL refuses NUL. */
function storable(text: string): string {
  return text.replaceAll("\0", "\uFFFD");
}

/** Which entries to read; all parts must fit. */
export interface AuditQuery {
  readonly application?: string | undefined;
  readonly subject?: string | undefined;
  readonly action?: string | undefined;
  readonly operationId?: string | undefined;
  /** Entries from this time on, in milliseconds since 1970. */
  readonly from?: number | undefined;
  /** Entries before this time. */
  readonly until?: number | undefined;
  /** `next` of the page before. */
  readonly after?: number | undefined;
  /** Default: 100; at most 1000. */
  readonly limit?: number | undefined;
}

/** An entry with its place. */
export interface AuditRecord extends AuditEntry {
  readonly sequence: number;
}

/** Some entries, the newest first. */
export interface AuditPage {
  readonly entries: readonly AuditRecord[];
  /** Set if there are more. */
  readonly next?: number | undefined;
}

const [usualLimit, mostLimit] = [100, 1000];

/** Reads what was recorded, the newest first. */
export async function readAudit(db: Kysely<Tables>, query: AuditQuery = {}): Promise<AuditPage> {
  const limit = Math.min(Math.max(1, Math.trunc(query.limit ?? usualLimit)), mostLimit);
  let selection = db.selectFrom("audit").selectAll();
  if (query.application !== undefined) selection = selection.where("application", "=", query.application);
  if (query.subject !== undefined) selection = selection.where("subject", "=", query.subject);
  if (query.action !== undefined) selection = selection.where("action", "=", query.action);
  if (query.operationId !== undefined) selection = selection.where("operation_id", "=", query.operationId);
  if (query.from !== undefined) selection = selection.where("at", ">=", query.from);
  if (query.until !== undefined) selection = selection.where("at", "<", query.until);
  if (query.after !== undefined) selection = selection.where("sequence", "<", query.after);
  const rows = await selection
    .orderBy("sequence", "desc")
    .limit(limit + 1)
    .execute();
  const entries = rows.slice(0, limit).map(
    (row): AuditRecord => ({
      sequence: row.sequence,
      at: row.at,
      actor: row.actor,
      action: row.action,
      application: row.application,
      subject: row.subject,
      ...(row.operation_id !== null && { operationId: row.operation_id }),
      details: JSON.parse(row.details) as JsonObject,
    }),
  );
  return { entries, ...(rows.length > limit && { next: entries.at(-1)?.sequence }) };
}
