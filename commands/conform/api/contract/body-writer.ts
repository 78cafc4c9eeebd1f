import type { Contracts } from "../../../../reader/documents/contracts.js";
import { propertyBranches, propertyNames } from "../../../../reader/documents/joint-schemas.js";
import { below, type Place } from "../../../../reader/documents/place.js";
import { isSchemaObject } from "../../../../reader/documents/schema-walk.js";
import type { FieldEncoding } from "../../../../reader/model/model.js";
import { json } from "../../../../reader/text/json.js";
import type { Node } from "../../../../reader/validation/nodes/node.js";
import { holds } from "../../../../reader/validation/synthesis/search.js";
import { contentKind, isXml, type MockOperation, xmlBody } from "../../../mock/index.js";

/** A body as it is sent. */
export interface WrittenBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The media type with its parameters. */
  readonly type: string;
}

/** Writes the bodies of one operation. */
export interface BodyWriter {
  /** A value in one of the operation's media types; what has no form of its own in it is written as JSON. */
  write(type: string, value: unknown): WrittenBody;
  /** The members of the operation's multipart form that are files. */
  readonly files: ReadonlySet<string>;
  /** The members of bodies that the contract says may be ignored. */
  readonly ignored: ReadonlySet<string>;
}

/** Between the parts of a form; the same in each run, so that a run can be repeated to the byte. */
const boundary = "oipkit-5f0c9b3e81d74a26";

const encoder = new TextEncoder();

/** What a writer asks of a contract. */
interface WriterContract {
  readonly contracts: Contracts;
  /** The schema of values that a client sends. `undefined` if it can't be used. */
  readonly requestNode: (schema: Place) => Node | undefined;
}

/** The writer of an operation's bodies. */
export function bodyWriter(operation: MockOperation, contract: WriterContract): BodyWriter {
  let files: ReadonlySet<string> | undefined;
  let ignored: ReadonlySet<string> | undefined;
  return {
    get files() {
      files ??= fileMembers(operation, contract);
      return files;
    },
    get ignored() {
      ignored ??= ignoredMembers(operation, contract);
      return ignored;
    },
    write(type, value) {
      const kind = contentKind(type);
      if (kind === "form")
        return { bytes: encoder.encode(formText(value, operation.body?.encoding?.[type] ?? {})), type };
      if (kind === "multipart" && isMembers(value)) {
        const written = parts(value, { files: this.files, types: partTypes(operation, type) });
        return { bytes: multipartBytes(written), type: `${type}; boundary=${boundary}` };
      }
      if (isXml(type) && typeof value !== "string") {
        const place = operation.body?.media.find(([name]) => name === type)?.[1];
        const text = place && xmlBody(xmlApplying(contract), below(place, "schema"), value);
        if (text !== undefined) return { bytes: encoder.encode(text), type };
      }
      const isText = typeof value === "string" && kind !== "json";
      return { bytes: encoder.encode(isText ? value : json(value)), type };
    },
  };
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function formText(value: unknown, encodings: Readonly<Record<string, FieldEncoding>>): string {
  if (!isMembers(value)) return "";
  return Object.entries(value)
    .flatMap(([name, member]) => {
      const encoding = Object.hasOwn(encodings, name) ? (encodings[name] ?? {}) : {};
      return formPairs(name, member, encoding);
    })
    .map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`)
    .join("&");
}

/** A member as its Encoding Object says; without one, a list has a pair for each item, and an object is JSON. */
function formPairs(
  name: string,
  member: unknown,
  { style, explode = true }: FieldEncoding,
): readonly (readonly [name: string, text: string])[] {
  if (style === "deepObject" && typeof member === "object" && member !== null)
    return Object.entries(member).flatMap(([key, each]) => formPairs(`${name}[${key}]`, each, { style }));
  if (Array.isArray(member) && !explode) return [[name, member.map(plainText).join(",")]];
  return [member].flat().map((item) => [name, plainText(item)]);
}

/** A value where texts aren't quoted: in a query, a header or a form. */
export function plainText(value: unknown): string {
  return typeof value === "string" ? value : json(value);
}

/** A part of a multipart form. */
interface Part {
  readonly name: string;
  readonly content: Uint8Array;
  readonly isFile: boolean;
  readonly type: string | undefined;
}

interface PartSettings {
  readonly files: ReadonlySet<string>;
  /** By the names of members. */
  readonly types: ReadonlyMap<string, string>;
}

/** The members of a value as parts; a list is one part for each item (OpenAPI 3.1, "Encoding Object"). */
function parts(value: Readonly<Record<string, unknown>>, { files, types }: PartSettings): readonly Part[] {
  return Object.entries(value).flatMap(([name, member]) =>
    [member].flat().map((item: unknown): Part => {
      const isFile = files.has(name) && typeof item === "string";
      const usual = isFile ? "application/octet-stream" : jsonType(item);
      const content = isFile ? fileBytes(item) : encoder.encode(plainText(item));
      return { name, content, isFile, type: types.get(name) ?? usual };
    }),
  );
}

function jsonType(item: unknown): string | undefined {
  return typeof item === "object" && item !== null ? "application/json" : undefined;
}

/** The bytes of a file whose characters stand for bytes, as far as they can. */
function fileBytes(text: string): Uint8Array {
  return Buffer.from(text, /^[\0-\xff]*$/.test(text) ? "latin1" : "utf8");
}

function multipartBytes(all: readonly Part[]): Uint8Array<ArrayBuffer> {
  const pieces = all.flatMap(({ name, content, isFile, type }) => {
    const file = isFile ? `; filename="oipkit.bin"` : "";
    const own = type === undefined ? "" : `\r\nContent-Type: ${type}`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${file}${own}\r\n\r\n`;
    return [Buffer.from(head), content, Buffer.from("\r\n")];
  });
  return new Uint8Array(Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]));
}

/** As browsers write names (HTML, "multipart/form-data encoding algorithm"). */
function quoted(name: string): string {
  return name.replace(/["\r\n]/g, encodeURIComponent);
}

/** The media types that the contract names for members, the first of several; a range stands for no type. */
function partTypes(operation: MockOperation, type: string): ReadonlyMap<string, string> {
  const found = Object.entries(operation.body?.encoding?.[type] ?? {}).map(
    ([name, { contentType = "" }]): readonly [string, string] => [
      name,
      (contentType.split(",")[0] ?? "").trim(),
    ],
  );
  return new Map(found.filter(([, named]) => named !== "" && !named.includes("*")));
}

function xmlApplying({ contracts, requestNode }: WriterContract): Parameters<typeof xmlBody>[0] {
  return {
    contracts,
    accepts: (place, value) => {
      const node = requestNode(place);
      return node !== undefined && holds(node, value);
    },
  };
}

function fileMembers(operation: MockOperation, { contracts }: WriterContract): ReadonlySet<string> {
  const media = operation.body?.media.find(([type]) => contentKind(type) === "multipart");
  if (media === undefined) return new Set();
  const [type, place] = media;
  const types = partTypes(operation, type);
  const schema = below(place, "schema");
  const found = propertyNames(contracts, schema).filter((name) => {
    const whole = propertyBranches(contracts, schema, [name]);
    const items = whole.flatMap((each) => propertyBranches(contracts, below(each, "items"), []));
    return isBinary(types.get(name)) || [...whole, ...items].some(isFile);
  });
  return new Set(found);
}

function ignoredMembers(operation: MockOperation, { contracts }: WriterContract): ReadonlySet<string> {
  const found = (operation.body?.media ?? []).flatMap(([, place]) => {
    const schema = below(place, "schema");
    return propertyNames(contracts, schema).filter((name) =>
      propertyBranches(contracts, schema, [name]).some(saysIgnored),
    );
  });
  return new Set(found);
}

function saysIgnored({ value }: Place): boolean {
  const { description } = (value ?? {}) as { readonly description?: unknown };
  return typeof description === "string" && /\bignored\b|\bno effect\b/i.test(description);
}

/** Whether a schema describes bytes: OpenAPI 3.0 calls their format `binary`, JSON Schema names their media type. */
function isFile({ value }: Place): boolean {
  if (!isSchemaObject(value)) return false;
  const { format, contentMediaType, contentEncoding } = value;
  const isMedia = typeof contentMediaType === "string" && isBinary(contentMediaType);
  return format === "binary" || (isMedia && contentEncoding === undefined);
}

function isBinary(type: string | undefined): boolean {
  return type !== undefined && contentKind(type) === "other";
}
