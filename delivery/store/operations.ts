import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { DeliveryError } from "../errors.js";
import type { Tables } from "./tables.js";

/** What somebody asked for, under an identifier of theirs. */
export interface RecordedRequest {
  readonly application: string;
  readonly operationId: string;
  /** What was asked, as JSON. */
  readonly request: unknown;
}

const longestId = 200;

/** Throws `configuration-invalid` for an operation identifier that can't be kept. */
export function checkOperationId(operationId: string): void {
  if (operationId !== "" && operationId.length <= longestId && !operationId.includes("\0")) return;
  throw new DeliveryError(
    "configuration-invalid",
    `an operation identifier has from 1 to ${longestId} characters; give each new request its own, such as a UUID`,
  );
}

/** The outcome of an operation that was done before, as JSON; `undefined` if it wasn't. Throws `operation-conflict`. */
export async function formerOutcome(db: Kysely<Tables>, operation: RecordedRequest): Promise<unknown> {
  const found = await savedOperation(db, operation);
  if (found === undefined) return undefined;
  if (found.request_hash === requestHash(operation.request)) return JSON.parse(found.outcome);
  throw new DeliveryError(
    "operation-conflict",
    "the operation identifier was used for another request: recover that one, or start a new operation",
  );
}

/** The row of an operation, whatever was asked. */
export function savedOperation(
  db: Kysely<Tables>,
  { application, operationId }: Pick<RecordedRequest, "application" | "operationId">,
): Promise<Tables["saves"] | undefined> {
  return db
    .selectFrom("saves")
    .selectAll()
    .where("application", "=", application)
    .where("operation_id", "=", operationId)
    .executeTakeFirst();
}

/** Keeps the outcome of an operation. */
export async function keepOutcome(
  db: Kysely<Tables>,
  { application, operationId, request }: RecordedRequest,
  { outcome, now }: { readonly outcome: unknown; readonly now: number },
): Promise<void> {
  await db
    .insertInto("saves")
    .values({
      application,
      operation_id: operationId,
      request_hash: requestHash(request),
      outcome: JSON.stringify(outcome),
      created_at: now,
    })
    .execute();
}

function requestHash(request: unknown): string {
  return createHash("sha256").update(JSON.stringify(request)).digest("hex");
}
