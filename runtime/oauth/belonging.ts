import type { ClientIdentity } from "../http/credentials.js";
import { InvalidOptionError } from "../http/errors.js";
import { CredentialsMismatchError } from "./errors.js";
import { readIssuer } from "./issuer-address.js";

/** What credentials belong to, once they are bound to a client. */
export interface Belonging {
  readonly environment: string | undefined;
  readonly issuer: string;
  readonly baseUrl: string;
}

/** What credentials declare before they are bound to a client. */
export interface Declared {
  readonly environment?: string | undefined;
  readonly issuer?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly allowInsecureHttp?: boolean | undefined;
}

/**
 * Binds credentials to their first client's environment, issuer and API base, so that no token of one can reach
 * another. Throws `CredentialsMismatchError` if a client differs from it or from the declared values, and
 * `InvalidOptionError` if neither side sets the issuer.
 */
export function createBelonging(declared: Declared): (client: ClientIdentity) => Belonging {
  let first: Belonging | undefined;
  return (client) => {
    const issuer = client.issuer ?? declared.issuer;
    if (issuer === undefined)
      throw new InvalidOptionError("issuer", "is missing: set it on the client or on its credentials");
    const { environment, baseUrl } = client;
    // The declared one has been read already, with the options of its sign-in.
    if (issuer !== declared.issuer) readIssuer(issuer, declared.allowInsecureHttp ?? false);
    const belonging = { environment, issuer, baseUrl };
    for (const part of parts) {
      if (declared[part] !== undefined) compare("These credentials are for", part, [declared, belonging]);
      if (first !== undefined) compare("These credentials already belong to", part, [first, belonging]);
    }
    first ??= belonging;
    return first;
  };
}

const parts = ["environment", "issuer", "baseUrl"] as const;

function compare(
  what: string,
  part: (typeof parts)[number],
  [one, other]: readonly [Declared, Declared],
): void {
  if (one[part] !== other[part])
    throw new CredentialsMismatchError(`${what} another client`, part, {
      expected: one[part],
      received: other[part],
    });
}
