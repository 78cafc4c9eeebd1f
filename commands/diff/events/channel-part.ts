import { below, dereference } from "../../../reader/documents/place.js";
import { isSchemaObject as isRecord } from "../../../reader/documents/schema-walk.js";
import type { Part } from "../part.js";
import { scalarText } from "../scalar-text.js";
import { bindingSchemas, bindingsOf } from "./bindings.js";
import { type DescribedChannel, type EventDocument, serversOf } from "./event-document.js";
import { textOf } from "./read-channels.js";
import { addressOf } from "./server-part.js";

/** An address whose parameters have no names, since these aren't on the wire. */
export function addressTemplate(address: string): string {
  return address.replace(/\{[^{}]*\}/g, "{}");
}

/** A channel with an address as a part; its messages are passed, since they need their counterparts. */
export function channelPart(
  document: EventDocument,
  channel: DescribedChannel,
  { key, messages }: { readonly key: string; readonly messages: readonly Part[] },
): Part {
  const { contracts } = document;
  const { place, address } = channel;
  return {
    kind: "channel",
    key,
    title: `channel \`${address ?? channel.key}\``,
    at: place,
    flow: messages[0]?.flow ?? "to-consumer",
    facts: {
      address: {
        value: address && addressTemplate(address),
        ...(address !== undefined && { at: below(place, "address") }),
      },
      servers: servers(document, channel),
      bindings: bindingsOf(contracts, place, "channel"),
    },
    parts: [
      ...parameters(document, channel),
      ...bindingSchemas(contracts, place, { bound: "channel", flow: "to-provider" }),
      ...messages,
    ],
  };
}

/** Only a channel that names its servers; the servers of the document are parts of their own. */
function servers(document: EventDocument, { place }: DescribedChannel) {
  const own = below(place, "servers");
  const found = serversOf(document, place);
  if (found.length === document.servers.length) return { value: undefined };
  return { value: found.map((server) => addressOf(document.contracts, server)).sort(), at: own };
}

/** Parameters in the order in which they are in the address. */
function parameters({ contracts }: EventDocument, { place, address = "" }: DescribedChannel): Part[] {
  return [...address.matchAll(/\{([^{}]*)\}/g)].flatMap(([, name = ""], index) => {
    const at = dereference(contracts, below(place, "parameters", name));
    if (!isRecord(at.value)) return [];
    const { enum: values } = at.value;
    return [
      {
        kind: "channel-parameter",
        key: String(index),
        title: `parameter \`${name}\``,
        at,
        flow: "to-provider",
        facts: {
          enum: { value: Array.isArray(values) ? values.map(scalarText).sort() : undefined },
          location: { value: textOf(at, "location") },
          default: { value: at.value.default },
        },
      },
    ];
  });
}
