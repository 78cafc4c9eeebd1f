import { InvalidOptionError, unknownOptionError } from "../http/errors.js";

/** Throws `InvalidOptionError` for an unknown option, by its name. */
export function refuseUnknownOptions(options: object, known: readonly string[]): void {
  const name = Object.keys(options).find((each) => !known.includes(each));
  if (name !== undefined) throw unknownOptionError(name, known);
}

/** A non-empty string. The value isn't shown, since it may be a secret. */
export function readText(name: string, value: unknown): string {
  if (typeof value !== "string" || value === "")
    throw new InvalidOptionError(name, "must be a non-empty string");
  return value;
}

/** The same, or `undefined`. */
export function readOptionalText(name: string, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return readText(name, value);
}

/** Milliseconds, 0 or more. */
export function readDuration(name: string, value: unknown, fallback: number): number {
  const duration = value ?? fallback;
  if (typeof duration !== "number" || !Number.isFinite(duration) || duration < 0)
    throw new InvalidOptionError(name, "must be a number of milliseconds, 0 or more");
  return duration;
}

/** Bytes, more than 0; `Infinity` for no limit. */
export function readByteLimit(name: string, value: unknown, fallback: number): number {
  const limit = value ?? fallback;
  if (typeof limit !== "number" || !(limit > 0))
    throw new InvalidOptionError(name, "must be a number of bytes, more than 0");
  return limit;
}

const scopeToken = /^[\x21\x23-\x5B\x5D-\x7E]+$/;

/** Scopes as RFC 6749, section 3.3 spells them, without duplicates and sorted, so that equal sets are equal lists. */
export function readScopes(name: string, value: unknown): readonly string[] {
  if (!Array.isArray(value) || !value.every((scope) => typeof scope === "string" && scopeToken.test(scope)))
    throw new InvalidOptionError(name, "must be a list of scopes");
  return [...new Set(value as string[])].sort();
}

/** A base URL in the form that clients use: without a trailing slash. */
export function readBaseUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (!URL.canParse(value)) throw new InvalidOptionError("baseUrl", "must be an absolute URL");
  return new URL(value).href.replace(/(?<!\/)\/+$/, "");
}
