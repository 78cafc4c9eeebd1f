import { fromPointer } from "@oipkit/runtime/json-pointer";
import { insertMember, type Protocol, type SignedDelivery, signBody } from "@oipkit/runtime/webhook";
import { DeliveryError } from "../errors.js";
import type { SigningCredentials } from "../ports.js";

/** What stays the same over the attempts of a delivery. */
interface DeliveryIdentity {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
}

/** An attempt to prepare. */
interface PrepareAttemptOptions {
  readonly protocol: Protocol;
  /** The event as JSON text of an object, without a transport token. */
  readonly content: string;
  readonly identity: DeliveryIdentity;
  readonly credentials: SigningCredentials;
  /** Whether the endpoint asks for encryption. */
  readonly encrypted: boolean;
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Returns that many random bytes. */
  readonly random: (size: number) => Uint8Array;
  /** Further headers; a signature may cover them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * The request of one attempt: the content as it is written, with the token, encrypted under a fresh initialisation vector, signed at the
 * present time under a fresh nonce. Throws `DeliveryError` (`credential-missing`), `KeyMalformed` and `EncryptionUnsupported`.
 */
export function prepareAttempt(options: PrepareAttemptOptions): SignedDelivery {
  const { protocol, credentials, encrypted, identity, url, now, random, headers } = options;
  const { signingSecret: secret, encryptKey } = credentials;
  if (encrypted && encryptKey === undefined) throw missing("Encrypt Key");
  const body = Buffer.from(bodyText(options), "utf8");
  const { deliveryId, eventId, eventType } = identity;
  // Spreads cost more here than the rest of the function.
  return signBody({
    protocol,
    secret,
    body,
    url,
    now,
    random,
    headers,
    deliveryId,
    eventId,
    eventType,
    encryptKey: encrypted ? encryptKey : undefined,
  });
}

function bodyText({ protocol, content, credentials }: PrepareAttemptOptions): string {
  const { batch } = protocol.event;
  const pointer = batch === undefined ? undefined : fromPointer(batch);
  const text = pointer === undefined ? content : inBatch(pointer, content);
  // An array at the top has no room for a token.
  if (protocol.token === undefined || pointer?.length === 0) return text;
  if (credentials.verificationToken === undefined) throw missing("verification token");
  return insertMember(text, protocol.token.property, credentials.verificationToken);
}

/** An array of this one event, inside objects that have nothing else. */
function inBatch(pointer: readonly string[], content: string): string {
  const opening = pointer.map((name) => `{${JSON.stringify(name)}:`).join("");
  return `${opening}[${content}]${"}".repeat(pointer.length)}`;
}

function missing(what: string): DeliveryError {
  return new DeliveryError("credential-missing", `the application has no active ${what}; create one`);
}
