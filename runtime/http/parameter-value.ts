import type { ParameterDescriptor, ParameterStyle } from "./operation-descriptor.js";

/** A value as the styles of OpenAPI see it: one text, a list of texts, or named texts. */
export type ParameterValue =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "record"; readonly entries: readonly (readonly [name: string, text: string])[] };

/** A value that a style can't write. The message is put after the name of the parameter. */
export class UnwritableValue extends Error {}

/**
 * The value of a parameter, or nothing where it is absent: `undefined` and `null` are, as in RFC 6570, also
 * inside lists and objects. Throws {@link UnwritableValue} for what no style defines.
 */
export function parameterValue(value: unknown, descriptor: ParameterDescriptor): ParameterValue | undefined {
  if (value === undefined || value === null) return undefined;
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
  return { style, explode: descriptor.explode ?? (style === "form" || style === "deepObject") };
}

/** A record as `{}` or a null prototype makes it; dates, maps, blobs and other objects are none. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** A string, number, bigint or boolean as text; throws {@link UnwritableValue} for anything else. */
export function plainText(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      if (Number.isFinite(value)) return String(value);
      throw new UnwritableValue("is not a finite number");
    case "bigint":
    case "boolean":
      return String(value);
    default:
      throw new UnwritableValue("holds a value that its style can't write");
  }
}

/** JSON text; throws {@link UnwritableValue} for what JSON can't say. */
export function jsonText(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // The engine's message may name properties of the value, so it isn't kept.
  }
  if (text === undefined) throw new UnwritableValue("can't be written as JSON");
  return text;
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

function contentText(value: unknown, contentType: string): string {
  return contentType.includes("json") ? jsonText(value) : plainText(value);
}
