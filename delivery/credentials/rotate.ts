import { recordAudit } from "../audit/record-audit.js";
import { DeliveryError } from "../errors.js";
import { lockApplication } from "../store/application-lock.js";
import { checkOperationId, formerOutcome, keepOutcome, type Operation } from "../store/operations.js";
import type { CredentialKind } from "../store/tables.js";
import { type CredentialId, type CredentialParts, type Db, subjectOf } from "./parts.js";
import { outcomeOf, settle, type VersionOutcome, versionRow } from "./settle.js";
import { type NewVersion, writeVersion } from "./write-version.js";

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
  operation: Operation,
  { kind, actor }: { readonly kind: CredentialKind; readonly actor: string },
): Promise<NewVersion | RotationOutcome> {
  const { store, clock } = parts.context;
  const { application, operationId } = operation;
  return store.transact(async (transaction) => {
    await lockApplication(transaction, store.dialect, application);
    const former = (await formerOutcome(transaction, operation)) as { version: number } | undefined;
    if (former !== undefined) {
      const row = await versionRow(transaction, { application, kind, version: former.version });
      return { kind, version: former.version, outcome: outcomeOf(row) };
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
    const subject = subjectOf(created);
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
