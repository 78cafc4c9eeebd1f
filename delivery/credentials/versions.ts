import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { hasKeyPair, type Protocol } from "@oipkit/runtime/webhook";
import { recordAudit } from "../audit.js";
import type { DeliveryContext } from "../context.js";
import { bytesFor } from "../random-bytes.js";
import { lockApplication } from "../store/locks.js";
import type { Store } from "../store/store.js";
import type { CredentialKind } from "../store/tables.js";
import { type KeyRing, seal } from "./key-ring.js";

/** The tables, in or outside a transaction. */
export type Db = Store["db"];

/** What the functions of this folder work with. */
export interface CredentialParts {
  readonly context: Pick<DeliveryContext, "protocol" | "store" | "clock" | "random" | "seeded">;
  readonly keyRing: KeyRing;
}

/** One version of a credential. */
export interface CredentialId {
  readonly application: string;
  readonly kind: CredentialKind;
  readonly version: number;
}

/** How a version is named in the audit. */
export function auditSubject({ kind, version }: Pick<CredentialId, "kind" | "version">): string {
  return `${kind}:${version}`;
}

/**
 * Creates the credentials that an application lacks, active at once since nothing else could stay active. The caller's
 * transaction holds the application's lock.
 */
export async function ensureWithin(
  parts: CredentialParts,
  db: Db,
  { application, actor }: { readonly application: string; readonly actor: string },
): Promise<readonly NewVersion[]> {
  const present = await db
    .selectFrom("credentials")
    .select("kind")
    .where("application", "=", application)
    .where("state", "=", "active")
    .execute();
  const missing = credentialKinds(parts.context.protocol).filter(
    (kind) => !present.some((row) => row.kind === kind),
  );
  const created: NewVersion[] = [];
  for (const kind of missing) {
    const version = await writeVersion(parts, db, { application, kind, state: "active" });
    created.push(version);
    const entry = { at: parts.context.clock.now(), actor, action: "credential-created", application };
    await recordAudit(db, { ...entry, subject: auditSubject(version) });
  }
  return created;
}

/** The same in a transaction of its own. */
export async function ensure(
  parts: CredentialParts,
  request: { readonly application: string; readonly actor: string },
): Promise<readonly NewVersion[]> {
  const { store } = parts.context;
  return store.transact(async (transaction) => {
    await lockApplication(transaction, store.dialect, request.application);
    return ensureWithin(parts, transaction, request);
  });
}

/** A version with its secret, which is never kept but sealed. */
export interface NewVersion extends CredentialId {
  readonly secret: string;
}

/** Generates the next version of a credential and writes it, sealed. */
export async function writeVersion(
  { context, keyRing }: CredentialParts,
  db: Db,
  {
    state,
    operationId,
    ...owner
  }: Omit<CredentialId, "version"> & {
    readonly state: "pending" | "active";
    readonly operationId?: string | undefined;
  },
): Promise<NewVersion> {
  const { last } = await db
    .selectFrom("credentials")
    .select(({ fn }) => fn.max("version").as("last"))
    .where("application", "=", owner.application)
    .where("kind", "=", owner.kind)
    .executeTakeFirstOrThrow();
  const id = { ...owner, version: (last ?? 0) + 1 };
  const secret = await generateSecret(context.protocol, id.kind, (size) =>
    bytesFor(context, size, `${id.kind} ${id.application} ${id.version}`),
  );
  const { sealed, keyId } = seal(keyRing, id, { secret, iv: context.random(12) });
  const now = context.clock.now();
  await db
    .insertInto("credentials")
    .values({
      ...id,
      state,
      sealed,
      key_id: keyId,
      operation_id: operationId ?? null,
      created_at: now,
      activated_at: state === "active" ? now : null,
      delivered_at: null,
    })
    .execute();
  return { ...id, secret };
}

const secretBytes = 32;
const rsaBits = 3072;

/** The kinds of credentials that a protocol has. */
export function credentialKinds(protocol: Pick<Protocol, "token" | "encryption">): readonly CredentialKind[] {
  const kinds: CredentialKind[] = ["signing-secret"];
  if (protocol.token !== undefined) kinds.push("verification-token");
  if (protocol.encryption !== undefined) kinds.push("encrypt-key");
  return kinds;
}

/**
 * A new secret in the form that the protocol asks for. The private key of a key pair is in PEM; Node's own generator
 * makes it, not `random`.
 */
export async function generateSecret(
  { signature: { algorithm, key } }: Pick<Protocol, "signature">,
  kind: CredentialKind,
  random: (size: number) => Uint8Array,
): Promise<string> {
  const text = (encoding: BufferEncoding): string => Buffer.from(random(secretBytes)).toString(encoding);
  if (kind !== "signing-secret") return text("base64url");
  if (!hasKeyPair(algorithm)) {
    const { prefix = "", encoding } = key ?? { encoding: "utf8" };
    return prefix + text(encoding === "utf8" ? "base64url" : encoding);
  }
  const { privateKey } = await newKeyPair(algorithm);
  return privateKey.export({ format: "pem", type: "pkcs8" }).toString();
}

function newKeyPair(algorithm: string) {
  const generate = promisify(generateKeyPair);
  if (algorithm === "ed25519") return generate("ed25519");
  if (algorithm === "ecdsa-p256-sha256") return generate("ec", { namedCurve: "prime256v1" });
  return generate("rsa", { modulusLength: rsaBits });
}
