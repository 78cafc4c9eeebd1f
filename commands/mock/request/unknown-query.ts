import { didYouMean } from "@oipkit/runtime/nearest-names";
import { below, childPlaces } from "../../../reader/documents/place.js";
import type { HttpParameter } from "../../../reader/model/model.js";
import { SchemaError } from "../../../reader/validation/violation.js";
import type { MockOperation } from "../contract/operations.js";
import { hasSchema, type MockSchemas } from "../contract/schemas.js";
import { finding, type MockFinding } from "../exchange.js";
import type { NameValuePair } from "./styled.js";
import { allows, bracketParts, createShape, propertyNames } from "./texts.js";

/** The findings about names in a query that belong to no parameter. */
export function unknownQuery(
  { parameters, schemes }: MockOperation,
  pairs: readonly NameValuePair[],
  schemas: MockSchemas,
): readonly MockFinding[] {
  const declared = parameters.filter((each) => each.in === "query");
  const deep = new Set(declared.filter(({ style }) => style === "deepObject").map(({ name }) => name));
  const keys = schemes.flatMap(({ in: where, key }) => (where === "query" && key !== undefined ? [key] : []));
  const known = new Set([...declared.map(({ name }) => name), ...keys]);
  for (const parameter of declared) {
    const members = memberNames(parameter, schemas);
    // Any name may be a member of such an object.
    if (members === "any") return [];
    for (const name of members) known.add(name);
  }
  const names = [...new Set(pairs.map(({ name }) => name))];
  return names
    .filter((name) => !known.has(name) && !deep.has(bracketParts(name)[0] ?? ""))
    .map((name) => {
      const message = `the operation has no query parameter \`${name}\`${didYouMean(name, [...known])}`;
      const help = "Remove it, check its spelling, or declare it in the contract.";
      return finding({ side: "request", in: "query", name }, { code: "unknown-parameter", message, help });
    });
}

/** The names that an exploded object has in the query instead of its own; `any` if its schema says that it has others. */
function memberNames(parameter: HttpParameter, schemas: MockSchemas): ReadonlySet<string> | "any" {
  const none = new Set<string>();
  const { style, explode, isScalar, place, name } = parameter;
  if (style !== "form" || !explode || isScalar || childPlaces(below(place, "content")).length > 0)
    return none;
  const schema = below(place, "schema");
  // Without a schema, it is a value like any other.
  if (!hasSchema(schema)) return none;
  try {
    const shape = createShape([schemas.node(schema, "request")]);
    if (!allows(shape, "object")) return none;
    const members = propertyNames(shape);
    const isOpen = shape.parts.some(
      ({ additionalProperties = false, patternProperties }) =>
        additionalProperties !== false || patternProperties !== undefined,
    );
    // An object that says nothing of its members has those that are sent.
    return isOpen || members.size === 0 ? "any" : new Set([name, ...members]);
  } catch (error) {
    if (error instanceof SchemaError) return "any";
    throw error;
  }
}
