import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Document } from "../../../reader/documents/document.js";
import { messagesOf } from "../../../reader/documents/messages.js";
import { type Discrimination, discriminationOf } from "../../../reader/model/event-names.js";
import { compareParts, type PartsComparison } from "../parts/compare-parts.js";
import type { Versions } from "../version.js";
import { readEventDocument } from "./event-document.js";
import { eventTrees } from "./event-trees.js";
import { protocolRules } from "./protocol/protocol-rules.js";
import { bindingRules } from "./rules/binding-rules.js";
import { channelRules } from "./rules/channel-rules.js";
import { messageRules } from "./rules/message-rules.js";

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
  const messages = messagesOf(contracts, document).filter(({ payload }) => payload !== undefined);
  return discriminationOf(contracts, document, messages);
}

function orElse(own: Discrimination, other: Discrimination): Discrimination {
  return own.discriminator === undefined && !own.isTypeInHeader ? other : own;
}
