import type { Contracts } from "../../../reader/documents/contracts.js";
import { allowsNull } from "../../../reader/documents/dialects/older-schemas.js";
import {
  branches,
  isRequired,
  propertyBranches,
  propertyNames,
} from "../../../reader/documents/joint-schemas.js";
import type { Place } from "../../../reader/documents/place.js";
import { isSchemaObject, recordOrEmpty } from "../../../reader/documents/schema-walk.js";
import { memberText } from "../../../reader/model/names.js";
import { placeSource } from "../../../reader/model/schemas.js";
import { type Code, code } from "../../../reader/text/code/code.js";
import {
  markdownCell,
  markdownCode,
  markdownProse,
  markdownText,
} from "../../../reader/text/code/markdown.js";
import { translatedPlace } from "../../../reader/validation/dialects/openapi30.js";
import type { Render, TemplateView } from "../../render/template.js";
import type { EmitInput } from "../emit-input.js";
import { type GeneratedFile, sourceLink } from "../file.js";
import { typeExpression } from "../types/type-expression.js";
import { union } from "../types/type-parts.js";
import { constraintsText, typeText } from "./contents.js";

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
): TemplateView {
  const place = translatedPlace(input.contracts, written);
  const value = recordOrEmpty(place.value);
  const description = (memberText(value.description) ?? memberText(value.title) ?? "").trim();
  const properties = propertyRows(input, place);
  const rules = ruleViews(place);
  const limits = constraintsText(input.contracts, branches(input.contracts, place));
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
    source: markdownCode(sourceLink(placeSource(input.contracts, place))),
  };
}

/** A row for each property of an object schema, bases included. */
export function propertyRows(input: EmitInput, place: Place): TemplateView[] {
  return propertyFacts(input, place).map(({ name, type, limits, isRequired, description }) => ({
    name: markdownCode(name),
    type: markdownCode(type),
    limits,
    isRequired,
    description: markdownCell(description),
  }));
}

/** What a page says about a property. */
export interface PropertyFacts {
  readonly name: string;
  /** On one line. */
  readonly type: string;
  /** In Markdown. */
  readonly limits: Code;
  readonly isRequired: boolean;
  readonly description: string;
}

/** What pages say about each property of an object schema, bases included. */
export function propertyFacts({ contracts, names }: EmitInput, place: Place): PropertyFacts[] {
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
      .map(({ value }) => {
        if (!isSchemaObject(value)) return undefined;
        return memberText(value.description);
      })
      .find((found) => found !== undefined);
    return {
      name,
      type: (isNullable ? union([type, code`null`]) : type).toString().replace(/\s+/g, " "),
      limits: constraintsText(contracts, all),
      isRequired: isRequired(contracts, place, name),
      description: text ?? "",
    };
  });
}

/** A rule between the fields of a schema. */
interface Rule {
  readonly rule: string;
  readonly message: string;
  readonly level: string;
  readonly clause?: string;
}

/** The rules between the fields of a schema, its bases excluded. */
function ruleViews(schema: Place): TemplateView[] {
  return placeRules(schema).map(({ rule, message, level, clause }) => ({
    rule: markdownCode(rule),
    message: markdownCell(message),
    level: markdownText(level),
    clause: markdownText(clause ?? ""),
  }));
}

/** All rules of an event, those of its bases and of its properties included. */
export function ruleSentences(contracts: Contracts, payload: Place): Code[] {
  const own = branches(contracts, payload).flatMap(placeRules);
  const inner = propertyNames(contracts, payload).flatMap((name) =>
    propertyBranches(contracts, payload, [name])
      .flatMap(placeRules)
      .map(({ message }) => code`In ${markdownCode(name)}: ${markdownCell(message)}`),
  );
  return [...own.map(({ message }) => markdownCell(message)), ...inner];
}

/** The rules that a schema itself declares. */
export function placeRules({ value }: Place): readonly Rule[] {
  if (isSchemaObject(value) && Array.isArray(value["x-rules"])) return value["x-rules"] as Rule[];
  return [];
}
