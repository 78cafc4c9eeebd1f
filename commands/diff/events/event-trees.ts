import type { Part } from "../part.js";
import { type Pairing, pairUp } from "../parts/pair-up.js";
import { addressTemplate, channelPart } from "./channel-part.js";
import type { DescribedMessage } from "./describe-message.js";
import type { DescribedChannel, EventDocument, Server } from "./event-document.js";
import { messagePart } from "./message-part.js";
import { isRenamed, pairMessages } from "./pair-messages.js";
import { protocolParts } from "./protocol/protocol-parts.js";
import { addressOf, serverPart } from "./server-part.js";

/** Something in both versions. */
export interface Both<Item> {
  readonly old: Item;
  readonly new: Item;
}

/**
 * The parts of a document in both versions. What has no name on the wire is paired here, so that it has the same key in
 * both. Channels without an address aren't parts: which of them a message is in isn't on the wire.
 */
export function eventTrees(documents: Both<EventDocument>): Both<Part[]> {
  const trees: Both<Part[]> = { old: [], new: [] };
  for (const side of sides) trees[side].push(...protocolOf(documents[side]));
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

function protocolOf({ root, deliveries }: EventDocument): Part[] {
  return protocolParts(root, { key: "", flow: deliveries });
}

function serversIn({ old, new: current }: Both<EventDocument>): Both<readonly Server[]> {
  return { old: old.servers, new: current.servers };
}

function serverLikenesses({ old, new: current }: Both<EventDocument>) {
  const known = new Set(old.servers);
  const contractsOf = (server: Server) => (known.has(server) ? old : current).contracts;
  return [
    { key: (server: Server) => addressOf(contractsOf(server), server.place) },
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
  partOf: (side: "old" | "new", item: Item, key: string) => Part,
): void {
  for (const [index, pairing] of pairings.entries())
    for (const side of sides) {
      const item = pairing[side];
      if (item !== undefined) trees[side].push(partOf(side, item, String(index)));
    }
}
