import type { Contracts } from "../../../reader/documents/contracts.js";
import { branches } from "../../../reader/documents/joint-schemas.js";
import { below, childPlaces, dereference, type Place, placeKey } from "../../../reader/documents/place.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import type { HttpOperation } from "../../../reader/model/model.js";
import { type Code, code, join } from "../../../reader/text/code/code.js";
import { markdownCell, markdownCode } from "../../../reader/text/code/markdown.js";
import { translatedPlace } from "../../../reader/validation/dialects/openapi30.js";
import type { TemplateView } from "../../render/template.js";
import type { EmitInput } from "../emit-input.js";
import { schemaLimits } from "../schema-limits.js";
import { typeExpression } from "../types/type-expression.js";

/** The type of a schema, on one line. */
export function typeText(input: EmitInput, schema: Place): Code {
  return markdownCode(typeLine(input, schema));
}

/** The same as plain text, for other forms than Markdown. */
export function typeLine({ contracts, names }: EmitInput, schema: Place): string {
  const type = typeExpression({ contracts, names, use: () => {} }, translatedPlace(contracts, schema));
  return type.toString().replace(/\s+/g, " ");
}

/** The media types of a request's body, each with the type of its content. */
export function bodyViews(input: EmitInput, request: Place): TemplateView[] {
  return bodySchemas(input, request).map(([mediaType, schema]) => ({
    mediaType: markdownCode(mediaType),
    type: typeText(input, schema),
  }));
}

/** The answers of an operation, each with its headers and bodies. */
export function answerViews(input: EmitInput, operation: HttpOperation): TemplateView[] {
  const answers = operation.responses.map(({ status, description }) => {
    const response = below(operation.place, "responses", status);
    return {
      status: markdownCode(status),
      headers: listed(input, responseHeaders(input, response)),
      body: listed(input, bodySchemas(input, response)),
      description: markdownCell(description),
    };
  });
  const hasHeaders = answers.some(({ headers }) => !headers.isEmpty);
  const hasBodies = answers.some(({ body }) => !body.isEmpty);
  return answers.map((answer) => ({ ...answer, hasHeaders, hasBodies }));
}

type Named = readonly [name: string, schema: Place];

/** The media types of a body, each with the schema of its content. */
export function bodySchemas({ contracts }: EmitInput, reference: Place): Named[] {
  const content = childPlaces(below(dereference(contracts, reference), "content"));
  return content.map(([mediaType, place]) => [mediaType, below(place, "schema")]);
}

/** The headers of an answer, each with its schema. */
export function responseHeaders({ contracts }: EmitInput, reference: Place): Named[] {
  const headers = childPlaces(below(dereference(contracts, reference), "headers"));
  return headers.map(([name, header]) => [name, below(dereference(contracts, header), "schema")]);
}

function listed(input: EmitInput, all: readonly Named[]): Code {
  return join(
    all.map(([name, schema]) => code`${markdownCode(name)}: ${typeText(input, schema)}`),
    "; ",
  );
}

/** Formats and limits of a value beyond its type, for a table cell: what another language needs to validate it. */
export function constraintsText(contracts: Contracts, places: readonly Place[]): Code {
  return constraintsUntil(contracts, places, new Set());
}

/** `seen`: what was described before, since a schema may be that of its own items. */
function constraintsUntil(contracts: Contracts, places: readonly Place[], seen: ReadonlySet<string>): Code {
  const schemas = places.map(({ value }) => value).filter(isSchemaObject);
  const items = places.flatMap((place) => {
    if (!isSchemaObject(place.value) || !isSchemaObject(place.value.items)) return [];
    return branches(contracts, below(place, "items"));
  });
  const described = new Set([...seen, ...places.map(placeKey)]);
  const others = items.filter((place) => !described.has(placeKey(place)));
  const constraints = schemaLimits(schemas);
  if (others.length > 0) {
    const each = constraintsUntil(contracts, others, described);
    if (!each.isEmpty) constraints.push(code`each item: ${each}`);
  }
  return join(constraints, "; ");
}
