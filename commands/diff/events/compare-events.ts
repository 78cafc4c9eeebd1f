import {
  documentMessages,
  withTraits as withOwnTraits,
} from "../../../reader/documents/asyncapi/messages.js";
import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Document } from "../../../reader/documents/document.js";
import {
  below,
  childPlaces,
  dereference,
  type Place,
  placeAt,
  placeKey,
} from "../../../reader/documents/place.js";
import { isSchemaObject as isRecord } from "../../../reader/documents/schema-walk.js";
import { type Discrimination, findDiscrimination } from "../../../reader/model/events.js";
import { type Pairing, type Part, pairUp } from "../part.js";
import { compareParts, type PartsComparison } from "../parts/compare-parts.js";
import type { Version, Versions } from "../version.js";
import { bindingRules, channelRules } from "./channel-rules.js";
import {
  type DescribedChannel,
  type DescribedMessage,
  type EventDocument,
  isRenamed,
  pairMessages,
  readEventDocument,
  type Server,
} from "./event-document.js";
import { addressTemplate, channelPart, messagePart, serverAddress, serverPart } from "./event-parts.js";
import { messageRules } from "./message-rules.js";
import { protocolParts } from "./protocol/protocol-parts.js";
import { protocolRules } from "./protocol/protocol-rules.js";

/** Compares two versions of an AsyncAPI document, with its webhook protocol. Traits must be applied (`withTraits`). */
export function compareEvents(
  documents: { readonly old: Document; readonly new: Document },
  versions: Versions,
): PartsComparison {
  const known = {
    old: discriminationIn(versions.old.contracts, documents.old),
    new: discriminationIn(versions.new.contracts, documents.new),
  };
  // One message without the property makes a document lose it; its other events are still the same.
  const trees = eventTrees({
    old: readEventDocument(versions.old.contracts, documents.old, orElse(known.old, known.new)),
    new: readEventDocument(versions.new.contracts, documents.new, orElse(known.new, known.old)),
  });
  return compareParts(trees, { rules: eventRules, incoming: "event" });
}

const eventRules = { ...messageRules, ...bindingRules, ...channelRules, ...protocolRules };

function discriminationIn(contracts: Contracts, document: Document): Discrimination {
  const messages = documentMessages(contracts, document).filter(({ payload }) => payload !== undefined);
  return findDiscrimination(contracts, document, messages);
}

function orElse(own: Discrimination, other: Discrimination): Discrimination {
  if (own.discriminator === undefined && !own.isTypeInHeader) return other;
  return own;
}

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
  const channels = childPlaces(below(root, "channels"));
  const shared = below(root, "components");
  const candidates = [
    ...["operations", "messages"].flatMap((kind) => [
      ...childPlaces(below(root, kind)),
      ...childPlaces(below(shared, kind)),
    ]),
    ...[...channels, ...childPlaces(below(shared, "channels"))].flatMap(([, channel]) =>
      childPlaces(below(channel, "messages")),
    ),
  ].map(([, reference]) => dereference(contracts, reference));
  const own = candidates.filter(
    (place) => place.document === document && Array.isArray(below(place, "traits").value),
  );
  return [...new Map(own.map((place) => [placeKey(place), place])).values()];
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

/** Something in both versions. */
interface Both<Item> {
  readonly old: Item;
  readonly new: Item;
}

/**
 * The parts of a document in both versions. What has no name on the wire is paired here, so that it has the same key in
 * both. Channels without an address aren't parts: which of them a message is in isn't on the wire.
 */
function eventTrees(documents: Both<EventDocument>): Both<Part[]> {
  const trees: Both<Part[]> = { old: [], new: [] };
  for (const side of sides) trees[side].push(...documentProtocol(documents[side]));
  add(trees, pairUp(serversIn(documents), serverLikenesses(documents)), (side, { place }, key) =>
    serverPart(documents[side], place, key),
  );
  const channels = pairUp({ old: documents.old.channels, new: documents.new.channels }, channelLikenesses);
  const addressed = channels.filter(
    ({ old, new: current }) => (old?.address ?? current?.address) !== undefined,
  );
  const messages = addressed.map((pairing) =>
    messageTrees(documents, { old: pairing.old?.messages ?? [], new: pairing.new?.messages ?? [] }, true),
  );
  for (const [index, pairing] of addressed.entries())
    add(trees, [pairing], (side, channel) =>
      channelPart(documents[side], channel, { key: String(index), messages: messages[index]?.[side] ?? [] }),
    );
  const others = channels.filter((pairing) => !addressed.includes(pairing));
  const rest = {
    old: distinct(others.flatMap(({ old }) => old?.messages ?? [])),
    new: distinct(others.flatMap(({ new: current }) => current?.messages ?? [])),
  };
  const found = messageTrees(documents, rest, false);
  for (const side of sides) trees[side].push(...found[side]);
  return trees;
}

const sides = ["old", "new"] as const;

function documentProtocol({ root, deliveries }: EventDocument): Part[] {
  return protocolParts(root, { key: "", flow: deliveries });
}

function serversIn({ old, new: current }: Both<EventDocument>): Both<readonly Server[]> {
  return { old: old.servers, new: current.servers };
}

function serverLikenesses({ old, new: current }: Both<EventDocument>) {
  const known = new Set(old.servers);
  const serverContracts = (server: Server) => (known.has(server) ? old : current).contracts;
  return [
    { key: (server: Server) => serverAddress(serverContracts(server), server.place) },
    { key: ({ key }: Server) => key },
  ];
}

const channelLikenesses = [
  { key: ({ address }: DescribedChannel) => address && addressTemplate(address) },
  // Another address, or one that wasn't known.
  {
    key: ({ key }: DescribedChannel) => key,
    agree: (old: DescribedChannel, current: DescribedChannel) =>
      (old.address ?? current.address) !== undefined,
  },
];

function messageTrees(
  documents: Both<EventDocument>,
  messages: Both<readonly DescribedMessage[]>,
  isAddressed: boolean,
): Both<Part[]> {
  const trees: Both<Part[]> = { old: [], new: [] };
  for (const [index, pairing] of pairMessages(messages, { isAddressed }).entries()) {
    const { old, new: current } = pairing;
    const renamed = old !== undefined && current !== undefined && isRenamed(old, current);
    add(trees, [pairing], (side, message) =>
      messagePart(documents[side], message, { key: String(index), isRenamed: renamed }),
    );
  }
  return trees;
}

/** A message in several channels without an address is one. */
function distinct(messages: readonly DescribedMessage[]): DescribedMessage[] {
  const found = new Map<string, DescribedMessage>();
  for (const message of messages) {
    const { flow, reply, place, wire } = message;
    const key = [flow, reply !== undefined, wire?.text, place.document.path, ...place.tokens].join("\n");
    if (!found.has(key)) found.set(key, message);
  }
  return [...found.values()];
}

function add<Item>(
  trees: Both<Part[]>,
  pairings: readonly Pairing<Item>[],
  toPart: (side: "old" | "new", item: Item, key: string) => Part,
): void {
  for (const [index, pairing] of pairings.entries())
    for (const side of sides) {
      const item = pairing[side];
      if (item !== undefined) trees[side].push(toPart(side, item, String(index)));
    }
}
