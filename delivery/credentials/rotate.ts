import { recordAudit } from "../audit.js";
import { DeliveryError } from "../errors.js";
import { lockApplication } from "../store/locks.js";
import { checkOperationId, formerOutcome, keepOutcome, type RecordedRequest } from "../store/operations.js";
import type { CredentialKind, CredentialsTable } from "../store/tables.js";
import {
  auditSubject,
  type CredentialId,
  type CredentialParts,
  type Db,
  type NewVersion,
  writeVersion,
} from "./versions.js";

/** Hands a secret over securely; resolves once its recipient has it. */
export type HandOver = (version: NewVersion) => Promise<void>;

/** A request for a new version. */
export interface Rotation {
  /** The caller's identifier of this request; asking again with it never makes a second version. */
  readonly operationId: string;
  readonly actor: string;
  readonly deliver: HandOver;
}

/**
 * What became of a rotation. `pending`: it is unknown whether the version was handed over, since the process ended
 * meanwhile or still waits; it can be confirmed or discarded.
 */
export interface RotationOutcome {
  readonly kind: CredentialKind;
  readonly version: number;
  readonly outcome: VersionOutcome;
}

/**
 * Makes a new version, hands it over, and makes it active only then; if that fails it is discarded, and the former one stays
 * active. Throws `operation-conflict`, `credential-missing` without a former version, and `credential-state` while another
 * version is pending.
 */
export async function rotate(
  parts: CredentialParts,
  owner: Omit<CredentialId, "version">,
  { operationId, actor, deliver }: Rotation,
): Promise<RotationOutcome> {
  checkOperationId(operationId);
  const { application, kind } = owner;
  const operation = { application, operationId, request: { rotate: kind } };
  const begun = await begin(parts, operation, { kind, actor });
  if (!("secret" in begun)) return begun;
  const { version } = begun;
  const handOver = async (): Promise<void> => deliver(begun);
  const to = await handOver().then(
    () => "active" as const,
    () => "discarded" as const,
  );
  return { kind, version, outcome: await settle(parts, { ...owner, version, to, actor, operationId }) };
}

async function begin(
  parts: CredentialParts,
  operation: RecordedRequest,
  { kind, actor }: { readonly kind: CredentialKind; readonly actor: string },
): Promise<NewVersion | RotationOutcome> {
  const { store, clock } = parts.context;
  const { application, operationId } = operation;
  return store.transact(async (transaction) => {
    await lockApplication(transaction, store.dialect, application);
    const former = (await formerOutcome(transaction, operation)) as { version: number } | undefined;
    if (former !== undefined) {
      const row = await versionRow(transaction, { application, kind, version: former.version });
      return { kind, version: former.version, outcome: versionOutcome(row) };
    }
    await checkRotatable(transaction, { application, kind });
    const created = await writeVersion(parts, transaction, {
      application,
      kind,
      state: "pending",
      operationId,
    });
    const at = clock.now();
    await keepOutcome(transaction, operation, { outcome: { kind, version: created.version }, now: at });
    const subject = auditSubject(created);
    const action = "credential-rotation-begun";
    await recordAudit(transaction, { at, actor, action, application, subject, operationId });
    return created;
  });
}

async function checkRotatable(db: Db, { application, kind }: Omit<CredentialId, "version">): Promise<void> {
  const rows = await db
    .selectFrom("credentials")
    .select(["version", "state"])
    .where("application", "=", application)
    .where("kind", "=", kind)
    .where("state", "in", ["active", "pending"])
    .execute();
  const pending = rows.find(({ state }) => state === "pending");
  if (pending !== undefined) {
    const message = `version ${pending.version} of the ${kind} is pending: confirm or discard it before another rotation`;
    throw new DeliveryError("credential-state", message, { details: { version: pending.version } });
  }
  if (rows.length > 0) return;
  throw new DeliveryError(
    "credential-missing",
    `the application has no ${kind} to rotate: save its endpoint, or ensure its credentials, first`,
  );
}

/** What becomes of a version, and who decides it. */
interface Settlement extends CredentialId {
  readonly to: "active" | "discarded";
  readonly actor: string;
  readonly operationId?: string | undefined;
}

/** What became of a version that was once pending. */
export type VersionOutcome = "activated" | "discarded" | "pending";

/** Whether a version ever became active. */
function versionOutcome(row: Pick<CredentialsTable, "state" | "activated_at">): VersionOutcome {
  if (row.activated_at !== null) return "activated";
  if (row.state === "pending") return "pending";
  return "discarded";
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
      return versionOutcome(row);
    }
    if (to === "active" ? row.state !== "pending" : row.state === "active") {
      const remedy =
        to === "active" ? "rotate again to get a new version" : "rotate first, so that another one is active";
      const message = `${versionName(settlement)} is ${row.state}, so it can't become ${to}: ${remedy}`;
      throw new DeliveryError("credential-state", message, { details: { state: row.state } });
    }
    if (to === "active") await activate(parts, transaction, settlement);
    else await discardRow(transaction, settlement);
    await recordAudit(transaction, {
      at: parts.context.clock.now(),
      actor: settlement.actor,
      action: to === "active" ? "credential-activated" : "credential-discarded",
      application: settlement.application,
      subject: auditSubject(settlement),
      operationId: settlement.operationId,
    });
    return versionOutcome({ ...row, ...(to === "active" ? { activated_at: 0 } : { state: "discarded" }) });
  });
}

async function recordDelivery(parts: CredentialParts, db: Db, settlement: Settlement): Promise<void> {
  const at = parts.context.clock.now();
  await update(db, settlement).set({ delivered_at: at }).execute();
  await recordAudit(db, {
    at,
    actor: settlement.actor,
    action: "credential-delivered",
    application: settlement.application,
    subject: auditSubject(settlement),
  });
}

/** A version's row. Throws `credential-missing`. */
async function versionRow(db: Db, id: CredentialId): Promise<CredentialsTable> {
  const row = await versions(db, id).selectAll().where("version", "=", id.version).executeTakeFirst();
  if (row !== undefined) return row;
  throw new DeliveryError("credential-missing", `there is no ${versionName(id)} of the application`);
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

function versionName({ kind, version }: Pick<CredentialId, "kind" | "version">): string {
  return `version ${version} of the ${kind}`;
}
