import { generateSecret } from "./generate.js";
import type { CredentialId, CredentialParts, Db } from "./parts.js";
import { seal } from "./seal.js";

/** A version with its secret, which is never kept but sealed. */
export interface NewVersion extends CredentialId {
  readonly secret: string;
}

/** Generates the next version of a credential and writes it, sealed. */
export async function writeVersion(
  { context: { protocol, random, clock }, keyRing }: CredentialParts,
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
  const secret = await generateSecret(protocol, id.kind, random);
  const { sealed, keyId } = seal(keyRing, id, { secret, iv: random(12) });
  const now = clock.now();
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
