import { derivePublicKey, hasKeyPair } from "@oipkit/runtime/webhook";
import { recordAudit } from "../audit.js";
import { DeliveryError } from "../errors.js";
import type { CredentialSource, SigningCredentials } from "../ports.js";
import { lockApplication } from "../store/locks.js";
import type { CredentialKind, CredentialState, CredentialsTable } from "../store/tables.js";
import { open } from "./key-ring.js";
import { auditSubject, type CredentialParts, credentialKinds } from "./versions.js";

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

/** Credentials that are opened for a short time, so that not each attempt opens them again. */
interface CachedSource {
  readonly source: CredentialSource;
  readonly forget: (application: string) => void;
}

/** Applications whose credentials are held at once. */
const mostHeld = 10_000;

/** A source that notices what other processes change after `cacheMs`. */
export function cachedSource(parts: CredentialParts, cacheMs: number): CachedSource {
  const held = new Map<string, { readonly until: number; readonly found: Promise<SigningCredentials> }>();
  return {
    source(application) {
      const now = parts.context.clock.now();
      const known = held.get(application);
      if (known !== undefined && now < known.until && now >= known.until - cacheMs) return known.found;
      held.delete(application);
      const [oldest] = held.keys();
      if (held.size >= mostHeld && oldest !== undefined) held.delete(oldest);
      const entry = { until: now + cacheMs, found: activeCredentials(parts, application) };
      held.set(application, entry);
      entry.found.catch(() => {
        if (held.get(application) === entry) held.delete(application);
      });
      return entry.found;
    },
    forget: (application) => void held.delete(application),
  };
}

async function activeCredentials(parts: CredentialParts, application: string): Promise<SigningCredentials> {
  const rows = await parts.context.store.db
    .selectFrom("credentials")
    .selectAll()
    .where("application", "=", application)
    .where("state", "=", "active")
    .execute();
  const kinds = credentialKinds(parts.context.protocol);
  const row = (kind: CredentialKind): CredentialsTable => {
    const found = rows.find((one) => one.kind === kind);
    if (found !== undefined) return found;
    const message = `the application has no active ${kind}: save its endpoint, or ensure its credentials`;
    throw new DeliveryError("credential-missing", message, { details: { application, kind } });
  };
  const secret = (kind: CredentialKind): string => openRow(parts, row(kind));
  return {
    signingSecret: secret("signing-secret"),
    signingSecretVersion: row("signing-secret").version,
    ...(kinds.includes("verification-token") && { verificationToken: secret("verification-token") }),
    ...(kinds.includes("encrypt-key") && { encryptKey: secret("encrypt-key") }),
  };
}

/** The secret of a row. Throws `key-missing` or `credential-state`. */
function openRow(
  { keyRing }: Pick<CredentialParts, "keyRing">,
  { application, kind, version, sealed, key_id: keyId }: CredentialsTable,
): string {
  return open(keyRing, { application, kind, version }, { sealed, keyId });
}
