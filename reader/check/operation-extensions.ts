import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import type { Document } from "../documents/document.js";
import { operationsOf, pathItemAt } from "../documents/openapi/path-items.js";
import { below, dereference, entriesOf, type Place, placeAt } from "../documents/place.js";

/** An extension of an operation, with the operation and its path item. */
export interface OperationExtension {
  readonly document: Document;
  readonly tokens: readonly string[];
  readonly value: unknown;
  readonly schema: "x-access-snapshot" | "x-environments" | "x-pagination";
  readonly holders: readonly Place[];
}

/** The extensions of all operations that have a schema in the vocabulary. */
export function operationExtensions(contracts: Contracts): OperationExtension[] {
  return contracts.openapi.flatMap((document) =>
    entriesOf(placeAt(document, ["paths"])).flatMap(([, reference]) => {
      const item = pathItemAt(contracts, reference);
      return operationsOf(contracts, item).flatMap(({ operation }) => {
        return (["x-access-snapshot", "x-environments", "x-pagination"] as const).flatMap((schema) => {
          const { tokens, value } = below(operation, schema);
          return value === undefined
            ? []
            : [{ document: operation.document, tokens, value, schema, holders: [...item, operation] }];
        });
      });
    }),
  );
}

/** The operation must declare the query parameter that sends the cursor. */
export function checkPagination(
  contracts: Contracts,
  { document, tokens, value, holders }: OperationExtension,
): Diagnostic[] {
  const { parameter } = value as { parameter?: string };
  if (parameter === undefined) return [];
  const declared = holders
    .flatMap((holder) => entriesOfList(below(holder, "parameters")))
    .map((place) => dereference(contracts, place).value as { name?: unknown; in?: unknown });
  if (declared.some(({ name, in: where }) => name === parameter && where === "query")) return [];
  const message = `the operation has no query parameter \`${parameter}\``;
  const hint = "Declare the parameter, or name the parameter that sends the cursor.";
  return [diagnose(document, [...tokens, "parameter"], { code: "extension-invalid", message, hint })];
}

/** The items of a list, as places. */
export function entriesOfList(place: Place): Place[] {
  return Array.isArray(place.value) ? place.value.map((_, index) => below(place, String(index))) : [];
}
