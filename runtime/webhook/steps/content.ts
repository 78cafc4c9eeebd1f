import { type JsonContainer, type ParsedJson, parseJsonBody, parseJsonContainer } from "../wire/body.js";
import { openEncrypted } from "../wire/encryption.js";
import type { Protocol } from "../wire/protocol.js";
import { takeToken, tokenMatcher } from "../wire/token.js";
import { Refusal } from "./refusal.js";

/** What is needed to open bodies. */
export interface OpeningOptions {
  readonly protocol: Protocol;
  /** The token, if the protocol has one. */
  readonly verificationToken: string | undefined;
}

/** Plaintext without its transport token. */
export interface OpenedBody {
  readonly content: JsonContainer;
  /** Its text, otherwise as received. */
  readonly json: string;
}

/** Step 4: parse or, with an Encrypt Key, decrypt; compare the token and remove it. Throws `Refusal`. */
export type OpenBody = (body: Uint8Array, encryptKey: string | undefined) => OpenedBody;

/** Prepares step 4. `tokenRemoverOf` prepares the removal of the token from the text. */
export function bodyOpener(
  { protocol, verificationToken }: OpeningOptions,
  tokenRemoverOf: (property: string, token: string) => (text: string) => string,
): OpenBody {
  const { unauthenticated, unprocessable } = protocol.responses;
  const parse = protocol.event.batch === "" ? parseJsonContainer : parseJsonBody;
  const open = (body: Uint8Array, encryptKey: string | undefined): ParsedJson<JsonContainer> => {
    const code = encryptKey === undefined ? "malformed-body" : "decryption-failed";
    try {
      return encryptKey === undefined ? parse(body) : openEncrypted({ protocol, encryptKey, body }, parse);
    } catch {
      throw new Refusal({ code, status: unprocessable });
    }
  };
  if (protocol.token === undefined) {
    return (body, encryptKey) => {
      const { value, text } = open(body, encryptKey);
      return { content: value, json: text };
    };
  }
  const { property } = protocol.token;
  // No empty token is configured or matches.
  const token = verificationToken ?? "";
  const matches = token === "" ? () => false : tokenMatcher(token);
  const removeToken = tokenRemoverOf(property, token);
  return (body, encryptKey) => {
    const { value, text } = open(body, encryptKey);
    // A list has no place for a token.
    if (isList(value)) throw new Refusal({ code: "token-mismatch", status: unauthenticated });
    const taken = takeToken(value, property);
    if (!matches(taken.token)) throw new Refusal({ code: "token-mismatch", status: unauthenticated });
    return { content: taken.event, json: removeToken(text) };
  };
}

function isList(value: JsonContainer): value is readonly unknown[] {
  return Array.isArray(value);
}
