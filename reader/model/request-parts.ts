import { isOpenApi } from "../documents/contract-kind.js";
import type { Contracts } from "../documents/contracts.js";
import { declaredTypes } from "../documents/joint-schemas.js";
import { defaultStyle, explodesByDefault, type PathItem } from "../documents/openapi/path-items.js";
import { hasItems } from "../documents/openapi/version32.js";
import { below, childPlaces, dereference, type Place } from "../documents/place.js";
import { numbered, words } from "../documents/words.js";
import type { FieldEncoding, HttpBody, HttpParameter } from "./model.js";
import { camelCase, memberText, pascalCase } from "./names.js";

/** Keys of a request that aren't parameters. */
const taken = new Set(["body", "contentType"]);

/** Headers that OpenAPI says are not parameters. */
const ignoredHeaders = new Set(["accept", "content-type", "authorization"]);

/** The parameters of an operation: its own, and those of its path item that it doesn't override. */
export function operationParameters(contracts: Contracts, item: PathItem, operation: Place): HttpParameter[] {
  const found = new Map<string, Place>();
  for (const holder of [...item, operation]) {
    for (const place of listed(contracts, holder)) {
      if (!isParameter(place)) continue;
      const { name, in: where } = place.value as { name: string; in: string };
      if (where === "header" && ignoredHeaders.has(name.toLowerCase())) continue;
      // `checkVersion32` reports it: the query in a form of its own.
      if (where === "querystring") continue;
      found.set(`${where} ${name}`, place);
    }
  }
  const keys = new Set<string>(taken);
  return [...found.values()].map((place) => parameter(contracts, place, keys));
}

/** A reader that doesn't check documents first meets others, too. */
function isParameter({ value }: Place): boolean {
  const { name, in: where } = (value ?? {}) as { name?: unknown; in?: unknown };
  return typeof name === "string" && typeof where === "string";
}

function listed(contracts: Contracts, holder: Place): Place[] {
  const { parameters } = holder.value as { parameters?: unknown };
  if (!Array.isArray(parameters)) return [];
  return parameters.map((_, index) => dereference(contracts, below(holder, "parameters", String(index))));
}

function parameter(contracts: Contracts, place: Place, keys: Set<string>): HttpParameter {
  const value = place.value as Record<string, unknown>;
  const name = String(value.name);
  const where = value.in as HttpParameter["in"];
  const key = freeKey(name, where, keys);
  const style = memberText(value.style) ?? defaultStyle(where);
  const [content] = childPlaces(below(place, "content"));
  return {
    name,
    in: where,
    key,
    required: value.required === true,
    style,
    explode: typeof value.explode === "boolean" ? value.explode : explodesByDefault(style),
    allowReserved: value.allowReserved === true,
    place,
    isScalar: isScalar(contracts, below(place, "schema")),
    description: memberText(value.description),
    contentType: content?.[0],
  };
}

/** Whether the schema's `type` allows only strings, numbers and booleans. */
function isScalar(contracts: Contracts, schema: Place): boolean {
  const scalars = ["string", "number", "integer", "boolean", "null"];
  return declaredTypes(contracts, schema)?.every((name) => scalars.includes(name)) ?? false;
}

/** Path and query parameters keep their names, headers and cookies become camelCase. A clashing name is prefixed with its place. */
function freeKey(name: string, where: HttpParameter["in"], keys: Set<string>): string {
  const isRenamed = (where === "header" || where === "cookie") && words(name).length > 0;
  const wanted = isRenamed ? camelCase(name) : name;
  let key = keys.has(wanted) ? `${where}${pascalCase(name)}` : wanted;
  for (let number = 2; keys.has(key); number++) key = numbered(`${where}${pascalCase(name)}`, number);
  keys.add(key);
  return key;
}

/** The body of an operation's requests. */
export function operationBody(contracts: Contracts, reference: Place): HttpBody | undefined {
  if (reference.value === undefined) return undefined;
  const place = dereference(contracts, reference);
  const media = childPlaces(below(place, "content"));
  if (media.length === 0) return undefined;
  const encodings = media.flatMap(([type, each]) => {
    const found = fieldEncodings(type, below(each, "encoding"));
    if (found.length === 0) return [];
    return [[type, Object.fromEntries(found)] as const];
  });
  return {
    required: (place.value as { required?: unknown }).required === true,
    contentTypes: media.map(([type]) => type),
    hasItems: media.some(([type, each]) => hasItems(contracts, type, each)),
    encoding: encodings.length === 0 ? undefined : Object.fromEntries(encodings),
  };
}

/** Encodings apply to forms only. */
function fieldEncodings(contentType: string, place: Place): [string, FieldEncoding][] {
  const form = /^(?:application\/x-www-form-urlencoded|(multipart\/form-data))\s*(?:;|$)/i.exec(contentType);
  if (form === null) return [];
  return childPlaces(place).flatMap(([name, { value }]): [string, FieldEncoding][] => {
    const { style, explode, allowReserved, contentType: type } = (value ?? {}) as Record<string, unknown>;
    // OpenAPI 3.0 ignores styles in multipart bodies. Contracts that give one nevertheless mean it (Stripe's, for
    // example), unless it is the default, which a popular generator gives to everything, files included.
    const isIgnored =
      form[1] !== undefined && style !== "deepObject" && isOpenApi(place.document.value, "3.0");
    if (!isIgnored && [style, explode, allowReserved].some((each) => each !== undefined)) {
      const named = memberText(style) ?? "form";
      const isDefault = explode === undefined || explode === explodesByDefault(named);
      return [[name, { style: named, ...(!isDefault && { explode: explode === true }) }]];
    }
    if (typeof type === "string") return [[name, { contentType: type }]];
    return [];
  });
}
