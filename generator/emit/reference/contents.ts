import { below, dereference, entriesOf, type Place } from "../../../reader/documents/place.js";
import type { HttpOperation } from "../../../reader/model/model.js";
import { type Code, code, join } from "../../../reader/text/code/code.js";
import { markdownCell, markdownCode } from "../../../reader/text/code/markdown.js";
import { translatedPlace } from "../../../reader/validation/dialects/openapi30.js";
import type { View } from "../../render/template.js";
import type { EmitInput } from "../emit-input.js";
import { typeExpression } from "../types/type-expression.js";

/** The type of a schema, on one line. */
export function typeText({ contracts, names }: EmitInput, schema: Place): Code {
  const type = typeExpression({ contracts, names, use: () => {} }, translatedPlace(contracts, schema));
  return markdownCode(type.toString().replace(/\s+/g, " "));
}

/** The media types of a request's body, each with the type of its content. */
export function bodyViews(input: EmitInput, request: Place): View[] {
  return contentOf(input, request).map(([mediaType, schema]) => ({
    mediaType: markdownCode(mediaType),
    type: typeText(input, schema),
  }));
}

/** The answers of an operation, each with its headers and bodies. */
export function answerViews(input: EmitInput, operation: HttpOperation): View[] {
  const answers = operation.responses.map(({ status, description }) => {
    const response = below(operation.place, "responses", status);
    return {
      status: markdownCode(status),
      headers: listed(input, headersOf(input, response)),
      body: listed(input, contentOf(input, response)),
      description: markdownCell(description),
    };
  });
  const hasHeaders = answers.some(({ headers }) => !headers.isEmpty);
  const hasBodies = answers.some(({ body }) => !body.isEmpty);
  return answers.map((answer) => ({ ...answer, hasHeaders, hasBodies }));
}

type Named = readonly [name: string, schema: Place];

function contentOf({ contracts }: EmitInput, reference: Place): Named[] {
  const content = entriesOf(below(dereference(contracts, reference), "content"));
  return content.map(([mediaType, place]) => [mediaType, below(place, "schema")]);
}

function headersOf({ contracts }: EmitInput, reference: Place): Named[] {
  const headers = entriesOf(below(dereference(contracts, reference), "headers"));
  return headers.map(([name, header]) => [name, below(dereference(contracts, header), "schema")]);
}

function listed(input: EmitInput, all: readonly Named[]): Code {
  return join(
    all.map(([name, schema]) => code`${markdownCode(name)}: ${typeText(input, schema)}`),
    "; ",
  );
}
