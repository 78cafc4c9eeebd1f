import type { OutgoingRequest } from "@oipkit/delivery";
import { type Protocol, signBody } from "@oipkit/runtime/webhook";

/** Who a request is for, read from its headers. */
export interface RequestIdentity {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
}

/** The identity in the headers of a delivery; `undefined` for any other request, such as a connection verification. */
export function identityOf({ headers }: OutgoingRequest, protocol: Protocol): RequestIdentity | undefined {
  const read = (name: string | undefined): string | undefined => {
    const found = Object.keys(headers).find((key) => key.toLowerCase() === name?.toLowerCase());
    return found === undefined ? undefined : headers[found];
  };
  const deliveryId = read(protocol.headers.deliveryId);
  const eventId = read(protocol.headers.eventId);
  if (deliveryId === undefined || eventId === undefined) return undefined;
  return { deliveryId, eventId, eventType: read(protocol.headers.eventType) ?? "" };
}

/** How old a stale request is: twice the window of five minutes (§6.3(2)), in milliseconds. */
export const staleByMs = 600_000;

/** The same request with another signature: of another time, secret or body. `now` is in milliseconds since 1970. */
export function signedRequest(
  request: OutgoingRequest,
  {
    protocol,
    identity,
    secret,
    now,
    body = request.body,
  }: {
    readonly protocol: Protocol;
    readonly identity: RequestIdentity;
    readonly secret: string;
    readonly now: () => number;
    readonly body?: Uint8Array | undefined;
  },
): OutgoingRequest {
  const { headers } = signBody({ protocol, secret, body, url: request.url, now, ...identity });
  return { ...request, headers, body };
}

/** The same request with one byte of its body changed, under a nonce that isn't spent. */
export function forgedRequest(
  request: OutgoingRequest,
  at: number,
  nonce: { readonly name: string | undefined; readonly value: string },
): OutgoingRequest {
  const body = Uint8Array.from(request.body);
  const index = Math.min(body.length - 1, Math.floor(at * body.length));
  body[index] = (body[index] ?? 0) ^ 1;
  const headers = { ...request.headers };
  for (const key of Object.keys(headers))
    if (key.toLowerCase() === nonce.name?.toLowerCase()) headers[key] = nonce.value;
  return { ...request, headers, body };
}
