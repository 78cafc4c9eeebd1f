import { fromPointer } from "@oipkit/runtime/json-pointer";
import type { Protocol } from "@oipkit/runtime/webhook";
import type { DeliveryContext } from "./context.js";
import { DeliveryError } from "./errors.js";
import type { ApplicationRecord } from "./ports.js";

/** The application's record. Throws `application-unknown`. */
export async function knownApplication(
  { directory }: Pick<DeliveryContext, "directory">,
  application: string,
): Promise<ApplicationRecord> {
  const record = await directory.application(application);
  if (record !== undefined) return record;
  throw new DeliveryError("application-unknown", "the application doesn't exist; check its identifier");
}

/** The same for an application that is active. Throws `application-inactive`, too. */
export async function activeApplication(
  context: Pick<DeliveryContext, "directory">,
  application: string,
): Promise<ApplicationRecord> {
  const record = await knownApplication(context, application);
  if (record.active) return record;
  throw new DeliveryError("application-inactive", "the application is inactive; activate it first");
}

const headerValue = /^[\x21-\x7e]{1,256}$/;

/** Whether an id or a type is valid in a header. */
export function fitsHeader(text: string | undefined): text is string {
  return text !== undefined && headerValue.test(text);
}

/** Refuses a correlation id that no store can hold: PostgreSQL would refuse it together with the rest of a statement. */
export function assertCorrelationId(correlationId: string | null | undefined): void {
  if (typeof correlationId !== "string") return;
  if (correlationId.includes("\0") || /\p{Surrogate}/u.test(correlationId))
    throw new DeliveryError("event-invalid", "the event's correlation id has a NUL or half a character");
}

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
