import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { below, dereference, entriesOf, keyOf, placeAt } from "../documents/place.js";

/**
 * Warns about each message of `components` that no channel of any document has. A document without channels is taken for
 * a collection of parts.
 */
export function checkUnusedMessages(contracts: Contracts): Diagnostic[] {
  const channels = contracts.asyncapi.map((document) => ({
    document,
    channels: entriesOf(placeAt(document, ["channels"])).map(([, channel]) =>
      dereference(contracts, channel),
    ),
  }));
  const used = new Set(
    channels
      .flatMap((one) => one.channels)
      .flatMap((channel) => entriesOf(below(channel, "messages")))
      .map(([, message]) => keyOf(dereference(contracts, message))),
  );
  return channels
    .filter((one) => one.channels.length > 0)
    .flatMap(({ document }) => entriesOf(placeAt(document, ["components", "messages"])))
    .filter(([, message]) => !used.has(keyOf(dereference(contracts, message))))
    .map(([key, { document, tokens }]) =>
      diagnose(document, tokens, {
        severity: "warning",
        code: "message-unused",
        message: `the message \`${key}\` is in no channel, so the document doesn't say that it is ever sent`,
        hint: "Add it to the `messages` of a channel, or remove it.",
        target: "key",
      }),
    );
}
