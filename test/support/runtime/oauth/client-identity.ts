import type { ClientIdentity, OperationDescriptor } from "../../../../runtime/http/index.js";

/** The identity that a client of the sandbox passes to its credentials. */
export function clientIdentity(over: Partial<ClientIdentity> = {}): ClientIdentity {
  return {
    environment: "sandbox",
    issuer: "https://issuer.example",
    baseUrl: "https://api.example.com",
    fetch: (url, init) => fetch(url, init),
    now: Date.now,
    ...over,
  };
}

/** An operation that requires scopes. */
export function operationWith(...scopes: string[]): OperationDescriptor {
  return { id: "getThing", method: "GET", path: "/thing", scopes };
}

/** A call without a time limit, and never aborted. */
export function unlimited(): { readonly signal: AbortSignal } {
  return { signal: new AbortController().signal };
}

/** The token in the headers that an authorizer returned. */
export function tokenIn(headers: HeadersInit): string {
  return new Headers(headers).get("authorization")?.replace(/^Bearer /, "") ?? "";
}
