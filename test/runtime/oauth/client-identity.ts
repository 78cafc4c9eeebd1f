import type { ClientIdentity, OperationDescriptor } from "../../../runtime/http/index.js";

/** What a client of the sandbox tells its credentials. */
export function clientOf(over: Partial<ClientIdentity> = {}): ClientIdentity {
  return {
    environment: "sandbox",
    issuer: "https://issuer.example",
    baseUrl: "https://api.example.com",
    fetch: (url, init) => fetch(url, init),
    now: Date.now,
    ...over,
  };
}

/** An operation that asks for scopes. */
export function operationWith(...scopes: string[]): OperationDescriptor {
  return { id: "getThing", method: "GET", path: "/thing", scopes };
}

/** A call that nobody aborts. */
export function unlimited(): { readonly signal: AbortSignal } {
  return { signal: new AbortController().signal };
}

/** The token in headers that an authorizer gave. */
export function tokenIn(headers: HeadersInit): string {
  return new Headers(headers).get("authorization")?.replace(/^Bearer /, "") ?? "";
}
