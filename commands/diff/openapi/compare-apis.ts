import type { Document } from "../../../reader/documents/document.js";
import { compareParts, type PartsComparison } from "../parts/compare-parts.js";
import type { Versions } from "../version.js";
import { apiParts } from "./read-api.js";
import { openapiRules } from "./rules/operations.js";

/** Compares two versions of an OpenAPI document. */
export function compareApis(
  documents: { readonly old: Document; readonly new: Document },
  versions: Versions,
): PartsComparison {
  return compareParts(
    {
      old: apiParts(versions.old.contracts, documents.old),
      new: apiParts(versions.new.contracts, documents.new),
    },
    { rules: openapiRules, incoming: "response" },
  );
}
