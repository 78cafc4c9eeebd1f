import { memberOf, type PathItem } from "../../../reader/documents/openapi/path-items.js";
import { below, dereference, entriesOf, type Place } from "../../../reader/documents/place.js";
import type { Flow, Part } from "../part.js";
import { recordOf } from "../record.js";
import type { Api } from "./api.js";

interface Where {
  readonly operation: Place;
  readonly item: PathItem;
  readonly path: string;
  readonly flow: Flow;
}

/** Header parameters of these names are ignored (OpenAPI 3.1, Parameter Object). */
const ignoredHeaders = new Set(["accept", "content-type", "authorization"]);

/** The parameters of an operation. Those of the path item count, too, unless the operation has its own. */
export function parameterParts(api: Api, { operation, item, path, flow }: Where): Part[] {
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  const parts = new Map<string, Part>();
  for (const list of [memberOf(item, "parameters"), below(operation, "parameters")])
    for (const [, entry] of itemsOf(list)) {
      const place = dereference(api.contracts, entry);
      const value = recordOf(place.value);
      if (typeof value.name !== "string" || typeof value.in !== "string") continue;
      const isHeader = value.in === "header";
      const name = isHeader ? value.name.toLowerCase() : value.name;
      if (isHeader && ignoredHeaders.has(name)) continue;
      const key = value.in === "path" ? `path ${names.indexOf(name)}` : `${value.in} ${name}`;
      parts.set(key, {
        kind: "parameter",
        key,
        title: `${value.in} parameter \`${value.name}\``,
        at: place,
        flow,
        ...schemaOf(place),
        facts: {
          required: { value: value.required === true || value.in === "path" },
          form: { value: formOf(value) },
          deprecated: { value: value.deprecated === true },
        },
      });
    }
  return [...parts.values()];
}

/** The schema of a parameter or header: its own, or that of its one media type. */
export function schemaOf(place: Place): { readonly schema?: Place } {
  const own = below(place, "schema");
  if (own.value !== undefined) return { schema: own };
  const [first] = entriesOf(below(place, "content"));
  const schema = first === undefined ? undefined : below(first[1], "schema");
  return schema?.value === undefined ? {} : { schema };
}

const defaultStyles: Readonly<Record<string, string>> = {
  path: "simple",
  header: "simple",
  query: "form",
  cookie: "form",
};

/** How the value is written, with the defaults of OpenAPI 3.1 (Parameter Object). */
export function formOf({ in: location = "header", ...value }: Record<string, unknown>): unknown {
  if (value.content !== null && typeof value.content === "object") return Object.keys(value.content);
  const style = value.style ?? defaultStyles[String(location)];
  return {
    style,
    explode: value.explode ?? style === "form",
    allowReserved: value.allowReserved === true,
  };
}

function itemsOf({ document, tokens, value }: Place): [string, Place][] {
  if (!Array.isArray(value)) return [];
  return value.map((item, at) => [
    String(at),
    { document, tokens: [...tokens, String(at)], value: item as unknown },
  ]);
}
