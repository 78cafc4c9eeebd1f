import { documentChanges } from "./document-changes.js";
import { type Members, type Pair, places } from "./documents.js";
import { objectChanges } from "./object-changes.js";
import { operationChanges } from "./operation-changes.js";
import { schemaChanges } from "./schema-changes.js";

const special: Readonly<Record<string, Pair>> = { ...documentChanges, ...operationChanges, ...objectChanges };

/** The documents of a rule: what differs between them is what the rule is about. Absent for an unknown rule. */
export function pairFor(id: string): Pair | undefined {
  const known = special[id];
  if (known !== undefined) return known;
  for (const [place, documentWith] of Object.entries(places)) {
    const change = schemaChanges[id.slice(place.length + 1)];
    if (change === undefined || !id.startsWith(`${place}-`)) continue;
    const [old, current] = change.map((schema) => inVersion(id, documentWith(schema)));
    if (old !== undefined && current !== undefined) return [old, current];
  }
  return undefined;
}

/** `nullable` is a keyword of OpenAPI 3.0. */
function inVersion(id: string, document: Members): Members {
  return id.includes("nullable") ? { ...document, openapi: "3.0.3" } : document;
}
