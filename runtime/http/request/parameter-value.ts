import type { ParameterDescriptor, ParameterStyle } from "../operation/operation-descriptor.js";

/** A value for OpenAPI's styles: one text, a list of texts, or named texts. */
export type ParameterValue =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "record"; readonly entries: readonly (readonly [name: string, text: string])[] };

/**
 * The value of a parameter. `undefined` and `null` inside lists and objects are omitted, as in RFC 6570.
 * Throws `UnwritableValue` for a value that no style defines.
 */
export function parameterValue(value: unknown, descriptor: ParameterDescriptor): ParameterValue {
  if (descriptor.content !== undefined) return { kind: "text", text: contentText(value, descriptor.content) };
  if (Array.isArray(value)) return { kind: "list", items: value.filter(isPresent).map(plainText) };
  if (!isRecord(value)) return { kind: "text", text: plainText(value) };
  return {
    kind: "record",
    entries: Object.entries(value).flatMap(([name, member]) =>
      isPresent(member) ? [[name, plainText(member)] as const] : [],
    ),
  };
}

/** The style and explosion of a parameter, with OpenAPI's defaults. */
export function parameterStyle(
  descriptor: ParameterDescriptor,
  byDefault: ParameterStyle,
): { style: ParameterStyle; explode: boolean } {
  const style = descriptor.style ?? byDefault;
  return { style, explode: descriptor.explode ?? /^(?:form|deepObject|cookie)$/.test(style) };
}

/** A record created by `{}` or with a null prototype; not dates, maps, blobs and other objects. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** Whether a list or an object has the value: neither `undefined` nor `null`. */
export const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

function contentText(value: unknown, contentType: string): string {
  if (contentType.includes("json")) return jsonText(value);
  return plainText(value);
}

/**
 * What is wrong with a member of a request, appended to the member's name. Any other error of a writer is reported as
 * "can't be written".
 */
export class UnwritableValue extends Error {
  constructor(problem = "can't be written") {
    super(problem);
  }
}

/** A string, number, bigint or boolean as text; throws {@link UnwritableValue} for anything else. */
export function plainText(value: unknown): string {
  if (/^(?:string|bigint|boolean)$/.test(typeof value) || Number.isFinite(value)) return String(value);
  throw new UnwritableValue();
}

/** JSON text; throws for values that JSON can't represent. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined) throw new UnwritableValue();
  return text;
}

/**
 * Percent-encodes all UTF-8 bytes except the unreserved characters of RFC 3986. Stricter than
 * `encodeURIComponent`, which lets `!'()*` through. Throws for a lone surrogate.
 */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * For `allowReserved` in a path: keeps reserved characters, `/` included, except those that end the path (`?`, `#`) or
 * aren't allowed in it (`[`, `]`). What is percent-encoded already stays so (RFC 6570, section 3.2.3), except for a dot: `%2e%2e` is
 * `..` to a URL.
 */
export function encodePath(text: string): string {
  return encodeURIComponent(text).replace(
    /%(?:3A|2F|40|24|26|2B|2C|3B|3D|25(?!2E)(?=[\dA-F]{2}))/gi,
    decodeURIComponent,
  );
}

/**
 * For `allowReserved` in a query: keeps reserved characters, except those that end the query (`#`), separate
 * pairs (`&`), mean a space (`+`) or aren't allowed in it (`[`, `]`). What is percent-encoded already stays so (RFC 6570, section 3.2.3).
 */
export function encodeReserving(text: string): string {
  return encodeURIComponent(text).replace(
    /%(?:3A|2F|3F|40|24|2C|3B|3D|25(?=[\dA-F]{2}))/gi,
    decodeURIComponent,
  );
}
