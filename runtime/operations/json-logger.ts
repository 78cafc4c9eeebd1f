import type { Logger } from "../ports/logger.js";
import { printableJson } from "../unprintable.js";

export type { Logger } from "../ports/logger.js";

/** Options of the logger. */
export interface JsonLoggerOptions {
  /** Receives one line, including its line feed. Default: standard error. */
  readonly write?: ((line: string) => void) | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Lowest level that is written. Default: `info`. */
  readonly level?: LogLevel | undefined;
  /**
   * Texts that no line may hold, such as secrets; each is replaced by `[redacted]`. The receiver's own lines hold none,
   * but an error of a driver or a handler might.
   */
  readonly redact?: readonly string[] | undefined;
}

/** How serious a line is, ascending. */
export type LogLevel = "info" | "warn" | "error";

const levels: readonly LogLevel[] = ["info", "warn", "error"];

/**
 * A logger that writes one JSON object per line: `time` (RFC 3339), `level`, `msg`, and the fields. No
 * line holds an unprintable character. Never throws.
 */
export function createJsonLogger(options: JsonLoggerOptions = {}): Logger {
  const { write = (line) => process.stderr.write(line), now = Date.now, level = "info" } = options;
  const secrets = [...(options.redact ?? [])]
    .filter((text) => text !== "")
    .sort((a, b) => b.length - a.length);
  const writer =
    (name: LogLevel) =>
    (fields: Readonly<Record<string, unknown>>, msg: string): void => {
      if (levels.indexOf(name) < levels.indexOf(level)) return;
      const line = { time: new Date(now()).toISOString(), level: name, msg, ...fields };
      write(`${toJson(line, secrets)}\n`);
    };
  return { info: writer("info"), warn: writer("warn"), error: writer("error") };
}

function toJson(line: { time: string; level: string; msg: string }, secrets: readonly string[]): string {
  try {
    return printableJson(JSON.stringify(line, plainly(secrets)));
  } catch {
    // A field's own `toJSON` threw.
    const { time, level, msg } = line;
    return printableJson(JSON.stringify({ time, level, msg: masked(msg, secrets) }));
  }
}

/** How deep the causes of errors are logged. */
const maxCauses = 5;

/** A replacer for `JSON.stringify`: errors with their causes, no credentials, nothing that JSON can't represent. */
function plainly(secrets: readonly string[]): (key: string, value: unknown) => unknown {
  const ancestors: object[] = [];
  return function (this: object, _key, value) {
    if (typeof value === "string") return masked(value, secrets);
    if (typeof value === "bigint") return value.toString();
    if (typeof value !== "object" || value === null) return value;
    while (ancestors.length > 0 && ancestors.at(-1) !== this) ancestors.pop();
    if (ancestors.includes(value)) return "[circular]";
    const plain = value instanceof Error ? describeError(value, maxCauses) : value;
    ancestors.push(plain);
    return plain;
  };
}

/** Name, code and message; a driver's other fields may hold an address with its password, or a row. */
function describeError(error: Error, depth: number): Record<string, unknown> {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return {
    name: error.name,
    ...(typeof code === "string" && { code }),
    message: error.message,
    ...(cause instanceof Error && depth > 0 && { cause: describeError(cause, depth - 1) }),
  };
}

function masked(text: string, secrets: readonly string[]): string {
  const known = secrets.reduce((rest, secret) => rest.replaceAll(secret, "[redacted]"), text);
  // The user part of an address, as in `postgres://user:password@host`.
  return known.replace(/([a-z0-9+.-]:\/\/)[^\s/@]*@/gi, "$1[redacted]@");
}
