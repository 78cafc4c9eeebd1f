import { toPointer } from "@oipkit/runtime/json-pointer";
import type { EventOrder } from "../../../commands/conform/suite/suite.js";
import type { Contracts } from "../../../reader/documents/contracts.js";
import type { EventMessage } from "../../../reader/model/model.js";
import { fieldsOf } from "./fields.js";

/** Where each event of a family belongs, and its fields that must be equal, from `x-rules`; by event. */
export function eventOrders(
  contracts: Contracts,
  messages: readonly EventMessage[],
): Readonly<Record<string, EventOrder>> {
  const entries = messages.flatMap(({ label, family, payload }): [string, EventOrder][] =>
    family === undefined ? [] : [[label, { family, equal: equalFields(contracts, payload) }]],
  );
  return Object.fromEntries(entries);
}

function equalFields(contracts: Contracts, payload: EventMessage["payload"]): EventOrder["equal"] {
  return fieldsOf(contracts, payload).objects.flatMap(({ path, schemas }) =>
    schemas
      .flatMap((schema) => (Array.isArray(schema["x-rules"]) ? schema["x-rules"] : []))
      .flatMap(({ equal }: { readonly equal?: readonly [string, string] }) =>
        equal === undefined
          ? []
          : [[toPointer(path) + equal[0], toPointer(path) + equal[1]] as [string, string]],
      ),
  );
}
