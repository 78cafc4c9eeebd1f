import type { Credentials } from "@oipkit/runtime/webhook";
import type { Incoming, NoAnswer } from "../exchange/send.js";
import type { Outgoing } from "../request/outgoing.js";
import type { ExchangeRecord } from "../result/result.js";

/** One request and its answer, and the credentials to mask in them. */
export interface ExchangeRecordOptions {
  readonly credentials: Credentials;
  readonly step: number;
  readonly sent: Outgoing;
  readonly wanted: readonly number[];
  readonly got: Incoming | NoAnswer["kind"];
}

/** An exchange as a report may show it; every credential in it is masked. */
export function exchangeRecord(options: ExchangeRecordOptions): ExchangeRecord {
  const { credentials, step, sent, wanted, got } = options;
  const masked = masker(credentials);
  const pairs = (headers: Outgoing["headers"]): [string, string][] =>
    headers.map(([name, value]) => [name, masked(value)]);
  const shown = (bytes: Uint8Array): { body: string; bodyBytes: number } => ({
    body: clipped(masked(Buffer.from(bytes).toString("utf8"))),
    bodyBytes: bytes.length,
  });
  const { method, headers, body, pieceBytes, chunked } = sent;
  const request = {
    method,
    headers: pairs(headers),
    ...shown(body),
    ...bytesOf(body, credentials),
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
function bytesOf(body: Uint8Array, credentials: Credentials): { exact?: true; base64?: string } {
  if (body.length === 0 || body.length > maxShown) return {};
  const bytes = Buffer.from(body);
  const text = bytes.toString("utf8");
  const masked = masker(credentials)(text);
  const { verificationToken } = credentials;
  const isToken = verificationToken !== "" && masked.replaceAll("***", () => verificationToken) === text;
  if (Buffer.from(text).equals(bytes) && (masked === text || isToken) && isSafe(text)) return { exact: true };
  return masked === text ? { base64: bytes.toString("base64") } : {};
}

/** Whether a text contains no mask of its own, and nothing that a shell's argument can't hold. */
function isSafe(text: string): boolean {
  return !text.includes("***") && !text.includes("\0");
}

/** Replaces every credential of a subject with `***`, whether written plainly or within JSON. */
export function masker({ secrets, verificationToken, encryptKey }: Credentials): (text: string) => string {
  const hidden = [...secrets, verificationToken, ...(encryptKey === undefined ? [] : [encryptKey])]
    .flatMap((each) => [each, JSON.stringify(each).slice(1, -1)])
    .filter((each, at, all) => each !== "" && all.indexOf(each) === at);
  return (text) => hidden.reduce((rest, each) => rest.replaceAll(each, "***"), text);
}

/** Longer bodies don't help a reader. */
const maxShown = 4096;

function clipped(shown: string): string {
  return shown.length > maxShown ? `${shown.slice(0, maxShown)}…` : shown;
}

/** To a tenth of a millisecond. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
