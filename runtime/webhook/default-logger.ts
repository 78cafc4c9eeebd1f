import type { Logger } from "../ports/logger.js";
import { printableText } from "../unprintable.js";
import { refusalHints } from "./refusal-hints.js";

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
    if (written < linesPerWindow) say(kind, textOf(fields));
  };
  const logger: Logger = { info: () => {}, warn: limited, error: limited };
  defaultLoggers.add(logger);
  return logger;
}

/** Ids, codes and what to do; none of the fields that could be long. */
function textOf(fields: Fields): string {
  const { code, eventType, eventId, resource, version, waitsFor, attempt } = fields;
  const { place, subject, errors, error, at } = fields;
  const parts = [
    text(eventType),
    text(eventId),
    place === undefined ? "" : `(the event at ${text(place)})`,
    isObject(resource)
      ? `${text(resource.resource)}${version === undefined ? "" : ` version ${version}`}`
      : "",
    Array.isArray(waitsFor) ? `waits for ${range(waitsFor)}` : "",
    attempt === undefined ? "" : `attempt ${attempt}`,
    text(error),
    at === undefined ? "" : `at ${text(at)}`,
    text(subject),
    Array.isArray(errors) ? violation(errors[0]) : "",
    typeof code === "string" && Object.hasOwn(refusalHints, code)
      ? `(${refusalHints[code as keyof typeof refusalHints]})`
      : "",
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function range([from, to]: readonly unknown[]): string {
  return from === to ? `version ${from}` : `versions ${from} to ${to}`;
}

/** The place and the rule; a message might quote the event. */
function violation(error: unknown): string {
  if (!isObject(error)) return "";
  return `at ${text(error.pointer) || "the top"}: ${text(error.keyword)}`;
}

const maxLength = 200;

function text(value: unknown): string {
  if (typeof value !== "string") return "";
  return value.length > maxLength ? `${value.slice(0, maxLength)}…` : value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
