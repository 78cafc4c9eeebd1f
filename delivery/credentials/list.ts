import { hasKeyPair, publicKeyOf } from "@oipkit/runtime/webhook";
import type { CredentialKind, CredentialState } from "../store/tables.js";
import type { CredentialParts } from "./parts.js";
import { openRow } from "./source.js";

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
      row.state !== "discarded" && { publicKey: publicKeyOf(protocol, openRow(parts, row)) }),
  }));
}
