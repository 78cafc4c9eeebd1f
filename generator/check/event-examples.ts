import { type Contracts, diagnose } from "../read/contracts.js";
import type { Diagnostic } from "../read/diagnostic.js";
import type { Document } from "../read/document.js";
import { messagesOf } from "../read/messages.js";

const cost = "there is no fixture, no conformance case tests it, and `oipkit send` can't send it";

/**
 * Warns about each event of a webhook protocol that has no example; about the document, if the contracts have no
 * examples at all.
 */
export function checkEventExamples(contracts: Contracts): Diagnostic[] {
  const subjects = new Set(contracts.examples.map(({ subject }) => subject));
  return contracts.asyncapi.filter(hasProtocol).flatMap((document) => {
    const events = messagesOf(contracts, document).filter(({ payload }) => payload !== undefined);
    if (events.length > 0 && subjects.size === 0) return [noExamples(document)];
    return events
      .filter(({ key, name }) => !subjects.has(key) && (name === undefined || !subjects.has(name)))
      .map(({ key, name, place }) =>
        diagnose(place.document, place.tokens, {
          severity: "warning",
          code: "event-without-example",
          message: `the event \`${name ?? key}\` has no example: ${cost}`,
          hint: `Add a JSON document to \`examples/${name ?? key}/\` next to the contract.`,
          target: "key",
        }),
      );
  });
}

function noExamples(document: Document): Diagnostic {
  return diagnose(document, ["x-webhook-protocol"], {
    severity: "warning",
    code: "event-without-example",
    message:
      "no event has an example: there are no fixtures, no conformance cases, and `oipkit send` can't send any",
    hint: "Add a JSON document for each event to `examples/<event>/` in the contracts' folder, and name the folder with `--contracts`.",
    target: "key",
  });
}

function hasProtocol({ value }: Document): boolean {
  return (value as { "x-webhook-protocol"?: unknown })["x-webhook-protocol"] !== undefined;
}
