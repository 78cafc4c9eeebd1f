/** What all operations share: problems, bodies, parameters, pages and entity tags. */
import { createHash } from "node:crypto";
import Ajv2020 from "ajv/dist/2020.js";
import { formats } from "./formats.mjs";
import * as schemas from "./schemas.mjs";

/** An answer that is an error, as `application/problem+json` (RFC 9457). */
export class Problem extends Error {
  constructor(status, title, details = {}) {
    super(title);
    this.status = status;
    this.headers = details.headers ?? {};
    this.errors = details.errors;
  }
}

const ajv = new Ajv2020({ formats, allErrors: false, strict: true, allowUnionTypes: true });
ajv.addSchema(schemas.Guest, "#/components/schemas/Guest");
const compiled = new Map();

function findErrors(schema, value) {
  if (!compiled.has(schema)) compiled.set(schema, ajv.compile(schema));
  const validate = compiled.get(schema);
  if (validate(value)) return [];
  return validate.errors.map(({ instancePath, message }) => ({ pointer: instancePath, message }));
}

/** Returns a body if it is valid; throws 422 otherwise. */
export function validBody(schema, body) {
  if (body === undefined) throw new Problem(400, "the body is missing");
  const errors = findErrors(schema, body);
  if (errors.length > 0) throw new Problem(422, "the body isn't valid", { errors });
  return body;
}

/** A parser of bodies for Fastify: UTF-8, JSON; the last of several equal keys counts. */
export function parseJson(request, payload, done) {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(request.headers["content-type"])?.[1] ?? "utf-8";
  if (charset.toLowerCase() !== "utf-8") return done(new Problem(415, "the charset must be utf-8"));
  try {
    done(null, JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload)));
  } catch {
    done(new Problem(400, "the body isn't JSON in UTF-8"));
  }
}

/** The parameters of a query string, typed and validated by their schemas; throws 400. Unknown ones are ignored. */
export function readQuery(url, parameters) {
  const mark = url.indexOf("?");
  const query = splitQuery(mark < 0 ? "" : url.slice(mark + 1));
  const entries = Object.entries(parameters).flatMap(([name, schema]) => {
    const texts = query.get(name);
    if (texts === undefined) return [];
    const value = schema.type === "array" ? texts : typed(texts, schema.type);
    const errors = findErrors(schema, value);
    if (errors.length > 0) throw new Problem(400, `the parameter ${name} isn't valid`, { errors });
    return [[name, value]];
  });
  return Object.fromEntries(entries);
}

function splitQuery(text) {
  const found = new Map();
  for (const part of text.split("&").filter((each) => each !== "")) {
    const [name, ...rest] = part.split("=").map(decode);
    found.set(name, [...(found.get(name) ?? []), rest.join("=")]);
  }
  return found;
}

function decode(text) {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw new Problem(400, "the query string isn't percent-encoded UTF-8");
  }
}

/** One text as a value of a type; what isn't one stays, so that validation refuses it. */
function typed(texts, type) {
  if (texts.length > 1) return texts;
  const [text] = texts;
  if (type === "integer" && /^-?(?:0|[1-9]\d{0,14})$/.test(text)) return Number(text);
  return text;
}

/** A path parameter in its canonical form; throws 400 unless it is a UUID. */
export function readId(text) {
  if (findErrors(schemas.id, text).length > 0) throw new Problem(400, "the id isn't a UUID");
  return text.toLowerCase();
}

/** The strong entity tag of a stored object. */
export function entityTag(stored) {
  const digest = createHash("sha256").update(`${stored.id} ${stored.version}`).digest("base64url");
  return `"${digest.slice(0, 22)}"`;
}

function tagsIn(header) {
  return header.split(",").map((tag) => tag.trim());
}

/** Throws 412 unless an `If-Match` header, if there is one, names the current entity tag. */
export function checkIfMatch(header, current) {
  if (header === undefined || header.trim() === "*" || tagsIn(header).includes(current)) return;
  throw new Problem(412, "the object has changed");
}

/** Whether an `If-None-Match` header names the current entity tag, weakly compared. */
export function isUnchanged(header, current) {
  if (header === undefined) return false;
  return header.trim() === "*" || tagsIn(header).some((tag) => tag.replace(/^W\//, "") === current);
}

/** A page of a list in a stable order, and the cursor of the next one or null. Throws 400 for a foreign cursor. */
export function readPage(all, { limit = 20, after }) {
  const start = after === undefined ? 0 : all.findIndex(({ serial }) => serial > readCursor(after));
  const rest = start < 0 ? [] : all.slice(start);
  const items = rest.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rest.length > limit ? writeCursor(last.serial) : null };
}

function writeCursor(serial) {
  return Buffer.from(`after:${serial}`).toString("base64url");
}

function readCursor(cursor) {
  const serial = /^after:(\d{1,15})$/.exec(Buffer.from(cursor, "base64url").toString("latin1"))?.[1];
  if (serial === undefined || writeCursor(Number(serial)) !== cursor)
    throw new Problem(400, "the cursor isn't one that this API has issued");
  return Number(serial);
}
