import { fromPointer } from "@oipkit/runtime/json-pointer";
import type { Protocol } from "@oipkit/runtime/webhook";
import type { DeliveryContext } from "./context.js";
import { DeliveryError } from "./errors.js";

/** Characters of a generated verification token. */
const tokenLength = 43;

/** By how much AES in CBC mode, the only scheme, pads at most. */
const blockBytes = 16;

/**
 * Bytes of an event in the largest body that it may be delivered in: with its token, in a batch, and encrypted if the protocol has
 * encryption, since an endpoint may ask for it at any time. `content` is the event as JSON text.
 */
export function deliveredBytes(
  { event, token, encryption }: Pick<Protocol, "event" | "token" | "encryption">,
  content: string,
): number {
  const batch = event.batch === undefined ? undefined : fromPointer(event.batch);
  const members = (batch ?? []).map((name) => `{${JSON.stringify(name)}:}`);
  const envelope = batch === undefined ? "" : `${members.join("")}[]`;
  const hasToken = token !== undefined && batch?.length !== 0;
  const tokenBytes = hasToken ? Buffer.byteLength(`,${JSON.stringify(token.property)}:""`) + tokenLength : 0;
  const plain = Buffer.byteLength(content) + Buffer.byteLength(envelope) + tokenBytes;
  if (encryption === undefined) return plain;
  const sealed = encryption.ivBytes + plain + blockBytes - (plain % blockBytes);
  return Buffer.byteLength(`{${JSON.stringify(encryption.property)}:""}`) + 4 * Math.ceil(sealed / 3);
}

/** Throws `DeliveryError` (`event-too-large`) if an event's body may get larger than `maxBodyBytes`. */
export function assertBodySize(
  { protocol, settings }: Pick<DeliveryContext, "protocol" | "settings">,
  content: string,
): void {
  const limit = settings.maxBodyBytes;
  const bytes = deliveredBytes(protocol, content);
  if (bytes <= limit) return;
  const form = protocol.encryption === undefined ? "" : " if it is encrypted";
  throw new DeliveryError(
    "event-too-large",
    `the event's body has ${bytes} bytes${form}, and the limit is ${limit}: make the event smaller, or raise \`maxBodyBytes\` here and in the receivers`,
    { details: { bytes, limit } },
  );
}
