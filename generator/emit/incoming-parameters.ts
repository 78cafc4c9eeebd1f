import type { Contracts } from "../../reader/documents/contracts.js";
import { declaredTypes, jointSchemas } from "../../reader/documents/joint-schemas.js";
import { below, type Place } from "../../reader/documents/place.js";
import { isSchemaObject } from "../../reader/documents/schema-walk.js";
import { isJsonMedia } from "../../reader/model/http-subjects.js";
import type { HttpOperation, HttpParameter } from "../../reader/model/model.js";

/** The headers and query parameters of a request that an API sends; the URL is the receiver's own. */
export function incomingParameters({ parameters }: HttpOperation): HttpParameter[] {
  return parameters.filter((parameter) => parameter.in === "header" || parameter.in === "query");
}

/** Whether the text of a parameter is read by its schema: a string, number or boolean, or a list of these. */
export function isRead(contracts: Contracts, parameter: HttpParameter): boolean {
  return parameterReading(contracts, parameter) !== undefined;
}

/** How the text of a parameter is read. */
interface TextReading {
  /** The text is JSON. */
  readonly json?: true;
  readonly type?: "number" | "boolean";
  readonly list?: "commas" | "repeated";
}

/** How the text of a parameter is read (`IncomingParameter` of the runtime); `undefined` if it stays a text, unchecked. */
export function parameterReading(
  contracts: Contracts,
  parameter: Pick<HttpParameter, "place" | "in" | "style" | "explode" | "contentType">,
): TextReading | undefined {
  const { place, style, explode, contentType, in: where } = parameter;
  if (contentType !== undefined) {
    if (!isJsonMedia(contentType)) return undefined;
    return { json: true };
  }
  const schema = below(place, "schema");
  const item = scalarAt(contracts, schema);
  if (item !== undefined) return item;
  if (onlyType(contracts, schema) !== "array") return undefined;
  const lists = jointSchemas(contracts, schema).filter(
    ({ value }) => isSchemaObject(value) && "items" in value,
  );
  const items = lists
    .map((list) => scalarAt(contracts, below(list, "items")))
    .find((each) => each !== undefined);
  if (items === undefined || style !== (where === "query" ? "form" : "simple")) return undefined;
  return { ...items, list: where === "query" && explode ? "repeated" : "commas" };
}

function scalarAt(contracts: Contracts, schema: Place): Pick<TextReading, "type"> | undefined {
  switch (onlyType(contracts, schema)) {
    case "string":
      return {};
    case "number":
      return { type: "number" };
    case "boolean":
      return { type: "boolean" };
    default:
      return undefined;
  }
}

/** The type of a schema's values, but for null; `undefined` if there are several. */
function onlyType(contracts: Contracts, schema: Place): string | undefined {
  const types = new Set(
    declaredTypes(contracts, schema)
      ?.filter((name) => name !== "null")
      .map((name) => (name === "integer" ? "number" : name)),
  );
  if (types.size === 1) return [...types][0];
  return undefined;
}
