import type { OutgoingRequest, Transport } from "@oipkit/delivery";
import { decryptBody, type Protocol, signBody } from "@oipkit/runtime/webhook";
import { identityOf, type RequestIdentity } from "./hostile.js";
import type { Keys } from "./keys.js";

/** A delivery that a receiver has accepted; under other keys it shows which it knows. */
export interface Sample {
  readonly request: OutgoingRequest;
  readonly identity: RequestIdentity;
  /** Its body, not encrypted. */
  readonly plaintext: Uint8Array;
}

/** The sample of an accepted request; `undefined` for one that is no delivery. */
export function sampleOf(request: OutgoingRequest, protocol: Protocol, keys: Keys): Sample | undefined {
  const identity = identityOf(request, protocol);
  const plaintext = plaintextOf(request, protocol, keys);
  return identity && plaintext && { request, identity, plaintext };
}

/** A request's body, not encrypted; `undefined` if it isn't encrypted with that key, since somebody else has changed the endpoint. */
export function plaintextOf(
  { body }: OutgoingRequest,
  protocol: Protocol,
  { encryptKey }: Pick<Keys, "encryptKey">,
): Uint8Array | undefined {
  if (encryptKey === undefined) return body;
  try {
    return Buffer.from(JSON.stringify(decryptBody({ protocol, encryptKey, body })));
  } catch {
    return undefined;
  }
}

/** How a sample is sent. */
export interface Sending {
  readonly transport: Transport;
  readonly protocol: Protocol;
  /** The real time, in milliseconds since 1970. */
  readonly now: () => number;
}

/** Sends it again under some keys, and returns the status of the answer, if there is one. */
export async function sendSample(
  { request, identity, plaintext }: Sample,
  { signingSecret, encryptKey }: Pick<Keys, "signingSecret" | "encryptKey">,
  { transport, protocol, now }: Sending,
): Promise<number | undefined> {
  const { headers, body } = signBody({
    ...{ protocol, secret: signingSecret, encryptKey, body: plaintext, url: request.url, now, ...identity },
  });
  // The signal of its own attempt may have been aborted since.
  const result = await transport.post({ ...request, headers, body, signal: undefined });
  return result.kind === "answered" ? result.status : undefined;
}
