import type { DeliveryContext } from "../context.js";
import type { KeyRing } from "../credentials/key-ring.js";
import type { CredentialParts } from "../credentials/parts.js";

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
  "protocol" | "store" | "directory" | "transport" | "clock" | "random" | "observer"
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
