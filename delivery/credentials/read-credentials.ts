import { derivePublicKey, hasKeyPair } from "@oipkit/runtime/webhook";
import { recordAudit } from "../audit.js";
import { DeliveryError } from "../errors.js";
import { lockApplication } from "../store/locks.js";
import type { CredentialKind, CredentialState, CredentialsTable } from "../store/tables.js";
import { open } from "./key-ring.js";
import { auditSubject, type CredentialParts } from "./versions.js";

/** What is shown of a version. */
export interface CredentialVersion {
  readonly kind: CredentialKind;
  readonly version: number;
  readonly state: CredentialState;
  /** Milliseconds since 1970, like all times here. */
  readonly createdAt: number;
  readonly activatedAt?: number | undefined;
  /** When it was handed over; absent if nobody has it yet. */
  readonly deliveredAt?: number | undefined;
  /** In PEM, for an algorithm with a key pair; of versions that aren't discarded. */
  readonly publicKey?: string | undefined;
}

/** All versions of an application, without their secrets, the newest of each kind first. Throws `key-missing` for public keys. */
export async function list(
  parts: CredentialParts,
  application: string,
): Promise<readonly CredentialVersion[]> {
  const { protocol, store } = parts.context;
  const rows = await store.db
    .selectFrom("credentials")
    .selectAll()
    .where("application", "=", application)
    .orderBy("kind")
    .orderBy("version", "desc")
    .execute();
  const isPair = hasKeyPair(protocol.signature.algorithm);
  return rows.map((row) => ({
    kind: row.kind,
    version: row.version,
    state: row.state,
    createdAt: row.created_at,
    ...(row.activated_at !== null && { activatedAt: row.activated_at }),
    ...(row.delivered_at !== null && { deliveredAt: row.delivered_at }),
    ...(isPair &&
      row.kind === "signing-secret" &&
      row.state !== "discarded" && { publicKey: derivePublicKey(protocol, openRow(parts, row)) }),
  }));
}

/** The signing secret, for somebody who may see it now. */
export interface Revealed {
  readonly version: number;
  readonly secret: string;
}

/**
 * Opens the active signing secret to be shown for a while, and records who asked. No other version and no other credential
 * is ever shown again: whoever lost one rotates it. Throws `credential-missing`, and `credential-state` if `version`, which a
 * page has shown, isn't the active one any more.
 */
export async function reveal(
  parts: CredentialParts,
  application: string,
  { actor, version }: { readonly actor: string; readonly version?: number | undefined },
): Promise<Revealed> {
  const { store, clock } = parts.context;
  return store.transact(async (transaction) => {
    await lockApplication(transaction, store.dialect, application);
    const row = await transaction
      .selectFrom("credentials")
      .selectAll()
      .where("application", "=", application)
      .where("kind", "=", "signing-secret")
      .where("state", "=", "active")
      .executeTakeFirst();
    if (row === undefined)
      throw new DeliveryError(
        "credential-missing",
        "the application has no signing secret: save its endpoint",
      );
    if (version !== undefined && version !== row.version) {
      const message = `version ${version} of the signing secret isn't active: look at the versions again, or rotate it`;
      throw new DeliveryError("credential-state", message, { details: { active: row.version } });
    }
    const secret = openRow(parts, row);
    const at = clock.now();
    await transaction
      .updateTable("credentials")
      .set({ delivered_at: row.delivered_at ?? at })
      .where("application", "=", application)
      .where("kind", "=", row.kind)
      .where("version", "=", row.version)
      .execute();
    await recordAudit(transaction, {
      at,
      actor,
      action: "credential-revealed",
      application,
      subject: auditSubject(row),
    });
    return { version: row.version, secret };
  });
}

/** The signing secret that was active before the present one. */
export interface PreviousSecret {
  readonly version: number;
  readonly secret: string;
  /** The version that is active now. */
  readonly replacedBy: number;
  /** When that became active, in milliseconds since 1970. */
  readonly replacedAt: number | undefined;
}

/**
 * Opens the signing secret before the active one, to compare a receiver's signature with; it must never be shown. Undefined if there was no
 * rotation, or if it was discarded. Throws `key-missing`.
 */
export async function previousSecret(
  parts: CredentialParts,
  application: string,
): Promise<PreviousSecret | undefined> {
  const rows = await parts.context.store.db
    .selectFrom("credentials")
    .selectAll()
    .where("application", "=", application)
    .where("kind", "=", "signing-secret")
    .where("state", "in", ["active", "previous"])
    .execute();
  const previous = rows.find(({ state }) => state === "previous");
  const active = rows.find(({ state }) => state === "active");
  if (previous === undefined || active === undefined) return undefined;
  return {
    version: previous.version,
    secret: openRow(parts, previous),
    replacedBy: active.version,
    replacedAt: active.activated_at ?? undefined,
  };
}

/** The secret of a row. Throws `key-missing` or `credential-state`. */
export function openRow(
  { keyRing }: Pick<CredentialParts, "keyRing">,
  { application, kind, version, sealed, key_id: keyId }: CredentialsTable,
): string {
  return open(keyRing, { application, kind, version }, { sealed, keyId });
}
