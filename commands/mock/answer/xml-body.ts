import { maxJsonDepth } from "@oipkit/runtime/json-depth";
import type { Place } from "../../../reader/documents/place.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import { xml } from "../../../reader/text/xml.js";
import { type Applying, appliedSchemas, memberPlaces, schemaMembers } from "../contract/applied-schemas.js";

/** A value, and the schemas that describe it. */
interface XmlValue {
  readonly places: readonly Place[];
  readonly value: unknown;
  /** What it is called if its schema doesn't say. */
  readonly name: string;
}

/** What OpenAPI's `xml` says of a value. */
interface XmlSettings {
  readonly name: string;
  readonly kind: "element" | "attribute" | "text" | "none";
  /** Whether a list has an element around it. */
  readonly wrapped: boolean;
  /** The declaration of its namespace, with a space before it; may be empty. */
  readonly declaration: string;
}

/** A name of XML, with a prefix at most. Letters beyond these are left out, as few contracts have them. */
const xmlName =
  /^[A-Za-z_\u00c0-\uffee][\w.\u00b7-\uffee-]*(?::[A-Za-z_\u00c0-\uffee][\w.\u00b7-\uffee-]*)?$/;

class NoXml extends Error {}

/**
 * A value as an XML document, by the `xml` objects of its schemas: names, attributes, wrapped lists, namespaces and prefixes. Properties that are
 * null are left out. `undefined` if something in it has no name in XML.
 */
export function xmlBody(applying: Applying, schema: Place, value: unknown): string | undefined {
  try {
    const root = { places: [schema], value, name: rootName(schema) };
    const text = Array.isArray(value) ? wrappedList(applying, root, 0) : element(applying, root, 0);
    return `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`;
  } catch (error) {
    if (error instanceof NoXml) return undefined;
    throw error;
  }
}

/** The name of the component that a schema refers to or is. */
function rootName(schema: Place): string {
  const { $ref } = schemaMembers(schema);
  const name = typeof $ref === "string" ? ($ref.split("/").at(-1) ?? "") : "";
  return xmlName.test(name) ? name : "root";
}

/** A list at the top, where no elements can follow each other. */
function wrappedList(applying: Applying, given: XmlValue, depth: number): string {
  const { name, declaration } = settings(applying, given);
  return `<${name}${declaration}>${items(applying, { ...given, name }, depth)}</${name}>`;
}

function items(applying: Applying, { places, value, name }: XmlValue, depth: number): string {
  const lists = appliedSchemas(applying, places, value);
  return (value as readonly unknown[])
    .map((item, at) => {
      const inner = { places: lists.flatMap((place) => memberPlaces(place, at)), value: item, name };
      return member(applying, inner, depth + 1);
    })
    .join("");
}

/** A property or an item as elements. */
function member(applying: Applying, given: XmlValue, depth: number): string {
  const { value } = given;
  if (value === null || value === undefined) return "";
  if (!Array.isArray(value)) return element(applying, given, depth);
  const { name, wrapped } = settings(applying, given);
  // The name of a list that isn't wrapped isn't that of its items.
  if (wrapped) return wrappedList(applying, { ...given, name }, depth);
  return items(applying, given, depth);
}

function element(applying: Applying, given: XmlValue, depth: number): string {
  if (depth > maxJsonDepth) throw new NoXml();
  const { name, declaration } = settings(applying, given);
  const { value, places } = given;
  if (typeof value !== "object" || value === null) return `<${name}${declaration}>${scalar(value)}</${name}>`;
  const applied = appliedSchemas(applying, places, value);
  let attributes = "";
  let content = "";
  for (const [key, each] of Object.entries(value)) {
    if (each === null || each === undefined) continue;
    const inner = {
      places: applied.flatMap((place) => memberPlaces(place, key)),
      value: each as unknown,
      name: key,
    };
    const { kind, name: own, declaration: namespace } = settings(applying, inner);
    if (kind === "attribute") attributes += ` ${own}="${scalar(each)}"${namespace}`;
    else if (kind === "text") content += scalar(each);
    else content += member(applying, inner, depth + 1);
  }
  return `<${name}${declaration}${attributes}>${content}</${name}>`;
}

function scalar(value: unknown): string {
  if (Array.isArray(value)) return value.map(scalar).join(" ");
  if (typeof value === "object" && value !== null) throw new NoXml();
  return xml(String(value ?? ""));
}

function settings(applying: Applying, { places, value, name }: XmlValue): XmlSettings {
  const merged: Record<string, unknown> = {};
  // What is nearest to the value comes first.
  for (const place of appliedSchemas(applying, places, value)) {
    const { xml: own } = schemaMembers(place);
    if (!isSchemaObject(own)) continue;
    for (const [key, each] of Object.entries(own)) if (!Object.hasOwn(merged, key)) merged[key] = each;
  }
  const { prefix, namespace, nodeType, attribute, wrapped } = merged;
  const local = typeof merged.name === "string" ? merged.name : name;
  const full = typeof prefix === "string" && prefix !== "" ? `${prefix}:${local}` : local;
  if (!xmlName.test(full)) throw new NoXml();
  return {
    name: full,
    kind: attribute === true ? "attribute" : xmlKind(nodeType),
    wrapped: wrapped === true || (Array.isArray(value) && nodeType === "element"),
    declaration: declared(prefix, namespace),
  };
}

/** `nodeType` is OpenAPI 3.2's. */
function xmlKind(nodeType: unknown): XmlSettings["kind"] {
  if (nodeType === "attribute" || nodeType === "none") return nodeType;
  if (nodeType === "text" || nodeType === "cdata") return "text";
  return "element";
}

function declared(prefix: unknown, namespace: unknown): string {
  if (typeof namespace !== "string" || namespace === "") return "";
  const name = typeof prefix === "string" && prefix !== "" ? `xmlns:${prefix}` : "xmlns";
  return ` ${name}="${xml(namespace)}"`;
}
