import type { Contracts } from "../../../reader/documents/contracts.js";
import { below, dereference, type Place } from "../../../reader/documents/place.js";
import { isSchemaObject as isRecord } from "../../../reader/documents/schema-walk.js";
import { canonical } from "../inclusion/goal/canonical.js";
import { type Alternative, signatureOf } from "../openapi/security.js";
import type { Fact } from "../part.js";
import { scalarText } from "../scalar-text.js";

/** The ways to be authenticated at a server or for an operation, one of which is needed; `[{}]` if none is. */
export function securityOf(contracts: Contracts, owner: Place): Fact {
  const place = below(owner, "security");
  const alternatives = (Array.isArray(place.value) ? place.value : []).map(
    (_, index): Alternative => alternativeOf(dereference(contracts, below(place, String(index))).value),
  );
  const value: Alternative[] = alternatives.length === 0 ? [{}] : alternatives;
  return {
    value: value.sort((a, b) => (canonical(a) < canonical(b) ? -1 : 1)),
    ...(place.value !== undefined && { at: place }),
  };
}

function alternativeOf(scheme: unknown): Alternative {
  if (!isRecord(scheme)) return {};
  const scopes = Array.isArray(scheme.scopes) ? scheme.scopes.map(String).sort() : [];
  return { [nameOf(scheme)]: scopes };
}

/** AsyncAPI has schemes that OpenAPI doesn't have, and an `apiKey` in the user name or the password. */
function nameOf(scheme: Readonly<Record<string, unknown>>): string {
  if (scheme.type === "httpApiKey") return signatureOf({ ...scheme, type: "apiKey" });
  if (scheme.type === "apiKey") return `API key as ${scalarText(scheme.in)}`;
  return signatureOf(scheme);
}
