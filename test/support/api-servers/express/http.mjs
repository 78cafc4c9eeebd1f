/** What all operations share: failures, bodies, parameters, pages. */
import Ajv from "ajv";
import * as schemas from "./schemas.mjs";

/** An answer that is an error: `{ error: { code, message } }`. */
export class Failure extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

function isDate(text) {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const ajv = new Ajv({ discriminator: true, formats: { date: isDate, uuid }, strictTypes: false });
const { queries, ...components } = schemas;
for (const [name, schema] of Object.entries(components))
  ajv.addSchema(withoutExclusiveFlags(schema), `#/components/schemas/${name}`);

/** OpenAPI 3.0 has `exclusiveMinimum: true` beside `minimum`; Ajv knows the later form, a number. */
function withoutExclusiveFlags(schema) {
  if (schema === null || typeof schema !== "object") return schema;
  if (Array.isArray(schema)) return schema.map(withoutExclusiveFlags);
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, withoutExclusiveFlags(value)]),
  );
  if (copy.exclusiveMinimum === true) {
    copy.exclusiveMinimum = copy.minimum;
    delete copy.minimum;
  }
  return copy;
}

/** Returns a body if it is valid by the schema with a name; throws 400 otherwise. */
export function validBody(name, body) {
  if (body === undefined) throw new Failure(400, "body_missing", "The body is missing.");
  const validate = ajv.getSchema(`#/components/schemas/${name}`);
  if (validate(body)) return body;
  const [{ instancePath, message }] = validate.errors;
  throw new Failure(400, "body_invalid", `The body${instancePath} ${message}.`);
}

/** A text as a UUID in lower case, or undefined. */
export function readUuid(text) {
  return uuid.test(text) ? text.toLowerCase() : undefined;
}

/** Reads JSON in UTF-8; throws 400. */
export function parseJson(bytes) {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Failure(400, "body_unreadable", "The body isn't JSON in UTF-8.");
  }
}

/** The parameters of a query string, typed and validated; throws 400. Unknown ones are ignored. */
export function readQuery(url, parameters) {
  const given = splitQuery(url);
  const entries = Object.entries(parameters).flatMap(([name, { schema, separator }]) => {
    const texts = given.filter(([each]) => each === name).map(([, raw]) => raw);
    if (texts.length === 0) return [];
    const value = readParameter(texts, { schema, separator });
    if (ajv.validate(schema, value)) return [[name, value]];
    throw new Failure(400, "parameter_invalid", `The parameter ${name} ${ajv.errors[0].message}.`);
  });
  return Object.fromEntries(entries);
}

/** Names, decoded, and values, still encoded. */
function splitQuery(url) {
  const mark = url.indexOf("?");
  if (mark < 0) return [];
  const parts = url.slice(mark + 1).split("&");
  return parts.map((part) => {
    const [name, ...rest] = part.split("=");
    return [decode(name), rest.join("=")];
  });
}

function readParameter(texts, { schema, separator }) {
  if (schema.type === "array" && separator === undefined) return texts.map(decode);
  if (texts.length > 1) throw new Failure(400, "parameter_repeated", "A parameter is repeated.");
  const [text] = texts;
  // A comma that isn't a separator is encoded.
  if (separator !== undefined) return text === "" ? [] : text.split(separator).map(decode);
  return typed(decode(text), schema.type);
}

function decode(text) {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw new Failure(400, "query_unreadable", "The query string isn't percent-encoded UTF-8.");
  }
}

/** A text as a value of a type; what isn't one stays a text, so that validation refuses it. */
function typed(text, type) {
  if (type === "integer" && /^-?(?:0|[1-9]\d{0,14})$/.test(text)) return Number(text);
  if (type === "number" && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return Number(text);
  if (type === "boolean" && ["true", "false"].includes(text)) return text === "true";
  return text;
}

/** A page of a list, with the headers that lead to the others (RFC 8288). */
export function readPage(all, { page = 1, limit = 10 }, url) {
  const last = Math.max(1, Math.ceil(all.length / limit));
  const [path, query = ""] = url.split("?");
  // The other parameters stay as they are encoded.
  const others = query.split("&").filter((part) => part !== "" && !/^(?:page|limit)(?:=|$)/.test(part));
  const target = (number) => `<${path}?${[...others, `page=${number}`, `limit=${limit}`].join("&")}>`;
  const links = [`${target(1)}; rel="first"`, `${target(last)}; rel="last"`];
  if (page < last) links.push(`${target(page + 1)}; rel="next"`);
  if (page > 1) links.push(`${target(Math.min(page - 1, last))}; rel="prev"`);
  const start = (page - 1) * limit;
  return {
    items: all.slice(start, start + limit),
    headers: { "x-total-count": String(all.length), link: links.join(", ") },
  };
}
