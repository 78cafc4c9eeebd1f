import { recordAudit } from "../audit/record-audit.js";
import { DeliveryError } from "../errors.js";
import { lockApplication } from "../store/application-lock.js";
import { type CredentialParts, subjectOf } from "./parts.js";
import { openRow } from "./source.js";

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
      subject: subjectOf(row),
    });
    return { version: row.version, secret };
  });
}
