import type { OutgoingRequest, Transport } from "@oipkit/delivery";
import { decryptBody, type Protocol, signBody } from "@oipkit/runtime/webhook";
import type { ReceiverKeys } from "./receiver-keys.js";

/** Asks a receiver which keys it knows. */
export interface Asker {
  /** Keeps what the receiver has accepted last, which it is asked with. */
  readonly learn: (sample: Sample) => void;
  /** Whether there is something to ask with. */
  readonly isReady: () => boolean;
  /** Asks until it is answered as wanted, for as long as one is patient; otherwise the last answer, such as `401` or `no answer`. */
  readonly until: (
    wanted: "accepted" | "refused",
    keys: Pick<ReceiverKeys, "signingSecret" | "encryptKey">,
  ) => Promise<string | undefined>;
}

/** How a receiver is asked. */
interface AskerOptions extends Sending {
  /** Resolves after so many milliseconds of real time. */
  readonly sleep: (ms: number) => Promise<void>;
  /** How long a receiver may take to notice new secrets, in milliseconds of real time. */
  readonly patienceMs: number;
  readonly signal?: AbortSignal | undefined;
}

const pollMs = 100;

/** One that knows no sample yet. `until` rejects with the signal's reason. */
export function createAsker({ sleep, patienceMs, signal, ...sending }: AskerOptions): Asker {
  const { unauthenticated } = sending.protocol.responses;
  const isAccepted = (status = 0): boolean => status >= 200 && status < 300;
  let sample: Sample | undefined;
  return {
    learn(given) {
      sample = given;
    },
    isReady: () => sample !== undefined,
    async until(wanted, keys) {
      if (sample === undefined) return undefined;
      for (let waited = 0; ; waited += pollMs) {
        signal?.throwIfAborted();
        const status = await sendSample(sample, keys, sending);
        if (wanted === "accepted" ? isAccepted(status) : status === unauthenticated) return undefined;
        if (waited >= patienceMs) return status === undefined ? "no answer" : `${status}`;
        await sleep(pollMs);
      }
    },
  };
}

/** A delivery that a receiver has accepted; under other keys it shows which it knows. */
interface Sample {
  readonly request: OutgoingRequest;
  readonly identity: RequestIdentity;
  /** Its body, not encrypted. */
  readonly plaintext: Uint8Array;
}

/** The sample of an accepted request; `undefined` for one that is no delivery. */
export function readSample(
  request: OutgoingRequest,
  protocol: Protocol,
  keys: ReceiverKeys,
): Sample | undefined {
  const identity = requestIdentity(request, protocol);
  const plaintext = readPlaintext(request, protocol, keys);
  return identity && plaintext && { request, identity, plaintext };
}

/** A request's body, not encrypted; `undefined` if it isn't encrypted with that key, since somebody else has changed the endpoint. */
export function readPlaintext(
  { body }: OutgoingRequest,
  protocol: Protocol,
  { encryptKey }: Pick<ReceiverKeys, "encryptKey">,
): Uint8Array | undefined {
  if (encryptKey === undefined) return body;
  try {
    return Buffer.from(JSON.stringify(decryptBody({ protocol, encryptKey, body })));
  } catch {
    return undefined;
  }
}

/** How a sample is sent. */
interface Sending {
  readonly transport: Transport;
  readonly protocol: Protocol;
  /** The real time, in milliseconds since 1970. */
  readonly now: () => number;
}

/** Sends it again under some keys, and returns the status of the answer, if there is one. */
async function sendSample(
  { request, identity, plaintext }: Sample,
  { signingSecret, encryptKey }: Pick<ReceiverKeys, "signingSecret" | "encryptKey">,
  { transport, protocol, now }: Sending,
): Promise<number | undefined> {
  const { headers, body } = signBody({
    protocol,
    secret: signingSecret,
    encryptKey,
    body: plaintext,
    url: request.url,
    now,
    ...identity,
  });
  // The signal of its own attempt may have been aborted since.
  const result = await transport.post({ ...request, headers, body, signal: undefined });
  if (result.kind === "answered") return result.status;
  return undefined;
}

/** Who a request is for, read from its headers. */
export interface RequestIdentity {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
}

/** The identity in the headers of a delivery; `undefined` for any other request, such as a connection verification. */
export function requestIdentity(
  { headers }: OutgoingRequest,
  protocol: Protocol,
): RequestIdentity | undefined {
  const read = (name: string | undefined): string | undefined => {
    const found = Object.keys(headers).find((key) => key.toLowerCase() === name?.toLowerCase());
    if (found === undefined) return undefined;
    return headers[found];
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
