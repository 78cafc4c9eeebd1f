import { OipkitError } from "@oipkit/runtime/errors";
import type { TransportErrorCode } from "../ports.js";

/** Why there is no answer. */
export interface TransportFailure {
  readonly code: TransportErrorCode;
  readonly reason: string;
}

const reasons: Readonly<Record<TransportErrorCode, string>> = {
  "address-refused": "requests may not go to that address",
  "name-unresolved": "the host's name has no address",
  "connection-refused": "the connection was refused",
  "connection-reset": "the connection was closed before an answer",
  "tls-failed": "TLS failed",
  "timed-out": "no answer came in time",
  "answer-malformed": "the answer isn't HTTP",
  aborted: "the request was aborted",
  "sender-exhausted": "the sender has no more connections or open files",
  "sender-failed": "the request can't be made",
  "network-failed": "the network failed",
};

/** A failure with its usual reason. */
export function usualFailure(code: TransportErrorCode, detail?: string): TransportFailure {
  return { code, reason: detail === undefined ? reasons[code] : `${reasons[code]} (${detail})` };
}

/** By codes of Node.js and of undici. */
const codes: Readonly<Record<string, TransportErrorCode>> = {
  "name-unresolved": "name-unresolved",
  ENOTFOUND: "name-unresolved",
  EAI_AGAIN: "name-unresolved",
  ECONNREFUSED: "connection-refused",
  ECONNRESET: "connection-reset",
  ECONNABORTED: "connection-reset",
  EPIPE: "connection-reset",
  UND_ERR_SOCKET: "connection-reset",
  ETIMEDOUT: "timed-out",
  UND_ERR_CONNECT_TIMEOUT: "timed-out",
  UND_ERR_HEADERS_TIMEOUT: "timed-out",
  UND_ERR_BODY_TIMEOUT: "timed-out",
  UND_ERR_HEADERS_OVERFLOW: "answer-malformed",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "answer-malformed",
  UND_ERR_ABORTED: "aborted",
  UND_ERR_CLOSED: "aborted",
  UND_ERR_DESTROYED: "aborted",
  EPROTO: "tls-failed",
  EMFILE: "sender-exhausted",
  ENFILE: "sender-exhausted",
  EADDRNOTAVAIL: "sender-exhausted",
};

/** Codes of Node's TLS, of OpenSSL and of its verification of certificates. */
const tlsCode =
  /^(?:ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERROR_IN_C|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|PATH_LENGTH_EXCEEDED|UNSUITABLE_)/;

/** Sorts an error of a connection or a parser. What its message says is not passed on, since it may hold parts of the answer. */
export function failureFrom(error: unknown): TransportFailure {
  const { name, code, message, errors } = error as Readonly<Record<string, unknown>>;
  if (code === "address-refused") return { code, reason: String(message) };
  // Its code is missing in some versions.
  if (name === "HTTPParserError") return usualFailure("answer-malformed");
  if (typeof code !== "string") {
    const [first] = Array.isArray(errors) ? errors : [];
    if (first === undefined) return usualFailure("network-failed");
    return failureFrom(first);
  }
  if (tlsCode.test(code)) return usualFailure("tls-failed", code);
  // A status that nobody asked for, such as a switch of protocols.
  if (code === "UND_ERR_SOCKET" && /^bad /.test(String(message))) return usualFailure("answer-malformed");
  const known = codes[code];
  if (known === undefined)
    return usualFailure("network-failed", /^E[A-Z]{2,20}$/.test(code) ? code : undefined);
  return usualFailure(known);
}

/** A connection would lead to an address that requests may not go to. */
export class AddressRefused extends OipkitError {
  readonly code = "address-refused";

  /** Takes what is wrong with the address, such as `a private address`. */
  constructor(problem: string) {
    super(`the host's name leads to ${problem}`);
  }
}

/** DNS has no address for a name, or didn't say. */
export class NameUnresolved extends OipkitError {
  readonly code = "name-unresolved";

  constructor() {
    super("the host's name has no address");
  }
}

/** Given to a connection that is to be given up. */
export class RequestEnded extends OipkitError {
  readonly code = "request-ended";

  constructor() {
    super("the request has ended");
  }
}
