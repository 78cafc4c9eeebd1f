import { type AuthorizationServer, discoveryRequest, processDiscoveryResponse } from "oauth4webapi";
import { answeredObject, askIssuer, type IssuerAccess } from "./ask-issuer.js";
import { DiscoveryError, IssuerMismatchError } from "./errors.js";
import { createSharedWork } from "./shared-work.js";

/** An issuer and its metadata. */
export interface Issuer extends IssuerAccess {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /**
   * The discovery document: read once for all simultaneous callers, cached for an hour. If it can't be read
   * again after that, the old one is used for another minute. Throws `DiscoveryError` and `IssuerMismatchError`.
   */
  metadata(signal?: AbortSignal): Promise<AuthorizationServer>;
}

const keptMs = 60 * 60 * 1000;
const keptAfterFailureMs = 60 * 1000;

/** Nothing is requested before `metadata` is called. With `tokenUrl`, nothing is discovered. */
export function createIssuer(
  access: IssuerAccess & { readonly now: () => number; readonly tokenUrl?: string | undefined },
): Issuer {
  const { issuer, now, tokenUrl } = access;
  const known = tokenUrl === undefined ? undefined : { issuer, token_endpoint: tokenUrl };
  const shared = createSharedWork<AuthorizationServer>({ abandon: true });
  let held: { metadata: AuthorizationServer; until: number } | undefined;

  const read = async (signal: AbortSignal): Promise<AuthorizationServer> => {
    try {
      const metadata = await readMetadata(access, signal);
      held = { metadata, until: now() + keptMs };
      return metadata;
    } catch (error) {
      if (!(error instanceof DiscoveryError) || held === undefined) throw error;
      held = { metadata: held.metadata, until: now() + keptAfterFailureMs };
      return held.metadata;
    }
  };
  return {
    ...access,
    async metadata(signal) {
      signal?.throwIfAborted();
      if (known !== undefined) return known;
      if (held !== undefined && now() < held.until) return held.metadata;
      return await shared.run(issuer, read, signal);
    },
  };
}

function readMetadata(access: IssuerAccess, signal: AbortSignal): Promise<AuthorizationServer> {
  const { issuer } = access;
  return askIssuer(
    access,
    async (options) => {
      const response = await discoveryRequest(new URL(issuer), options);
      // The library compares URLs after normalising them; the standard requires identical strings.
      const received = await statedIssuer(response);
      if (received !== undefined && received !== issuer)
        throw new IssuerMismatchError("discovery document", issuer, received);
      return await processDiscoveryResponse(new URL(issuer), response);
    },
    { signal, failure: (facts) => new DiscoveryError(issuer, "configuration", facts) },
  );
}

async function statedIssuer(response: Response): Promise<string | undefined> {
  const { issuer } = await answeredObject(response);
  if (typeof issuer === "string") return issuer;
  return undefined;
}
