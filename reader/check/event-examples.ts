import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import type { Document } from "../documents/document.js";
import { type MessageSource, messagesOf } from "../documents/messages.js";
import type { InstanceChecks } from "../validation/instances.js";
import { SchemaError } from "../validation/schema-error.js";
import { type EventExamples, eventExamples } from "../validation/synthesis/event-examples.js";

const cost = "there is no fixture, no conformance case tests it, and `oipkit send` can't send it";

/**
 * Warns about each event of a webhook protocol for which the contracts have no example: one is made from the schema, or
 * there is none.
 */
export function checkEventExamples(contracts: Contracts, checks: InstanceChecks): Diagnostic[] {
  const subjects = new Set(contracts.examples.map(({ subject }) => subject));
  return contracts.asyncapi.filter(hasProtocol).flatMap((document) => {
    const shape = protocolOf(document)?.event;
    const found = messagesOf(contracts, document)
      .filter(({ key, name }) => !subjects.has(key) && (name === undefined || !subjects.has(name)))
      .flatMap((message) => {
        const { place, payload } = message;
        const examples = payload && examplesAt(checks, { place, payload, shape });
        return examples === undefined || examples.kind === "inline" ? [] : [{ message, examples }];
      });
    const isBare = subjects.size === 0 && found.every(({ examples }) => examples.kind === "synthesised");
    if (isBare && found.length > 1) return [noExamples(document)];
    return found.map(({ message, examples }) => warning(message, examples));
  });
}

function examplesAt(
  checks: InstanceChecks,
  options: Parameters<typeof eventExamples>[1],
): EventExamples | undefined {
  try {
    return eventExamples(checks, options);
  } catch (error) {
    // Another check reports the schema.
    if (error instanceof SchemaError) return undefined;
    throw error;
  }
}

function noExamples(document: Document): Diagnostic {
  return diagnose(document, ["x-webhook-protocol"], {
    severity: "warning",
    code: "event-without-example",
    message:
      "no event has an example: fixtures, conformance cases and `oipkit send` use ones made from the schemas",
    hint: "Add a JSON document for each event to `examples/<event>/` in the contracts' folder, or `examples` to the messages, to use realistic values.",
    target: "key",
  });
}

function warning({ key, name = key, place }: MessageSource, found: EventExamples): Diagnostic {
  const where = `Add a JSON document to \`examples/${name}/\` next to the contract`;
  const finding =
    found.kind === "none"
      ? { message: `the event \`${name}\` has no example, and ${reason(found)}: ${cost}`, hint: `${where}.` }
      : {
          message: `the event \`${name}\` has no example: fixtures, conformance cases and \`oipkit send\` use one made from its schema`,
          hint: `${where}, or \`examples\` to the message, to use realistic values.`,
        };
  return diagnose(place.document, place.tokens, {
    severity: "warning",
    code: "event-without-example",
    ...finding,
    target: "key",
  });
}

function reason({ pointer, reason: why }: Extract<EventExamples, { kind: "none" }>): string {
  if (why === "too-many-choices") return "its schema has too many choices to make one";
  return pointer === "" ? "none can be made from its schema" : `no valid value can be made for ${pointer}`;
}

function hasProtocol(document: Document): boolean {
  return protocolOf(document) !== undefined;
}

function protocolOf({ value }: Document): { readonly event?: unknown } | undefined {
  return (value as { "x-webhook-protocol"?: { readonly event?: unknown } })["x-webhook-protocol"];
}
