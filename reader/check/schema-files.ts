import type { Contracts } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import type { Document } from "../documents/document.js";
import { placeAt } from "../documents/place.js";
import { checkSchemaPlaces } from "./schemas.js";

/**
 * The findings of a checker for OpenAPI or AsyncAPI. What it finds in a schema file that isn't valid JSON Schema
 * anyway is replaced by what `checkSchemas` finds there, in the words of JSON Schema.
 */
export function inWordsOfJsonSchema(contracts: Contracts, found: readonly Diagnostic[]): Diagnostic[] {
  const files = new Set(found.map(({ file }) => file));
  const invalid = contracts.schemas
    .filter(({ file }) => files.has(file))
    .map((document) => ({
      document,
      own: checkSchemaPlaces(contracts, [placeAt(document, [])]),
    }))
    .filter(({ own }) => own.length > 0);
  const replaced = new Set(invalid.map(({ document }) => document.file));
  return [...found.filter(({ file }) => !replaced.has(file)), ...invalid.flatMap(({ own }) => own)];
}

/** What to do about a finding of such a checker: `specification` is that of the document that was checked. */
export function structureHint(contracts: Contracts, at: Document, specification: string): string {
  if (!contracts.schemas.includes(at)) return `See this object in the ${specification} specification.`;
  return `This is valid JSON Schema 2020-12, but an ${specification} document refers to the schema: write it as both allow.`;
}
