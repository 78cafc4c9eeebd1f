import type { JsonObject } from "@oipkit/runtime/webhook";
import type { Kysely } from "kysely";
import type { Tables } from "../store/tables.js";

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
