import { DeliveryError } from "../errors.js";
import type { CredentialsTable } from "../store/tables.js";
import { open, seal } from "./key-ring.js";
import type { CredentialParts } from "./versions.js";

const batchSize = 200;

/**
 * Seals everything with the current key and returns how many versions that were. It can be interrupted and run again at any
 * time, also while engines work. Throws `key-missing` or `credential-state` for the first that can't be opened, after all others.
 */
export async function reseal(parts: CredentialParts): Promise<number> {
  let resealed = 0;
  let failure: DeliveryError | undefined;
  let last: CredentialsTable | undefined;
  for (;;) {
    const rows = await nextBatch(parts, last);
    for (const row of rows) {
      try {
        if (await resealRow(parts, row)) resealed += 1;
      } catch (cause) {
        if (!(cause instanceof DeliveryError)) throw cause;
        failure ??= cause;
      }
    }
    last = rows.at(-1);
    if (last === undefined) break;
  }
  if (failure !== undefined) throw failure;
  return resealed;
}

function nextBatch(
  { context: { store }, keyRing }: CredentialParts,
  after: CredentialsTable | undefined,
): Promise<CredentialsTable[]> {
  let selection = store.db
    .selectFrom("credentials")
    .selectAll()
    .where("key_id", "<>", keyRing.currentId)
    .where("sealed", "<>", "");
  if (after !== undefined) {
    const { application, kind, version } = after;
    selection = selection.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("application", "kind", "version"), ">", tuple(application, kind, version)),
    );
  }
  return selection.orderBy("application").orderBy("kind").orderBy("version").limit(batchSize).execute();
}

/** Changes nothing if the row was changed meanwhile. */
async function resealRow({ context, keyRing }: CredentialParts, row: CredentialsTable): Promise<boolean> {
  const { application, kind, version, sealed, key_id: keyId } = row;
  const owner = { application, kind, version };
  const secret = open(keyRing, owner, { sealed, keyId });
  const fresh = seal(keyRing, owner, { secret, iv: context.random(12) });
  const updated = await context.store.db
    .updateTable("credentials")
    .set({ sealed: fresh.sealed, key_id: fresh.keyId })
    .where("application", "=", application)
    .where("kind", "=", kind)
    .where("version", "=", version)
    .where("sealed", "=", sealed)
    .returning("version")
    .execute();
  return updated.length > 0;
}
