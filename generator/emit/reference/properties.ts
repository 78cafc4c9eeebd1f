import { allowsNull } from "../../../reader/documents/dialects/nullable.js";
import type { Place } from "../../../reader/documents/place.js";
import { isRequired, propertyBranches, propertyNames } from "../../../reader/documents/properties.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import { textOf } from "../../../reader/model/text.js";
import { code } from "../../../reader/text/code/code.js";
import { markdownCell, markdownCode } from "../../../reader/text/code/markdown.js";
import type { View } from "../../render/template.js";
import type { EmitInput } from "../emit-input.js";
import { typeExpression, union } from "../types/type-expression.js";
import { constraintsOf } from "./constraints.js";

/** A row for each property of an object schema, bases included. */
export function propertyRows({ contracts, names }: EmitInput, place: Place): View[] {
  const context = { contracts, names, use: () => {} };
  return propertyNames(contracts, place).map((name) => {
    const all = propertyBranches(contracts, place, [name]);
    const typed =
      all.find(
        ({ value }) =>
          isSchemaObject(value) && (typeof value.$ref === "string" || "const" in value || "enum" in value),
      ) ?? all[0];
    const type = typed === undefined ? code`unknown` : typeExpression(context, typed);
    const own = all[0]?.value;
    const isNullable = typed !== all[0] && isSchemaObject(own) && allowsNull(own);
    const text = all
      .map(({ value }) => (isSchemaObject(value) ? textOf(value.description) : undefined))
      .find((found) => found !== undefined);
    return {
      name: markdownCode(name),
      type: markdownCode((isNullable ? union([type, code`null`]) : type).toString().replace(/\s+/g, " ")),
      limits: constraintsOf(contracts, all),
      isRequired: isRequired(contracts, place, name),
      description: markdownCell(text ?? ""),
    };
  });
}
