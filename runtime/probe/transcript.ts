import type { Logger } from "../ports/logger.js";
import { createDefaultLogger, toStandardError } from "../webhook/default-logger.js";

/** What was logged and recorded while a probe is active, so that the probe can search it for leaks. */
export interface Transcript {
  readonly add: (text: string) => void;
  /** Whether a text is in it, plain or escaped as in a JSON string. */
  readonly holds: (needle: string) => boolean;
  /** Whether something was left out because there was no more room. */
  readonly isCut: () => boolean;
}

/** An empty transcript for at most that many UTF-16 code units. Texts follow each other without a separator. */
export function createTranscript(capacity: number): Transcript {
  let all = "";
  let cut = false;
  return {
    add(text) {
      if (cut || text.length > capacity - all.length) cut = true;
      else all += text;
    },
    holds: (needle) => showsIn(all, needle),
    isCut: () => cut,
  };
}

/** Whether a text contains another one, plain or escaped as in JSON. */
export function showsIn(text: string, needle: string): boolean {
  return text.includes(needle) || text.includes(JSON.stringify(needle).slice(1, -1));
}

/** The logger that a receiver is given, which also records its messages; see `Probe.logger`. */
export function recordingLogger(
  given: Logger | false | undefined,
  record: (text: string) => void,
): Logger | false {
  if (given === false) return false;
  if (given === undefined) {
    return createDefaultLogger((line) => {
      record(line);
      toStandardError(line);
    });
  }
  const level =
    (name: keyof Logger): Logger["info"] =>
    (fields, message) => {
      record(`${name} ${message} ${loggedText(fields)}\n`);
      given[name](fields, message);
    };
  return { info: level("info"), warn: level("warn"), error: level("error") };
}

/** Everything that a logger could write of these fields, as JSON. */
function loggedText(fields: Readonly<Record<string, unknown>>): string {
  const ancestors: object[] = [];
  try {
    return JSON.stringify(fields, function (this: object, _key, value: unknown) {
      if (typeof value === "bigint") return value.toString();
      if (typeof value !== "object" || value === null) return value;
      while (ancestors.length > 0 && ancestors.at(-1) !== this) ancestors.pop();
      if (ancestors.includes(value)) return "[circular]";
      const plain = value instanceof Error ? plainError(value) : value;
      ancestors.push(plain);
      return plain;
    });
  } catch {
    // A field's own `toJSON` threw; no logger could write it either.
    return Object.keys(fields).join(" ");
  }
}

/** Loggers differ in what they write of an error, so all of it counts. */
function plainError(error: Error): object {
  const { name, message, stack, cause } = error;
  return { ...error, name, message, stack, cause };
}
