import type { Credentials } from "@oipkit/runtime/webhook";
import { maskData, masker } from "../../../reader/text/mask.js";
import type { WantedStatus } from "../check/wanted.js";
import type { Incoming, NoAnswerKind } from "../exchange/send.js";
import type { Outgoing } from "../request/outgoing.js";
import type { CaseResult, ExchangeRecord, Observation } from "../result.js";

/** One request and its answer, and the credentials to mask in them. */
interface ExchangeRecordOptions {
  readonly credentials: Credentials;
  /** What masks them. Default: a new one, which takes time to make. */
  readonly masked?: Mask;
  readonly step: number;
  readonly sent: Outgoing;
  readonly wanted: readonly WantedStatus[];
  readonly got: Incoming | NoAnswerKind;
}

/** An exchange as a report may show it; every credential in it is masked. */
export function exchangeRecord(options: ExchangeRecordOptions): ExchangeRecord {
  const { credentials, step, sent, wanted, got } = options;
  const masked = options.masked ?? credentialMasker(credentials);
  const pairs = (headers: Outgoing["headers"]): [string, string][] =>
    headers.map(([name, value]) => [masked(name), masked(value)]);
  const shown = (bytes: Uint8Array): { body: string; bodyBytes: number } => ({
    body: clipped(masked(Buffer.from(bytes).toString("utf8"))),
    bodyBytes: bytes.length,
  });
  const { method, query, headers, body, pieceBytes, chunked } = sent;
  const request = {
    method,
    ...(query && { query: masked(query) }),
    headers: pairs(headers),
    ...shown(body),
    ...neededBytes(body, { masked, verificationToken: credentials.verificationToken }),
    ...(pieceBytes && { pieceBytes }),
    ...(chunked === true && { chunked }),
  };
  if (typeof got === "string") return { step, request, wanted, noAnswer: got };
  const { status, firstByteMs, elapsedMs } = got;
  const response = {
    status,
    headers: pairs(got.headers),
    ...shown(got.body),
    firstByteMs: rounded(firstByteMs),
    elapsedMs: rounded(elapsedMs),
  };
  return { step, request, wanted, response };
}

/** Whether the text of a body is enough to send its bytes again; otherwise the bytes, unless they contain a credential. */
function neededBytes(
  body: Uint8Array,
  {
    masked: mask,
    verificationToken,
  }: { readonly masked: Mask; readonly verificationToken: string | undefined },
): { exact?: true; base64?: string } {
  if (body.length === 0 || body.length > maxShown) return {};
  const bytes = Buffer.from(body);
  const text = bytes.toString("utf8");
  const masked = mask(text);
  const isToken =
    Boolean(verificationToken) && masked.replaceAll("***", () => verificationToken ?? "") === text;
  if (Buffer.from(text).equals(bytes) && (masked === text || isToken) && isSafe(text)) return { exact: true };
  if (masked === text) return { base64: bytes.toString("base64") };
  return {};
}

/** Whether a text contains no mask of its own, and nothing that a shell's argument can't hold. */
function isSafe(text: string): boolean {
  return !text.includes("***") && !text.includes("\0");
}

/** Replaces secrets in a text. */
export type Mask = (text: string) => string;

/** Replaces every credential of a subject with `***`, in any of the encodings that `masker` of `text/` knows. */
export function credentialMasker({ secrets, verificationToken, encryptKey }: Credentials): Mask {
  return masker([...secrets, ...[verificationToken, encryptKey].filter((text) => text !== undefined)]);
}

/**
 * A result as it may leave the run: whatever the subject or its probe has shown is masked. Its exchanges already are,
 * and the suite's own words stay: a credential that is a common word must not change the id of a case.
 */
export function maskedResult(result: CaseResult, masked: Mask): CaseResult {
  const { reason, thrown, expected, actual } = result;
  return {
    ...result,
    ...(reason !== undefined && { reason: maskedUrl(reason, masked) }),
    ...(thrown !== undefined && { thrown: maskedUrl(thrown, masked) }),
    ...(expected !== undefined && { expected: maskedObservation(expected, masked) }),
    ...(actual !== undefined && { actual: maskedObservation(actual, masked) }),
  };
}

function maskedObservation({ aspect, value, text }: Observation, masked: Mask): Observation {
  return { aspect, value: maskData(value, masked), text: masked(text) };
}

/** A URL, or a text with URLs, without credentials and without user and password. */
export function maskedUrl(text: string, masked: Mask): string {
  return masked(text).replace(/([a-z0-9+.-]:\/\/)[^\s/@]*@/gi, "$1***@");
}

/** Longer bodies don't help a reader. */
const maxShown = 4096;

function clipped(shown: string): string {
  if (shown.length > maxShown) return `${shown.slice(0, maxShown)}…`;
  return shown;
}

/** To a tenth of a millisecond. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
