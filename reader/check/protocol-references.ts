import { fromPointer } from "@oipkit/runtime/json-pointer";
import { documentMessages } from "../documents/asyncapi/messages.js";
import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { below, childPlaces, type Place, placeAt } from "../documents/place.js";
import { resolveReference } from "../documents/references.js";
import { entriesOfList } from "./extension-rules.js";
import { declaresProperty } from "./schema-places.js";

/**
 * An OpenAPI document refers to the webhook protocol of an AsyncAPI document, whose receiver handles its webhooks. It can't
 * declare one: a protocol needs the events that it delivers.
 */
export function checkProtocolReferences(contracts: Contracts): Diagnostic[] {
  return contracts.openapi.flatMap((document) => {
    const { "x-webhook-protocol": value } = document.value as { "x-webhook-protocol"?: unknown };
    if (value === undefined) return [];
    const ref = (value as { $ref?: unknown } | null)?.$ref;
    const target = typeof ref === "string" ? resolveReference(contracts.documents, document, ref) : undefined;
    if (target?.kind === "found" && isProtocol(contracts, target.target)) return [];
    return [
      diagnose(document, ["x-webhook-protocol"], {
        code: "extension-invalid",
        message: "`x-webhook-protocol` of an OpenAPI document must refer to that of an AsyncAPI document",
        hint: "Describe the events in an AsyncAPI document with `x-webhook-protocol`, and write `$ref: events.asyncapi.yaml#/x-webhook-protocol` here; or remove it, to get handlers of the webhooks.",
        target: "key",
      }),
    ];
  });
}

function isProtocol(
  { asyncapi }: Contracts,
  { document, tokens }: { readonly document: unknown; readonly tokens: readonly string[] },
): boolean {
  return (
    tokens.length === 1 && tokens[0] === "x-webhook-protocol" && asyncapi.some((each) => each === document)
  );
}

/** Each JSON Pointer in the protocol's `event` must lead to a property that at least one event declares. */
export function checkProtocolPointers(contracts: Contracts): Diagnostic[] {
  return contracts.asyncapi.flatMap((document) => {
    const payloads = documentMessages(contracts, document).flatMap(({ payload }) => payload ?? []);
    if (payloads.length === 0) return [];
    return eventPointers(placeAt(document, ["x-webhook-protocol", "event"]))
      .filter(({ value }) => {
        const path = fromPointer(String(value));
        return !payloads.some((payload) => declaresProperty(contracts, payload, path));
      })
      .map(({ tokens, value }) =>
        diagnose(document, tokens, {
          code: "protocol-pointer-unknown",
          message: `no event declares a property at \`${String(value)}\``,
          hint: "Fix the pointer, or declare the property in the payload of the events.",
        }),
      );
  });
}

/** The type's pointer isn't among them: every message must declare that one (`event-type-missing`). */
function eventPointers(event: Place): Place[] {
  const binding = childPlaces(below(event, "binding")).flatMap(([, pointers]) => entriesOfList(pointers));
  const ordering = childPlaces(below(event, "ordering")).map(([, place]) => place);
  const time = below(below(event, "time"), "pointer");
  return [below(event, "id"), time, below(event, "correlationId"), ...binding, ...ordering].filter(
    ({ value }) => typeof value === "string",
  );
}
