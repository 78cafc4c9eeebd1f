import { recordAudit } from "../audit/record-audit.js";
import { lockApplication } from "../store/application-lock.js";
import { kindsOf } from "./generate.js";
import { type CredentialParts, type Db, subjectOf } from "./parts.js";
import { type NewVersion, writeVersion } from "./write-version.js";

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
  const missing = kindsOf(parts.context.protocol).filter((kind) => !present.some((row) => row.kind === kind));
  const created: NewVersion[] = [];
  for (const kind of missing) {
    const version = await writeVersion(parts, db, { application, kind, state: "active" });
    created.push(version);
    const entry = { at: parts.context.clock.now(), actor, action: "credential-created", application };
    await recordAudit(db, { ...entry, subject: subjectOf(version) });
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
