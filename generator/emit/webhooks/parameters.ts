import type { HttpOperation, HttpParameter } from "../../model/model.js";
import type { Contracts } from "../../read/contracts.js";
import { below, dereference } from "../../read/place.js";
import { isSchemaObject } from "../../read/schema-walk.js";

/** The headers and query parameters of a request that an API sends; the URL is the receiver's own. */
export function incomingParameters({ parameters }: HttpOperation): HttpParameter[] {
  return parameters.filter((parameter) => parameter.in === "header" || parameter.in === "query");
}

/** Whether the text of a parameter is read by its schema: a string, number or boolean, or a list of these. */
export function isRead(contracts: Contracts, parameter: HttpParameter): boolean {
  return readingOf(contracts, parameter) !== undefined;
}

/** How the text of a parameter is read (`IncomingParameter` of the runtime); `undefined` if it stays a text, unchecked. */
export function readingOf(
  contracts: Contracts,
  parameter: HttpParameter,
): { readonly type?: "number" | "boolean"; readonly list?: "commas" | "repeated" } | undefined {
  const { place, style, explode, contentType, in: where } = parameter;
  const at = dereference(contracts, below(place, "schema"));
  const schema = at.value;
  if (contentType !== undefined || !isSchemaObject(schema)) return undefined;
  const item = scalarOf(schema);
  if (item !== undefined) return item;
  const { value: each } = dereference(contracts, below(at, "items"));
  if (schema.type !== "array" || !isSchemaObject(each)) return undefined;
  const items = scalarOf(each);
  if (items === undefined || style !== (where === "query" ? "form" : "simple")) return undefined;
  return { ...items, list: where === "query" && explode ? "repeated" : "commas" };
}

function scalarOf({
  type,
}: {
  readonly [keyword: string]: unknown;
}): { readonly type?: "number" | "boolean" } | undefined {
  const [only, ...others] = [type].flat().filter((name) => name !== "null");
  if (others.length > 0) return undefined;
  switch (only) {
    case "string":
      return {};
    case "number":
    case "integer":
      return { type: "number" };
    case "boolean":
      return { type: "boolean" };
    default:
      return undefined;
  }
}
