import { withTraits as withOwnTraits } from "../../../reader/documents/asyncapi/traits.js";
import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Document } from "../../../reader/documents/document.js";
import {
  below,
  dereference,
  entriesOf,
  keyOf,
  type Place,
  placeAt,
} from "../../../reader/documents/place.js";
import { isSchemaObject as isRecord } from "../../../reader/documents/schema-walk.js";
import type { Version } from "../version.js";

/** A version in which the traits of operations and messages are applied to them (AsyncAPI 3, Traits). */
export function withTraits(version: Version): Version {
  const { contracts } = version;
  const replaced = new Map<Document, Document>();
  for (const document of contracts.documents.values()) {
    const owners = isRecord(document.value) ? traitOwners(contracts, document) : [];
    if (owners.length > 0) replaced.set(document, applied(contracts, document, owners));
  }
  if (replaced.size === 0) return version;
  const current = (document: Document): Document => replaced.get(document) ?? document;
  return {
    ...version,
    contracts: {
      ...contracts,
      documents: new Map([...contracts.documents].map(([path, document]) => [path, current(document)])),
      asyncapi: contracts.asyncapi.map(current),
    },
  };
}

/** The operations and messages of a document that have traits; those that it refers to belong to their own documents. */
function traitOwners(contracts: Contracts, document: Document): Place[] {
  const root = placeAt(document, []);
  const channels = entriesOf(below(root, "channels"));
  const shared = below(root, "components");
  const candidates = [
    ...["operations", "messages"].flatMap((kind) => [
      ...entriesOf(below(root, kind)),
      ...entriesOf(below(shared, kind)),
    ]),
    ...[...channels, ...entriesOf(below(shared, "channels"))].flatMap(([, channel]) =>
      entriesOf(below(channel, "messages")),
    ),
  ].map(([, reference]) => dereference(contracts, reference));
  const own = candidates.filter(
    (place) => place.document === document && Array.isArray(below(place, "traits").value),
  );
  return [...new Map(own.map((place) => [keyOf(place), place])).values()];
}

function applied(contracts: Contracts, document: Document, owners: readonly Place[]): Document {
  const value = structuredClone(document.value);
  for (const owner of owners) {
    const target = placeAt({ ...document, value }, owner.tokens).value as Record<string, unknown>;
    Object.assign(target, structuredClone(withOwnTraits(contracts, owner).value));
    delete target.traits;
  }
  return { ...document, value };
}
