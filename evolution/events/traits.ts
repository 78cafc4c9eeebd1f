import { dirname, relative, sep } from "node:path";
import type { Contracts } from "../../generator/read/contracts.js";
import type { Document } from "../../generator/read/document.js";
import { below, dereference, entriesOf, keyOf, type Place, placeAt } from "../../generator/read/place.js";
import { fileOf } from "../../generator/read/references.js";
import { isSchemaObject as isRecord } from "../../generator/read/schema-walk.js";
import type { Version } from "../version.js";

type Data = Readonly<Record<string, unknown>>;

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
    const traits = below(owner, "traits");
    const own = owner.value as Data;
    const inherited = (traits.value as readonly unknown[])
      .map((_, index) => asSeenFrom(document, dereference(contracts, below(traits, String(index)))))
      .filter(isRecord)
      .reduce<Data>((sum, trait) => patched(sum, trait), {});
    const target = placeAt({ ...document, value }, owner.tokens).value as Record<string, unknown>;
    Object.assign(target, structuredClone(patched(inherited, own)));
    delete target.traits;
  }
  return { ...document, value };
}

/** The value of a place, whose references are relative to another document. */
function asSeenFrom(document: Document, { document: from, value }: Place): unknown {
  if (from === document) return value;
  const seen = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(seen);
    if (!isRecord(each)) return each;
    const entries = Object.entries(each).map(([name, member]) => [name, seen(member)] as const);
    const path = typeof each.$ref === "string" ? fileOf(from, each.$ref) : undefined;
    if (path === undefined) return Object.fromEntries(entries);
    const [, fragment = ""] = String(each.$ref).split("#", 2);
    const file = relative(dirname(document.path), path).split(sep).map(encodeURIComponent).join("/");
    return { ...Object.fromEntries(entries), $ref: `${file}#${fragment}` };
  };
  return seen(value);
}

/** JSON Merge Patch (RFC 7396), except that `null` is a value: a channel's address may be `null`. */
function patched(target: Data, patch: Data): Data {
  const result: Record<string, unknown> = { ...target };
  for (const [name, value] of Object.entries(patch)) {
    const known = result[name];
    result[name] = isRecord(known) && isRecord(value) && !("$ref" in value) ? patched(known, value) : value;
  }
  return result;
}
