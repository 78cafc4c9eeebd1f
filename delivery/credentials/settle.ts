import { recordAudit } from "../audit/record-audit.js";
import { DeliveryError } from "../errors.js";
import { lockApplication } from "../store/application-lock.js";
import type { CredentialsTable } from "../store/tables.js";
import { type CredentialId, type CredentialParts, type Db, subjectOf } from "./parts.js";

/** What becomes of a version, and who decides it. */
export interface Settlement extends CredentialId {
  readonly to: "active" | "discarded";
  readonly actor: string;
  readonly operationId?: string | undefined;
}

/** What became of a version that was once pending. */
export type VersionOutcome = "activated" | "discarded" | "pending";

/** Whether a version ever became active. */
export function outcomeOf(row: Pick<CredentialsTable, "state" | "activated_at">): VersionOutcome {
  if (row.activated_at !== null) return "activated";
  return row.state === "pending" ? "pending" : "discarded";
}

/**
 * Activates or discards a pending version in one step; does nothing if that was done before, except that the delivery of a first version,
 * which was active at once, is recorded. A previous version can be discarded, too. Throws `credential-missing`, and `credential-state` for anything else.
 */
export async function settle(parts: CredentialParts, settlement: Settlement): Promise<VersionOutcome> {
  const { store } = parts.context;
  return store.transact(async (transaction) => {
    await lockApplication(transaction, store.dialect, settlement.application);
    const row = await versionRow(transaction, settlement);
    const { to } = settlement;
    const isDone = to === "active" ? row.state === "active" : row.state === "discarded";
    if (isDone) {
      if (to === "active" && row.delivered_at === null) await recordDelivery(parts, transaction, settlement);
      return outcomeOf(row);
    }
    if (to === "active" ? row.state !== "pending" : row.state === "active") {
      const remedy =
        to === "active" ? "rotate again to get a new version" : "rotate first, so that another one is active";
      const message = `${nameOf(settlement)} is ${row.state}, so it can't become ${to}: ${remedy}`;
      throw new DeliveryError("credential-state", message, { details: { state: row.state } });
    }
    if (to === "active") await activate(parts, transaction, settlement);
    else await discardRow(transaction, settlement);
    await recordAudit(transaction, {
      at: parts.context.clock.now(),
      actor: settlement.actor,
      action: to === "active" ? "credential-activated" : "credential-discarded",
      application: settlement.application,
      subject: subjectOf(settlement),
      operationId: settlement.operationId,
    });
    return outcomeOf({ ...row, ...(to === "active" ? { activated_at: 0 } : { state: "discarded" }) });
  });
}

async function recordDelivery(parts: CredentialParts, db: Db, settlement: Settlement): Promise<void> {
  const at = parts.context.clock.now();
  await update(db, settlement).set({ delivered_at: at }).execute();
  await recordAudit(db, {
    ...{ at, actor: settlement.actor, action: "credential-delivered", application: settlement.application },
    subject: subjectOf(settlement),
  });
}

/** A version's row. Throws `credential-missing`. */
export async function versionRow(db: Db, id: CredentialId): Promise<CredentialsTable> {
  const row = await versions(db, id).selectAll().where("version", "=", id.version).executeTakeFirst();
  if (row !== undefined) return row;
  throw new DeliveryError("credential-missing", `there is no ${nameOf(id)} of the application`);
}

function versions(db: Db, { application, kind }: Omit<CredentialId, "version">) {
  return db.selectFrom("credentials").where("application", "=", application).where("kind", "=", kind);
}

/** A receiver may still know the version before; earlier ones are of no use and go. */
async function activate(parts: CredentialParts, db: Db, id: CredentialId): Promise<void> {
  const now = parts.context.clock.now();
  const former = await versions(db, id).select("version").where("state", "=", "previous").execute();
  for (const { version } of former) await discardRow(db, { ...id, version });
  await db
    .updateTable("credentials")
    .set({ state: "previous" })
    .where("application", "=", id.application)
    .where("kind", "=", id.kind)
    .where("state", "=", "active")
    .execute();
  await update(db, id).set({ state: "active", activated_at: now, delivered_at: now }).execute();
}

async function discardRow(db: Db, id: CredentialId): Promise<void> {
  await update(db, id).set({ state: "discarded", sealed: "" }).execute();
}

function update(db: Db, { application, kind, version }: CredentialId) {
  return db
    .updateTable("credentials")
    .where("application", "=", application)
    .where("kind", "=", kind)
    .where("version", "=", version);
}

function nameOf({ kind, version }: Pick<CredentialId, "kind" | "version">): string {
  return `version ${version} of the ${kind}`;
}
