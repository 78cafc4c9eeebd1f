import type { JsonObject } from "../../ports/json-object.js";
import type { Credentials } from "../wire/delivery.js";
import type { DeliveryHeaders } from "../wire/headers.js";
import type { Protocol } from "../wire/protocol.js";
import { memberRemover } from "../wire/remove-member.js";
import { tokenMatcher } from "../wire/token.js";
import { requireHeaders, requireSignature, requireWindow } from "./authentication.js";
import { openBody } from "./content.js";

/** One delivery as it arrived, and the credentials to verify it with. */
export interface ParseDeliveryOptions extends Credentials {
  readonly protocol: Protocol;
  /** A header's value by any spelling of its name; repeated headers joined by a comma and a space. */
  readonly header: (name: string) => string | null;
  /** The raw body, byte for byte as received. */
  readonly body: Uint8Array;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** A delivery that somebody with the credentials made within the window. */
export interface ParsedDelivery {
  readonly headers: DeliveryHeaders;
  /** The plaintext without its transport token; no schema was applied to it. */
  readonly content: JsonObject;
  /** Its text, otherwise as received. */
  readonly json: string;
}

/**
 * Steps 1 to 4 for one delivery, for tools and other servers than a receiver. Whether the nonce was used
 * before is for the caller to say, and so is what the content has to look like. Throws `Refusal`.
 */
export function parseDelivery(options: ParseDeliveryOptions): ParsedDelivery {
  const { protocol, header, body, secrets, encryptKey, verificationToken, now = Date.now } = options;
  const headers = requireHeaders(options, header);
  requireWindow(options, headers, now());
  requireSignature({ protocol, secrets }, headers, body);
  const opening = {
    protocol,
    encryptKey,
    matchesToken: tokenMatcher(verificationToken),
    removeToken: memberRemover(protocol.token.property),
  };
  return { headers, ...openBody(opening, body) };
}
