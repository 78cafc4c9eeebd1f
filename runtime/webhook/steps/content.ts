import { pointerResolver } from "../../json-pointer/index.js";
import type { IncomingRequest, MaybePromise } from "../../ports/answer.js";
import { isObject, type JsonObject } from "../../ports/json.js";
import { type JsonContainer, type ParsedJson, parseJsonBody, parseJsonContainer } from "../wire/body.js";
import { openEncrypted } from "../wire/encryption.js";
import { elementTexts } from "../wire/json-text.js";
import { isIdentityEncoding, isJsonContentType } from "../wire/media.js";
import type { Protocol } from "../wire/protocol.js";
import { takeToken, tokenMatcher } from "../wire/token.js";
import { Refusal } from "./outcome.js";

/**
 * Step 0: what HTTP itself decides, before the protocol is checked. Returns the raw body, or a promise of it.
 * Throws `Refusal`, or rejects with it.
 */
export function readRequest(
  request: IncomingRequest,
  limit: number,
  unavailable: number,
): MaybePromise<Uint8Array> {
  if (request.method !== "POST") throw new Refusal({ code: "method-not-allowed", status: 405 });
  if (Number(request.header("content-length")) > limit)
    throw new Refusal({ code: "body-too-large", status: 413 });
  if (!isIdentityEncoding(request.header("content-encoding"))) {
    throw new Refusal({ code: "unsupported-encoding", status: 415 });
  }
  if (!isJsonContentType(request.header("content-type"))) {
    throw new Refusal({ code: "unsupported-media-type", status: 415 });
  }
  const unreadable = (cause: unknown): never => {
    throw new Refusal({ code: "internal-fault", status: unavailable, subject: "body", cause });
  };
  let body: MaybePromise<Uint8Array | undefined>;
  try {
    body = request.readBody(limit);
  } catch (cause) {
    return unreadable(cause);
  }
  if (isPending(body)) return body.then(requireBytes, unreadable);
  return requireBytes(body);
}

function isPending<Result>(given: MaybePromise<Result>): given is Promise<Result> {
  return typeof (given as Partial<Promise<Result>> | undefined)?.then === "function";
}

function requireBytes(bytes: Uint8Array | undefined): Uint8Array {
  if (bytes === undefined) throw new Refusal({ code: "body-too-large", status: 413 });
  return bytes;
}

/** What is needed to open bodies. */
interface OpeningOptions {
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
type OpenBody = (body: Uint8Array, encryptKey: string | undefined) => OpenedBody;

/** Prepares step 4. `tokenRemoverOf` prepares the removal of the token from the text. */
export function bodyOpener(
  { protocol, verificationToken }: OpeningOptions,
  makeTokenRemover: (property: string, token: string) => (text: string) => string,
): OpenBody {
  const { unauthenticated, unprocessable } = protocol.responses;
  const parse = protocol.event.batch === "" ? parseJsonContainer : parseJsonBody;
  const open = (body: Uint8Array, encryptKey: string | undefined): ParsedJson<JsonContainer> => {
    const code = encryptKey === undefined ? "malformed-body" : "decryption-failed";
    try {
      if (encryptKey === undefined) return parse(body);
      return openEncrypted({ protocol, encryptKey, body }, parse);
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
  const removeToken = makeTokenRemover(property, token);
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

/** One event of a batch. */
export interface BatchEvent {
  readonly content: JsonObject;
  /** Its text as received. */
  readonly json: string;
  /** Its position in the array, from 0. */
  readonly index: number;
  /** JSON Pointer to it in the body. */
  readonly place: string;
}

/** The events of a body, in their order; possibly none. Throws `Refusal`. */
type SplitBatch = (body: OpenedBody) => readonly BatchEvent[];

/** Prepares the splitting of bodies into at most `maxEvents` events; `undefined` if the protocol has no batches. */
export function batchSplitter(
  { event, responses }: Pick<Protocol, "event" | "responses">,
  maxEvents: number,
): SplitBatch | undefined {
  const { batch } = event;
  if (batch === undefined) return undefined;
  const [arrayIn, textsIn] = [pointerResolver(batch), elementTexts(batch)];
  const invalid = (pointer: string, message: string, place?: string): Refusal =>
    new Refusal({
      code: "event-invalid",
      status: responses.unprocessable,
      errors: [{ pointer, keyword: "type", message }],
      ...(place !== undefined && { place }),
    });
  return ({ content, json }) => {
    const values = arrayIn(content);
    if (!Array.isArray(values)) throw invalid(batch, "must be the array of events");
    if (values.length > maxEvents) throw new Refusal({ code: "batch-too-large", status: 413 });
    const texts = textsIn(json);
    return values.map((value: unknown, index) => {
      const place = `${batch}/${index}`;
      if (!isObject(value)) throw invalid("", "must be an object", place);
      return { content: value, json: texts[index] ?? "", index, place };
    });
  };
}
