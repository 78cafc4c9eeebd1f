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
import type { Discrimination } from "../../../reader/model/event-names.js";
import type { Flow } from "../part.js";
import { type DescribedMessage, describeMessage } from "./describe-message.js";
import { type Channel, channelsOf, textOf } from "./read-channels.js";

/** An AsyncAPI document as its parts are made from it. */
export interface EventDocument {
  readonly contracts: Contracts;
  readonly root: Place;
  readonly channels: readonly DescribedChannel[];
  readonly servers: readonly Server[];
  /** Which way the deliveries of its webhook protocol go. */
  readonly deliveries: Flow;
  /** Whether its protocol orders the events of a family. */
  readonly isOrdered: boolean;
}

/** A channel whose messages are known by what tells them apart. */
export interface DescribedChannel extends Channel {
  readonly messages: readonly DescribedMessage[];
}

/** A server and its key in the document. */
export interface Server {
  readonly key: string;
  readonly place: Place;
}

/** Reads an AsyncAPI document whose events are told apart in the given way. */
export function readEventDocument(
  contracts: Contracts,
  document: Document,
  discrimination: Discrimination,
): EventDocument {
  const root = placeAt(document, []);
  return {
    contracts,
    root,
    channels: channelsOf(contracts, document).map((channel) => ({
      ...channel,
      messages: channel.messages.map((message) => describeMessage(contracts, message, discrimination)),
    })),
    servers: entriesOf(below(root, "servers")).map(([key, reference]) => ({
      key,
      place: dereference(contracts, reference),
    })),
    deliveries: deliveriesOf(contracts, root),
    isOrdered: below(root, "x-webhook-protocol", "event", "ordering").value !== undefined,
  };
}

/** The servers that a channel is on, by their places; all of the document if it names none. */
export function serversOf({ contracts, servers }: EventDocument, channel: Place): readonly Place[] {
  const list = below(channel, "servers");
  if (!Array.isArray(list.value) || list.value.length === 0) return servers.map(({ place }) => place);
  const named = list.value.map((_, index) => keyOf(dereference(contracts, below(list, String(index)))));
  return servers.map(({ place }) => place).filter((place) => named.includes(keyOf(place)));
}

/** A document whose side only receives describes a receiver of webhooks. */
function deliveriesOf(contracts: Contracts, root: Place): Flow {
  const actions = entriesOf(below(root, "operations")).map(([, operation]) =>
    textOf(dereference(contracts, operation), "action"),
  );
  return actions.length > 0 && actions.every((action) => action === "receive")
    ? "to-provider"
    : "to-consumer";
}
