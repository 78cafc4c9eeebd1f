import { textOf } from "../../model/text.js";
import type { Place } from "../../read/place.js";
import { isRequired, propertyBranches, propertyNames } from "../../read/properties.js";
import { isSchemaObject } from "../../read/schema-walk.js";
import { markdownCell, markdownCode } from "../../render/markdown.js";
import type { View } from "../../render/template.js";
import type { EmitInput } from "../emit-input.js";
import { typeExpression } from "../types/type-expression.js";
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
    const text = all
      .map(({ value }) => (isSchemaObject(value) ? textOf(value.description) : undefined))
      .find((found) => found !== undefined);
    return {
      name: markdownCode(name),
      type: markdownCode(typed ? typeExpression(context, typed).toString().replace(/\s+/g, " ") : "unknown"),
      limits: constraintsOf(contracts, all),
      isRequired: isRequired(contracts, place, name),
      description: markdownCell(text ?? ""),
    };
  });
}
