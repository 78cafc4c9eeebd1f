import type { Document } from "../../generator/read/document.js";
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
  const trees = eventTrees({
    old: readEventDocument(versions.old.contracts, documents.old),
    new: readEventDocument(versions.new.contracts, documents.new),
  });
  return compareParts(trees, { rules: eventRules, incoming: "event" });
}

const eventRules = { ...messageRules, ...bindingRules, ...channelRules, ...protocolRules };
