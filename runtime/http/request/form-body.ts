import { mediaKind } from "../operation/media-type.js";
import type { PropertyEncoding } from "../operation/operation-descriptor.js";
import { ownMember } from "../own-member.js";
import { isRecord, jsonText, plainText, UnwritableValue } from "./parameter-value.js";
import { queryPairs } from "./styled-parameters.js";

type Encodings = Readonly<Record<string, PropertyEncoding>>;

/**
 * An `application/x-www-form-urlencoded` body. By OpenAPI's defaults a list repeats its name and an object
 * is JSON; `style` and `explode` of a property's encoding write it like a query parameter.
 */
export function writeUrlEncoded(body: Record<string, unknown>, encodings: Encodings): string {
  return Object.entries(body)
    .flatMap(([name, value]) => {
      const encoding = ownMember(encodings, name) ?? {};
      if (hasStyle(encoding))
        return styledPairs(name, value, encoding).map(
          ([key, parts, delimiter]) => `${encodeField(key)}=${parts.map(encodeField).join(delimiter)}`,
        );
      return items(value, encoding).map((item) => {
        const text = typeof item === "object" ? written(item, encoding).text : plainText(item);
        return `${encodeField(name)}=${encodeField(text)}`;
      });
    })
    .join("&");
}

/**
 * A `multipart/form-data` body (RFC 7578): a list becomes one part per item, a Blob or File is sent as it is, an
 * object becomes a part of type `application/json`. `contentType` of a property's encoding takes precedence, except
 * over a Blob's own type; `style` and `explode` write what isn't a Blob like a query parameter. Only a Blob or File has a `filename`:
 * `FormData` gives one to each part with a type, and servers take such a part for an uploaded file.
 */
export function writeMultipart(
  body: Record<string, unknown>,
  encodings: Encodings,
): { body: Blob; contentType: string } {
  // The platform chooses a boundary that no file has by chance.
  const contentType = `${new Response(new FormData()).headers.get("content-type")}`;
  const boundary = contentType.split("boundary=")[1];
  const parts: BlobPart[] = [];
  const add = (name: string, content: string | Blob, type?: string): void => {
    const filename = content instanceof Blob ? `; filename="${quoted(fileName(content))}"` : "";
    const typeLine = type === undefined ? "" : `\r\nContent-Type: ${type.replace(/[\r\n]/g, " ")}`;
    const head = `Content-Disposition: form-data; name="${quoted(name)}"${filename}${typeLine}`;
    parts.push(`--${boundary}\r\n${head}\r\n\r\n`, content, "\r\n");
  };
  for (const [name, value] of Object.entries(body)) {
    const encoding = ownMember(encodings, name) ?? {};
    const all = items(value, encoding);
    if (hasStyle(encoding) && !all.some((item) => item instanceof Blob)) {
      for (const [key, values, delimiter] of styledPairs(name, value, encoding)) {
        const separator = decodeURIComponent(delimiter);
        // Nothing in this body is encoded, so a comma inside a value looks like one between two values.
        if (values.length > 1 && values.some((text) => text.includes(separator)))
          throw new UnwritableValue(`must not contain the delimiter of its style, \`${separator}\``);
        add(key, values.join(separator));
      }
      continue;
    }
    for (const item of all) {
      if (item instanceof Blob) add(name, item, fileType(item, encoding));
      else {
        const { text, type } = written(item, encoding);
        add(name, text, type);
      }
    }
  }
  return { body: new Blob([...parts, `--${boundary}--\r\n`]), contentType };
}

function fileName(file: Blob): string {
  return file instanceof File ? file.name : "blob";
}

/** As browsers write names (HTML, "multipart/form-data encoding algorithm"). */
function quoted(name: string): string {
  return name.replace(/["\r\n]/g, encodeURIComponent);
}

function hasStyle({ style, explode }: PropertyEncoding): boolean {
  return style !== undefined || explode !== undefined;
}

function styledPairs(
  name: string,
  value: unknown,
  encoding: PropertyEncoding,
): ReturnType<typeof queryPairs> {
  if (value === undefined || value === null) return [];
  return queryPairs(name, value, encoding);
}

/** The values of a property, each with its name; a list of texts and numbers that the contract wants as JSON is one. */
function items(value: unknown, { contentType }: PropertyEncoding): unknown[] {
  const all = Array.isArray(value) ? value : [value];
  const types = listedTypes(contentType);
  const isJson = types.length > 0 && types.every((type) => mediaKind(type) === "json");
  if (isJson && all === value && !all.some((item) => isRecord(item) || item instanceof Blob)) return [value];
  return all.filter((item) => item !== undefined && item !== null);
}

/** An object or a list is written as JSON, and refused if the contract wants something else; text is already written. */
function written(
  item: unknown,
  { contentType }: PropertyEncoding,
): { text: string; type: string | undefined } {
  const types = listedTypes(contentType);
  const isWhole = isRecord(item) || (Array.isArray(item) && contentType !== undefined);
  if (!isWhole) return { text: plainText(item), type: types[0] };
  const json =
    contentType === undefined ? "application/json" : types.find((type) => mediaKind(type) === "json");
  if (json === undefined && types.length > 0)
    throw new UnwritableValue(
      `can't have an object where the contract wants ${types.join(" or ")}: give its text`,
    );
  return { text: jsonText(item), type: json };
}

/** A file keeps its own type; one without a type gets the only one that it may have. */
function fileType({ type: own }: Blob, { contentType }: PropertyEncoding): string {
  const [type, ...others] = listedTypes(contentType);
  if (own !== "") return own;
  return type === undefined || others.length > 0 ? "application/octet-stream" : type;
}

/** The media types in a comma-separated list, without ranges such as `image/*`. */
function listedTypes(contentType = ""): string[] {
  return contentType
    .split(",")
    .map((type) => type.trim())
    .filter((type) => type !== "" && !type.includes("*"));
}

function encodeField(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}
