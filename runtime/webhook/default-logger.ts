import { isObject } from "../ports/json.js";
import type { Logger } from "../ports/logger.js";
import { printableText } from "../unprintable.js";
import type { RefusalCode } from "./steps/outcome.js";

/** How many lines of one kind are written in each window; further ones are only counted. */
const linesPerWindow = 5;
const windowMs = 60_000;

/** Where the lines go by default. */
export function toStandardError(line: string): void {
  process.stderr?.write(line);
}

const defaultLoggers = new WeakSet<object>();

/** Whether a logger was made by `createDefaultLogger`, so that it shows only what it is given of a failure. */
export function isDefaultLogger(logger: Logger): boolean {
  return defaultLoggers.has(logger);
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The logger of a receiver without one: plain lines about what goes wrong, and nothing else. Senders decide how often a
 * delivery is refused, so lines of one kind are limited and the others counted. `write` receives a line with its line feed.
 */
export function createDefaultLogger(write: (line: string) => void = toStandardError): Logger {
  const windows = new Map<string, number>();
  const say = (kind: string, text: string): void => write(`oipkit: ${kind}: ${printableText(text)}\n`);
  const limited = (fields: Fields, message: string): void => {
    const kind = typeof fields.code === "string" ? `${message} ${fields.status} ${fields.code}` : message;
    const written = windows.get(kind) ?? 0;
    windows.set(kind, written + 1);
    if (written === 0) {
      const timer = setTimeout(() => {
        const left = (windows.get(kind) ?? 0) - linesPerWindow;
        windows.delete(kind);
        if (left > 0) say(kind, `${left} more within ${windowMs / 1000} s`);
      }, windowMs);
      timer.unref?.();
    }
    if (written < linesPerWindow) say(kind, fieldsText(fields));
  };
  const logger: Logger = { info: () => {}, warn: limited, error: limited };
  defaultLoggers.add(logger);
  return logger;
}

/** Ids, codes and what to do; none of the fields that could be long. */
function fieldsText(fields: Fields): string {
  const { code, eventType, eventId, resource, version, waitsFor, attempt } = fields;
  const { place, subject, errors, error, at } = fields;
  const parts = [text(eventType), text(eventId)];
  if (place !== undefined) parts.push(`(the event at ${text(place)})`);
  if (isObject(resource)) {
    parts.push(text(resource.resource));
    if (version !== undefined) parts.push(`version ${version}`);
  }
  if (Array.isArray(waitsFor)) parts.push(`waits for ${range(waitsFor)}`);
  if (attempt !== undefined) parts.push(`attempt ${attempt}`);
  parts.push(text(error));
  if (at !== undefined) parts.push(`at ${text(at)}`);
  parts.push(text(subject));
  if (Array.isArray(errors)) parts.push(violation(errors[0]));
  if (isHinted(code)) parts.push(`(${refusalHints[code]})`);
  return parts.filter((part) => part !== "").join(" ");
}

function isHinted(code: unknown): code is keyof typeof refusalHints {
  return typeof code === "string" && Object.hasOwn(refusalHints, code);
}

function range([from, to]: readonly unknown[]): string {
  if (from === to) return `version ${from}`;
  return `versions ${from} to ${to}`;
}

/** The place and the rule; a message might quote the event. */
function violation(error: unknown): string {
  if (!isObject(error)) return "";
  return `at ${text(error.pointer) || "the top"}: ${text(error.keyword)}`;
}

const maxLength = 200;

function text(value: unknown): string {
  if (typeof value !== "string") return "";
  if (value.length > maxLength) return `${value.slice(0, maxLength)}…`;
  return value;
}

/** What to look at first if a delivery is refused with a code; for the receiver's operator, never for the sender. */
const refusalHints: Readonly<Record<RefusalCode, string>> = {
  "method-not-allowed": "deliveries are sent with POST",
  "body-too-large": "the limit is `maxBodyBytes`",
  "unsupported-encoding": "the body is compressed, perhaps by a proxy",
  "unsupported-media-type": "deliveries are JSON; a proxy or the wrong sender may be the cause",
  "header-missing": "not a delivery, or a proxy removes headers",
  "header-repeated": "a proxy may add the header a second time",
  "header-malformed": "only visible ASCII characters and spaces are allowed",
  "timestamp-malformed": "the timestamp isn't in the platform's format",
  "timestamp-outside-window": "this machine's clock may be wrong, or an old delivery was sent again",
  "nonce-reused": "the same request arrived twice; a retry has a new nonce",
  "nonce-store-unavailable": "the nonce store can't be used",
  "nonce-store-full": "raise `maxNonces`, or set `reserveNonce` to `after-signature`",
  "secrets-unavailable": "`secrets` failed or returned none, or `encryptKey` did",
  "signature-mismatch":
    "the sender signs with none of `secrets`, or the body was changed on its way, for example parsed and printed again",
  "decryption-failed": "`encryptKey` isn't the sender's, or encryption is on for one side only",
  "malformed-body": "not a JSON object, or encryption is on for one side only",
  "token-mismatch": "`verificationToken` isn't the sender's",
  "event-unknown": "the contract has no such event; it may be newer than your SDK",
  "event-invalid": "the event violates the contract",
  "header-mismatch": "a header contradicts the event",
  "binding-mismatch": "the event is for another `application`",
  "callback-unhandled": "set `onCallback`",
  "callback-late": "`onCallback` took longer than the platform waits",
  "callback-failed": "`onCallback` failed",
  "event-conflict": "another event with this id was received before",
  "batch-too-large": "the limit is `maxBatchEvents`",
  "inbox-unavailable": "the inbox can't be used; the sender tries again",
  "verification-malformed": "the request isn't a connection verification in the platform's format",
  "internal-fault": "an unexpected failure of the receiver",
};
