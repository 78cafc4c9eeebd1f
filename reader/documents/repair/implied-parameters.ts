import type { Document } from "../document.js";
import { pathItemAt, pathItemOperations } from "../openapi/path-items.js";
import { below, childPlaces, dereference, type Place, placeAt } from "../place.js";
import { isSchemaObject, listOrEmpty } from "../schema-walk.js";
import { type Edit, edited } from "./edit.js";

type Known = { readonly documents: ReadonlyMap<string, Document> };

const implied = new WeakSet<object>();

/** Whether a parameter isn't in the contract, but in the path: `/orders/{id}` needs an `id`, declared or not. */
export function isImplied(parameter: unknown): boolean {
  return isSchemaObject(parameter) && implied.has(parameter);
}

/** Adds to each operation the path parameters that it doesn't declare, as texts. `checkPathParameters` reports them. */
export function addImpliedParameters(
  documents: Map<string, Document>,
  { openapi }: { readonly openapi: readonly Document[] },
): void {
  for (const { path: file } of openapi) {
    const document = documents.get(file);
    if (document === undefined) continue;
    const edits = childPlaces(placeAt(document, ["paths"])).flatMap(([path, place]) => {
      if (!path.includes("{")) return [];
      return parameterEdits({ documents }, path, place);
    });
    if (edits.length > 0) documents.set(file, edited(document, edits));
  }
}

function parameterEdits(contracts: Known, path: string, place: Place): Edit[] {
  const names = [...new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name))];
  const item = pathItemAt(contracts, place);
  const shared = item.flatMap((holder) => pathNames(contracts, holder));
  return pathItemOperations(contracts, item).flatMap(({ operation }): Edit[] => {
    // An operation of several paths is left alone: what one of them implies the others don't have.
    const isOwn = operation.document === place.document && operation.tokens[1] === path;
    const known = new Set([...shared, ...pathNames(contracts, operation)]);
    const absent = isOwn ? names.filter((name) => !known.has(name)) : [];
    if (absent.length === 0) return [];
    const { parameters } = operation.value as { parameters?: unknown };
    const added = absent.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
    for (const each of added) implied.add(each);
    const value = [...listOrEmpty(parameters), ...added];
    return [{ document: operation.document, tokens: [...operation.tokens, "parameters"], value }];
  });
}

function pathNames(contracts: Known, holder: Place): string[] {
  const { parameters } = (holder.value ?? {}) as { parameters?: unknown };
  if (!Array.isArray(parameters)) return [];
  return parameters.flatMap((_, index) => {
    const { value } = dereference(contracts, below(holder, "parameters", String(index)));
    if (isSchemaObject(value) && value.in === "path") return [String(value.name)];
    return [];
  });
}
