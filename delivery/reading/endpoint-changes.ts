import type { Store } from "../store/store.js";
import type { CredentialKind } from "../store/tables.js";

/** Something that was changed about an endpoint; `at` is in milliseconds since 1970. */
export type EndpointChange =
  | {
      readonly kind: "credential-rotated";
      readonly credential: CredentialKind;
      readonly version: number;
      readonly at: number;
    }
  | {
      readonly kind: "url-changed" | "encryption-changed" | "events-changed" | "resumed";
      readonly at: number;
    };

const actions = ["credential-activated", "endpoint-created", "endpoint-saved", "endpoint-resumed"] as const;
/** Entries that are read at most; an endpoint is changed by people. */
const mostEntries = 500;

/** What the audit says was changed about an application's endpoint, the latest last. Rejects with a `StoreFailure`. */
export async function readEndpointChanges(
  { db }: Pick<Store, "db">,
  { application, id }: { readonly application: string; readonly id: string },
): Promise<readonly EndpointChange[]> {
  const rows = await db
    .selectFrom("audit")
    .select(["at", "action", "subject", "details"])
    .where("application", "=", application)
    .where("action", "in", [...actions])
    .orderBy("sequence", "desc")
    .limit(mostEntries)
    .execute();
  const changes: EndpointChange[] = [];
  let before: Saved | undefined;
  for (const { at, action, subject, details } of rows.reverse()) {
    if (action === "credential-activated") changes.push(rotation(subject, at));
    else if (subject !== id) continue;
    else if (action === "endpoint-resumed") changes.push({ kind: "resumed", at });
    else {
      const after = JSON.parse(details) as Saved;
      if (before !== undefined) changes.push(...differences(before, after).map((kind) => ({ kind, at })));
      before = after;
    }
  }
  return changes;
}

function rotation(subject: string, at: number): EndpointChange {
  const [credential, version] = subject.split(":");
  return {
    kind: "credential-rotated",
    credential: credential as CredentialKind,
    version: Number(version),
    at,
  };
}

/** What the audit has of a configuration. */
interface Saved {
  readonly url?: string;
  readonly encrypted?: boolean;
  readonly eventTypes?: readonly string[];
}

function differences(before: Saved, after: Saved) {
  const found: ("url-changed" | "encryption-changed" | "events-changed")[] = [];
  if (before.url !== after.url) found.push("url-changed");
  if (before.encrypted !== after.encrypted) found.push("encryption-changed");
  if (before.eventTypes?.join() !== after.eventTypes?.join()) found.push("events-changed");
  return found;
}
