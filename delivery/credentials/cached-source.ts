import { DeliveryError } from "../errors.js";
import type { CredentialSource, SigningCredentials } from "../ports.js";
import { isAmong } from "../store/batch.js";
import type { CredentialKind, CredentialsTable } from "../store/tables.js";
import { openRow } from "./read-credentials.js";
import { type CredentialParts, credentialKinds } from "./versions.js";

/** Credentials that are kept for a short time, so that not each attempt reads them again. */
interface CachedSource {
  readonly source: CredentialSource;
  readonly forget: (application: string) => void;
}

/** Applications whose credentials are held at once. */
const mostHeld = 10_000;
/** Applications whose credentials are read at once. */
const mostRead = 1000;

/** What is held of an application. */
interface Held {
  readonly until: number;
  readonly found: Promise<SigningCredentials>;
}

/** The opened credentials of an application, and the rows that they were opened from: opening them costs more than reading them. */
interface Opened {
  readonly rows: string;
  readonly credentials: SigningCredentials;
}

/** A source that notices what other processes change after `cacheMs`. Applications that are asked for together are read together. */
export function cachedSource(parts: CredentialParts, cacheMs: number): CachedSource {
  const held = new Map<string, Held>();
  const opened = new Map<string, Opened>();
  const read = together((applications) => activeRows(parts, applications), mostRead);
  const find = async (application: string): Promise<SigningCredentials> => {
    const rows = (await read(application)) ?? [];
    const text = rows
      .map(({ kind, version, key_id, sealed }) => [kind, version, key_id, sealed].join())
      .join();
    const known = opened.get(application);
    if (known?.rows === text) return known.credentials;
    const credentials = openAll(parts, application, rows);
    keep(opened, application, { rows: text, credentials });
    return credentials;
  };
  return {
    source(application) {
      const now = parts.context.clock.now();
      const known = held.get(application);
      if (known !== undefined && now < known.until && now >= known.until - cacheMs) return known.found;
      const entry = { until: now + cacheMs, found: find(application) };
      keep(held, application, entry);
      entry.found.catch(() => {
        if (held.get(application) === entry) held.delete(application);
      });
      return entry.found;
    },
    forget(application) {
      held.delete(application);
      opened.delete(application);
    },
  };
}

/** Keeps the values of late. */
function keep<Value>(values: Map<string, Value>, key: string, value: Value): void {
  values.delete(key);
  const [oldest] = values.size < mostHeld ? [] : values.keys();
  if (oldest !== undefined) values.delete(oldest);
  values.set(key, value);
}

/** Reads what is asked for in the same turn of the event loop at once, at most so many keys. */
function together<Value>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  most: number,
): (key: string) => Promise<Value | undefined> {
  let gathered: { readonly keys: string[]; readonly values: Promise<ReadonlyMap<string, Value>> } | undefined;
  return async (key) => {
    if (gathered === undefined || gathered.keys.length === most) {
      const keys: string[] = [];
      const turn = new Promise<void>((resolve) => setImmediate(resolve));
      const group = {
        keys,
        values: turn.then(() => {
          if (gathered === group) gathered = undefined;
          return read(keys);
        }),
      };
      gathered = group;
    }
    gathered.keys.push(key);
    return (await gathered.values).get(key);
  };
}

async function activeRows(
  { context: { store } }: CredentialParts,
  applications: readonly string[],
): Promise<ReadonlyMap<string, readonly CredentialsTable[]>> {
  const rows = await store.db
    .selectFrom("credentials")
    .selectAll()
    .where(isAmong(store.dialect, "application", [...new Set(applications)]))
    .where("state", "=", "active")
    .orderBy("kind")
    .execute();
  const found = new Map<string, CredentialsTable[]>();
  for (const row of rows) {
    const others = found.get(row.application);
    if (others === undefined) found.set(row.application, [row]);
    else others.push(row);
  }
  return found;
}

/** Throws `credential-missing`, or what opening throws. */
function openAll(
  parts: CredentialParts,
  application: string,
  rows: readonly CredentialsTable[],
): SigningCredentials {
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
