import type { Place } from "../../../reader/documents/place.js";
import { branches } from "../../../reader/documents/properties.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import { sourceOf } from "../../../reader/model/schemas.js";
import { textOf } from "../../../reader/model/text.js";
import { markdownCode, markdownProse, markdownText } from "../../../reader/text/code/markdown.js";
import { translatedPlace } from "../../../reader/validation/dialects/openapi30.js";
import type { Render, View } from "../../render/template.js";
import type { EmitInput } from "../emit-input.js";
import { type GeneratedFile, sourceLink } from "../file.js";
import { constraintsOf } from "./constraints.js";
import { typeText } from "./contents.js";
import { propertyRows } from "./properties.js";
import { ruleViews } from "./rules.js";

/** `reference/schemas.md`: every named schema with its properties and cross-field rules. */
export function emitSchemaReference(input: EmitInput, render: Render): GeneratedFile[] {
  if (input.model.schemas.length === 0) return [];
  const view = { schemas: input.model.schemas.map((schema) => schemaView(input, schema)) };
  return [{ path: "reference/schemas.md", text: render("reference-schemas.md", view) }];
}

/** A schema with its properties and rules. */
export function schemaView(
  input: EmitInput,
  { typeName, place: written }: { readonly typeName: string; readonly place: Place },
): View {
  const place = translatedPlace(input.contracts, written);
  const value = isSchemaObject(place.value) ? place.value : {};
  const description = (textOf(value.description) ?? textOf(value.title) ?? "").trim();
  const properties = propertyRows(input, place);
  const rules = ruleViews(place);
  const limits = constraintsOf(input.contracts, branches(input.contracts, place));
  return {
    name: markdownText(typeName),
    hasDescription: description !== "",
    description: markdownProse(description),
    hasProperties: properties.length > 0,
    properties,
    type: typeText(input, place),
    limits,
    isClosed: value.additionalProperties === false || value.unevaluatedProperties === false,
    hasRules: rules.length > 0,
    rules,
    source: markdownCode(sourceLink(sourceOf(input.contracts, place))),
  };
}
