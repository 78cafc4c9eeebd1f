import type { ParameterDescriptor, ParameterStyle } from "../operation/parameter-descriptor.js";
import { jsonText, plainText } from "./plain-text.js";

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

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

function contentText(value: unknown, contentType: string): string {
  return contentType.includes("json") ? jsonText(value) : plainText(value);
}
