import type { JsonObject } from "../../ports/json.js";
import type { DeliveryCredentials } from "../wire/delivery.js";
import type { DeliveryHeaders } from "../wire/headers.js";
import { memberRemover } from "../wire/json-text.js";
import type { Protocol } from "../wire/protocol.js";
import { hasKeyPair } from "../wire/signature-scheme.js";
import { requireHeaders, requireSignature, requireWindow } from "./authentication.js";
import { batchSplitter, bodyOpener } from "./content.js";

/** One delivery as received, and the credentials to verify it with. */
export interface ParseDeliveryOptions extends DeliveryCredentials {
  readonly protocol: Protocol;
  /** A header's value by its case-insensitive name; repeated headers joined by a comma and a space. */
  readonly header: (name: string) => string | null;
  /** The raw body, byte for byte as received. */
  readonly body: Uint8Array;
  /** The address that the platform posts to with the query, for a signature that covers it. */
  readonly url?: string | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** A delivery whose sender had the credentials, within the window. */
export interface ParsedDelivery {
  readonly headers: DeliveryHeaders;
  /** The plaintext without its transport token, empty if the body is an array; no schema was applied to it. */
  readonly content: JsonObject;
  /** Its text, otherwise as received. */
  readonly json: string;
  /** The events in it: the content, unless the protocol has batches. */
  readonly events: readonly ParsedEvent[];
}

/** One event of a delivery; no schema was applied to it. */
export interface ParsedEvent {
  readonly content: JsonObject;
  /** Its text as received. */
  readonly json: string;
}

/**
 * Steps 1 to 4 for one delivery, for tools and for servers other than a receiver. The caller has to check whether
 * the nonce was used before, and what the content must look like. Throws `Refusal`.
 */
export function parseDelivery(options: ParseDeliveryOptions): ParsedDelivery {
  const { protocol, header, body, url, encryptKey, verificationToken, now = Date.now } = options;
  const headers = requireHeaders(options, header);
  requireWindow(options, headers, now());
  const keys = hasKeyPair(protocol.signature.algorithm) ? (options.publicKeys ?? []) : options.secrets;
  requireSignature({ protocol, keys, body, header, url }, headers);
  const opened = bodyOpener({ protocol, verificationToken }, memberRemover)(body, encryptKey);
  const { json } = opened;
  const content = Array.isArray(opened.content) ? {} : (opened.content as JsonObject);
  const split = batchSplitter(protocol, Number.POSITIVE_INFINITY);
  const events = split === undefined ? [{ content, json }] : split(opened).map(parsedEvent);
  return { headers, content, json, events };
}

function parsedEvent({ content, json }: ParsedEvent): ParsedEvent {
  return { content, json };
}
