import { fromPointer } from "@oipkit/runtime/json-pointer";
import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { messagesOf } from "../documents/messages.js";
import { below, entriesOf, type Place, placeAt } from "../documents/place.js";
import { declaresProperty } from "./applied-schemas.js";
import { entriesOfList } from "./operation-extensions.js";

/** Each JSON Pointer in the protocol's `event` must lead to a property that at least one event declares. */
export function checkProtocolPointers(contracts: Contracts): Diagnostic[] {
  return contracts.asyncapi.flatMap((document) => {
    const payloads = messagesOf(contracts, document).flatMap(({ payload }) => payload ?? []);
    if (payloads.length === 0) return [];
    return pointersOf(placeAt(document, ["x-webhook-protocol", "event"]))
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
function pointersOf(event: Place): Place[] {
  const binding = entriesOf(below(event, "binding")).flatMap(([, pointers]) => entriesOfList(pointers));
  const ordering = entriesOf(below(event, "ordering")).map(([, place]) => place);
  const time = below(below(event, "time"), "pointer");
  return [below(event, "id"), time, below(event, "correlationId"), ...binding, ...ordering].filter(
    ({ value }) => typeof value === "string",
  );
}
