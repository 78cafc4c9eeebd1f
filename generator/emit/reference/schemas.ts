import type { SchemaType } from "../../model/model.js";
import { textOf } from "../../model/text.js";
import { branches } from "../../read/properties.js";
import { isSchemaObject } from "../../read/schema-walk.js";
import { markdownCell, markdownCode, markdownProse, markdownText } from "../../render/markdown.js";
import type { Render, View } from "../../render/template.js";
import type { EmitInput } from "../emit-input.js";
import { type GeneratedFile, sourceLink } from "../file.js";
import { typeExpression } from "../types/type-expression.js";
import { constraintsOf } from "./constraints.js";
import { propertyRows } from "./properties.js";

/** `reference/schemas.md`: every named schema with its properties and cross-field rules. */
export function emitSchemaReference(input: EmitInput, render: Render): GeneratedFile[] {
  if (input.model.schemas.length === 0) return [];
  const view = { schemas: input.model.schemas.map((schema) => schemaView(input, schema)) };
  return [{ path: "reference/schemas.md", text: render("reference-schemas.md", view) }];
}

function schemaView(input: EmitInput, { typeName, place, source }: SchemaType): View {
  const value = isSchemaObject(place.value) ? place.value : {};
  const properties = propertyRows(input, place);
  const rules = Array.isArray(value["x-rules"])
    ? (value["x-rules"] as { rule: string; message: string; level: string; clause?: string }[])
    : [];
  const limits = constraintsOf(input.contracts, branches(input.contracts, place));
  const type = typeExpression({ contracts: input.contracts, names: input.names, use: () => {} }, place);
  return {
    name: markdownText(typeName),
    description: markdownProse(textOf(value.description) ?? textOf(value.title) ?? ""),
    hasProperties: properties.length > 0,
    properties,
    type: markdownCode(type.toString()),
    hasLimits: !limits.isEmpty,
    limits,
    hasRules: rules.length > 0,
    rules: rules.map(({ rule, message, level, clause }) => ({
      rule: markdownCode(rule),
      message: markdownCell(message),
      level: markdownText(level),
      clause: markdownText(clause ?? ""),
    })),
    source: markdownCode(sourceLink(source)),
  };
}
