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
import type { PartFlow } from "../part.js";
import { opposite } from "../shared-rules.js";

/** A channel of an AsyncAPI document, with everything that goes through it. */
export interface EventChannel {
  readonly key: string;
  readonly place: Place;
  /** Absent if it isn't known from the document. */
  readonly address: string | undefined;
  readonly messages: readonly ChannelMessage[];
}

/** A message in a channel, as an operation sends or receives it. */
export interface ChannelMessage {
  /** Its key in `components`, or else in its channel. */
  readonly key: string;
  readonly place: Place;
  readonly flow: PartFlow;
  /** Absent if no operation says who sends it. */
  readonly operation: Place | undefined;
  /** Set if it answers another message: the Operation Reply Object. */
  readonly reply: Place | undefined;
}

/**
 * The channels of a document, as seen by the side that it describes, the provider: what that sends goes to the
 * consumer. A message that no operation sends or receives counts as sent, and so does one of a document without channels.
 */
export function readChannels(contracts: Contracts, document: Document): EventChannel[] {
  const root = placeAt(document, []);
  const operations = childPlaces(below(root, "operations")).map(([, each]) => dereference(contracts, each));
  const channels = childPlaces(below(root, "channels"));
  if (channels.length === 0) return componentChannels(contracts, root);
  const replied = new Set(
    operations.map((operation) =>
      placeKey(dereference(contracts, below(findReply(contracts, operation), "channel"))),
    ),
  );
  return channels.map(([key, reference]) => {
    const place = dereference(contracts, reference);
    const own = operations.filter(
      (each) => placeKey(dereference(contracts, below(each, "channel"))) === placeKey(place),
    );
    const found = new Map<string, ChannelMessage>();
    for (const operation of own)
      for (const message of exchanged(contracts, { operation, channel: place }))
        found.set(
          [message.flow, message.reply === undefined ? "" : "reply", placeKey(message.place)].join(" "),
          message,
        );
    const covered = new Set([...found.values()].map((message) => placeKey(message.place)));
    const others = replied.has(placeKey(place)) ? [] : messagesIn(contracts, below(place, "messages"));
    return {
      key,
      place,
      address: memberText(place, "address"),
      messages: [
        ...found.values(),
        ...others
          .filter((message) => !covered.has(placeKey(message.place)))
          .map(
            (message) =>
              ({ ...message, flow: "to-consumer", operation: undefined, reply: undefined }) as const,
          ),
      ],
    };
  });
}

/** A text of a place's value. */
export function memberText({ value }: Place, name: string): string | undefined {
  const text = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  if (typeof text === "string") return text;
  return undefined;
}

function exchanged(
  contracts: Contracts,
  { operation, channel }: { readonly operation: Place; readonly channel: Place },
): ChannelMessage[] {
  const flow: PartFlow = memberText(operation, "action") === "receive" ? "to-provider" : "to-consumer";
  const reply = findReply(contracts, operation);
  const replies = below(reply, "channel");
  const answered = dereference(contracts, replies.value === undefined ? operation : replies);
  const list: ChannelMessage[] = [
    ...chosen(contracts, { by: operation, from: channel }).map((message) => ({
      ...message,
      flow,
      operation,
      reply: undefined,
    })),
  ];
  if (reply.value !== undefined)
    list.push(
      ...chosen(contracts, { by: reply, from: answered }).map((message) => ({
        ...message,
        flow: opposite(flow),
        operation,
        reply,
      })),
    );
  return list;
}

function findReply(contracts: Contracts, operation: Place): Place {
  return dereference(contracts, below(operation, "reply"));
}

interface Message {
  readonly key: string;
  readonly place: Place;
}

/** The messages of a channel, or those of them that an operation or a reply lists. */
function chosen(contracts: Contracts, { by, from }: { readonly by: Place; readonly from: Place }): Message[] {
  const list = below(by, "messages");
  if (!Array.isArray(list.value)) return messagesIn(contracts, below(from, "messages"));
  return list.value.map((_, index) => {
    const place = dereference(contracts, below(list, String(index)));
    return { key: place.tokens.at(-1) ?? "", place };
  });
}

function messagesIn(contracts: Contracts, messages: Place): Message[] {
  return childPlaces(messages).map(([key, reference]) => {
    const place = dereference(contracts, reference);
    return { key: place.tokens === reference.tokens ? key : (place.tokens.at(-1) ?? key), place };
  });
}

function componentChannels(contracts: Contracts, root: Place): EventChannel[] {
  const messages = messagesIn(contracts, below(root, "components", "messages"));
  const flow = "to-consumer";
  return [
    {
      key: "",
      place: root,
      address: undefined,
      messages: messages.map((each) => ({ ...each, flow, operation: undefined, reply: undefined })),
    },
  ];
}
