import type { Contracts } from "../documents/contracts.js";
import type { Document } from "../documents/document.js";
import { below, dereference, entriesOf, keyOf, placeAt } from "../documents/place.js";

/**
 * Whether a message of an operation is one of its channel, although the parser says that it isn't: it compares references as
 * they are written, also if the channel is itself behind one. `path` is that of the parser's finding.
 */
export function isMessageOfChannel(
  contracts: Contracts,
  document: Document,
  path: readonly string[],
): boolean {
  const operation = placeAt(document, path.slice(0, path.lastIndexOf("messages")));
  const channel = dereference(contracts, below(operation, "channel"));
  const message = keyOf(dereference(contracts, placeAt(document, path)));
  return entriesOf(below(channel, "messages")).some(
    ([, each]) => keyOf(dereference(contracts, each)) === message,
  );
}
