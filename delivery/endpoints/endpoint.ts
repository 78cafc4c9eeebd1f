import type { DeliveryContext } from "../context.js";
import type { KeyRing } from "../credentials/key-ring.js";
import type { CredentialParts } from "../credentials/versions.js";
import type { Store } from "../store/store.js";
import type { EndpointState, EndpointsTable } from "../store/tables.js";

/** An application's endpoint, without any credential. */
export interface Endpoint {
  readonly id: string;
  readonly application: string;
  readonly organization: string;
  readonly url: string;
  readonly eventTypes: readonly string[];
  readonly callbackTypes: readonly string[];
  readonly encrypted: boolean;
  /** Requests that it takes in a second; absent if it doesn't say. */
  readonly rate?: number | undefined;
  readonly state: EndpointState;
  readonly pauseReason?: string | undefined;
  /** A save names the revision that it changes. */
  readonly revision: number;
  /** When its URL was verified, in milliseconds since 1970; absent if it has to be tested before it is saved again. */
  readonly verifiedAt?: number | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The endpoint of a row. */
export function storedEndpoint(row: EndpointsTable): Endpoint {
  return {
    id: row.id,
    application: row.application,
    organization: row.organization,
    url: row.url,
    eventTypes: JSON.parse(row.event_types) as string[],
    callbackTypes: JSON.parse(row.callback_types) as string[],
    encrypted: row.encrypted === 1,
    ...(row.rate !== null && { rate: row.rate }),
    state: row.state,
    ...(row.pause_reason !== null && { pauseReason: row.pause_reason }),
    revision: row.revision,
    ...(row.verified_at !== null && { verifiedAt: row.verified_at }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** What an application has: its endpoint, if there is one that isn't revoked, and the revision to save or test with. */
export interface PresentState {
  readonly endpoint: Endpoint | undefined;
  /** 0 if there never was an endpoint. */
  readonly revision: number;
}

/** Reads that. */
export async function presentState(db: Store["db"], application: string): Promise<PresentState> {
  const rows = await db
    .selectFrom("endpoints")
    .selectAll()
    .where("application", "=", application)
    .orderBy("revision", "desc")
    .limit(1)
    .execute();
  // A new endpoint goes on counting from a revoked one, so the latest has the highest revision.
  const [latest] = rows;
  return {
    endpoint: latest === undefined || latest.state === "revoked" ? undefined : storedEndpoint(latest),
    revision: latest?.revision ?? 0,
  };
}

/** Options of endpoints. */
export interface EndpointOptions {
  /** Why requests may not go to a URL; `undefined` if they may. */
  readonly urlProblem: (url: string) => string | undefined;
  /** The events of the contract. */
  readonly eventTypes: readonly string[];
  /** How long a verified URL can be saved, in seconds. Default: 300. */
  readonly proofSeconds?: number | undefined;
}

/** What endpoints use of the engine. */
export type EndpointContext = Pick<
  DeliveryContext,
  "protocol" | "store" | "directory" | "transport" | "clock" | "random" | "seeded" | "observer"
>;

/** What the functions of this folder work with. */
export interface EndpointParts {
  readonly context: EndpointContext;
  readonly keyRing: KeyRing;
  /** To create the credentials of a new endpoint. */
  readonly credentials: CredentialParts;
  readonly options: EndpointOptions & { readonly proofSeconds: number };
}

/** Tells the observer, whose failures don't matter. */
export function report(
  { observer }: Pick<EndpointContext, "observer">,
  change: Parameters<NonNullable<EndpointContext["observer"]["onEndpoint"]>>[0],
): void {
  try {
    observer.onEndpoint?.(change);
  } catch {
    // It only watches.
  }
}
