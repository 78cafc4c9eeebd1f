import type { IncomingRequest } from "../../ports/answer.js";
import { isObject, type JsonObject } from "../../ports/json.js";
import { type JsonContainer, parseJsonObject } from "../wire/body.js";
import type { ConnectionVerification, Protocol } from "../wire/protocol.js";
import { Refusal } from "./outcome.js";

/** The answer to a verification. */
export interface Echo {
  readonly body: string;
  /** `undefined` if the body is empty. */
  readonly contentType: string | undefined;
}

/** Answers the verification of a connection. Nothing of it is stored. */
interface ConnectionVerifier {
  readonly status: number;
  /** Whether a GET verifies the connection. */
  readonly isGet: boolean;
  /** Whether an unsigned POST verifies the connection. Its header alone decides, even beside a signature. */
  readonly isVerificationRequest: (header: IncomingRequest["header"], body: Uint8Array) => boolean;
  /** The answer to an unsigned verification; the body is empty for a GET. Throws `Refusal` for a malformed request. */
  readonly echo: (request: Pick<IncomingRequest, "header" | "url">, body: Uint8Array) => Echo;
  /** The answer to an authentic request, or `undefined` if it isn't a verification. Throws `Refusal`. */
  readonly echoSigned:
    | ((request: Pick<IncomingRequest, "header" | "url">, content: JsonContainer) => Echo | undefined)
    | undefined;
}

/** A verifier for a protocol; `undefined` if it verifies no connections. */
export function connectionVerifier({
  verification: scheme,
  headers: { signature },
  responses,
}: Pick<Protocol, "verification" | "headers" | "responses">): ConnectionVerifier | undefined {
  if (scheme === undefined) return undefined;
  const name = scheme.header?.toLowerCase();
  const signatureName = signature.toLowerCase();
  const isGet = scheme.method === "GET";
  const orRefuse = (echo: Echo | undefined): Echo => {
    if (echo !== undefined) return echo;
    throw new Refusal({ code: "verification-malformed", status: responses.unprocessable });
  };
  const echoSigned: ConnectionVerifier["echoSigned"] = (request, content) => {
    if (!isObject(content) || !isTyped(scheme, content)) return undefined;
    return orRefuse(readEcho(scheme, request, content));
  };
  return {
    status: scheme.status,
    isGet,
    isVerificationRequest(header, body) {
      if (isGet || scheme.signed === true) return false;
      if (name !== undefined) return header(name) === scheme.headerValue;
      // Without a mark in a header, only an unsigned request can be one.
      return header(signatureName) === null && isTyped(scheme, objectIn(body) ?? {});
    },
    echo: (request, body) => orRefuse(readEcho(scheme, request, isGet ? {} : objectIn(body))),
    echoSigned: scheme.signed === true ? echoSigned : undefined,
  };
}

/** The echo, or `undefined` if the request is malformed or the echo would exceed the limit. */
function readEcho(
  scheme: ConnectionVerification,
  request: Pick<IncomingRequest, "header" | "url">,
  content: JsonObject | undefined,
): Echo | undefined {
  if (content === undefined || !isTyped(scheme, content)) return undefined;
  if (scheme.tokenProperty !== undefined && typeof content[scheme.tokenProperty] !== "string")
    return undefined;
  const challenge = readChallenge(scheme, request, content);
  if (typeof challenge !== "string") return undefined;
  const echo = answerTo(scheme, challenge);
  if (Buffer.byteLength(echo.body, "utf8") <= scheme.maxResponseBytes) return echo;
  return undefined;
}

function isTyped(
  { typeProperty, typeValue, headerValue }: ConnectionVerification,
  content: JsonObject,
): boolean {
  return typeProperty === undefined || content[typeProperty] === (typeValue ?? headerValue);
}

/** The challenge; empty if the protocol has none. */
function readChallenge(
  { challengeProperty, challengeQuery, challengeHeader }: ConnectionVerification,
  { header, url = "" }: Pick<IncomingRequest, "header" | "url">,
  content: JsonObject,
): unknown {
  if (challengeQuery !== undefined) {
    const at = url.indexOf("?");
    const [challenge, second] = new URLSearchParams(at < 0 ? "" : url.slice(at)).getAll(challengeQuery);
    if (second === undefined) return challenge;
    return undefined;
  }
  if (challengeHeader !== undefined) return header(challengeHeader.toLowerCase());
  if (challengeProperty === undefined) return "";
  return content[challengeProperty];
}

const json = "application/json";
const form = "application/x-www-form-urlencoded";

function answerTo({ answer, challengeProperty }: ConnectionVerification, challenge: string): Echo {
  const { kind } = answer ?? { kind: "json" };
  if (kind === "empty") return { body: "", contentType: undefined };
  if (answer?.kind === "fixed") return { body: JSON.stringify(answer.json), contentType: json };
  // Plain text that a browser never takes for HTML.
  if (kind === "text") return { body: challenge, contentType: "text/plain; charset=utf-8" };
  if (answer?.kind === "form")
    return { body: new URLSearchParams([[answer.property, challenge]]).toString(), contentType: form };
  const property = answer?.kind === "json" ? answer.property : (challengeProperty ?? "challenge");
  return { body: JSON.stringify({ [property]: challenge }), contentType: json };
}

function objectIn(body: Uint8Array): JsonObject | undefined {
  try {
    return parseJsonObject(body);
  } catch {
    return undefined;
  }
}
