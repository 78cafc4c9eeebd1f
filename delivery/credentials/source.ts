import { DeliveryError } from "../errors.js";
import type { CredentialSource, SigningCredentials } from "../ports/credentials.js";
import type { CredentialKind, CredentialsTable } from "../store/tables.js";
import { kindsOf } from "./generate.js";
import type { CredentialParts } from "./parts.js";
import { open } from "./seal.js";

/** Credentials that are opened for a short time, so that not each attempt opens them again. */
export interface CachedSource {
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
  const kinds = kindsOf(parts.context.protocol);
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
export function openRow(
  { keyRing }: Pick<CredentialParts, "keyRing">,
  { application, kind, version, sealed, key_id: keyId }: CredentialsTable,
): string {
  return open(keyRing, { application, kind, version }, { sealed, keyId });
}
