import { isOpenApi } from "../../documents/contract-kind.js";
import type { Contracts } from "../../documents/contracts.js";
import { fromOpenApi30 } from "../../documents/dialects/older-schemas.js";
import type { Document } from "../../documents/document.js";
import { type Place, placeAt } from "../../documents/place.js";
import { referencedPath } from "../../documents/references.js";

const translations = new WeakMap<Contracts, Contracts>();

/** Contracts whose OpenAPI 3.0 schemas are translated to JSON Schema 2020-12: the same object each time. */
export function asDraft202012(contracts: Contracts): Contracts {
  const translated = translations.get(contracts) ?? translate(contracts);
  translations.set(contracts, translated);
  return translated;
}

function translate(contracts: Contracts): Contracts {
  const old = oldDocuments(contracts);
  if (old.size === 0) return contracts;
  const documents = new Map<string, Document>();
  for (const [path, document] of contracts.documents) {
    documents.set(path, old.has(document) ? { ...document, value: fromOpenApi30(document.value) } : document);
  }
  return { ...contracts, documents };
}

/** The same place in contracts whose documents are translated, which leaves every place where it is. */
export function translatedPlace({ documents }: Pick<Contracts, "documents">, place: Place): Place {
  const { document, tokens } = place;
  return placeAt(documents.get(document.path) ?? document, tokens);
}

/** The OpenAPI 3.0 documents, and their parts in other files that don't declare a dialect. */
function oldDocuments({ documents, openapi, asyncapi, schemas }: Contracts): ReadonlySet<Document> {
  const old = new Set(openapi.filter(({ value }) => isOpenApi(value, "3.0")));
  const known = new Set([...openapi, ...asyncapi, ...schemas]);
  for (const document of old) {
    for (const { ref } of document.scan.references) {
      const target = documents.get(referencedPath(document, ref) ?? "");
      if (target && !known.has(target)) old.add(target);
    }
  }
  return old;
}
