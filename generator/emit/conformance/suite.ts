import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import type { Protocol } from "@oipkit/runtime/webhook";
import { exampleBindings } from "../../../commands/conform/request/fresh-event.js";
import type { ExampleRef } from "../../../commands/conform/suite/example-ref.js";
import type { Case, Suite } from "../../../commands/conform/suite/suite.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import type { EventMessage, EventSet } from "../../../reader/model/model.js";
import { compare } from "../../../reader/model/schemas.js";
import { type InstanceChecks, instanceChecks } from "../../../reader/validation/instances.js";
import type { EventExample } from "../../../reader/validation/synthesis/event-examples.js";
import type { EmitInput } from "../emit-input.js";
import { type ExamplesOf, examplesOf } from "../event-examples.js";
import { batchesOf } from "./batches.js";
import { clausesOf, sectionsOf } from "./clauses.js";
import { derivedCases } from "./derived-cases.js";
import { eventOrders } from "./event-orders.js";
import { idShapes } from "./id-shapes.js";
import { nearCases } from "./near-misses/near-cases.js";
import { nearFacts } from "./near-misses/near-facts.js";
import { otherContent } from "./other-content.js";
import type { ProtocolFacts, ProtocolParts } from "./protocol/part.js";
import { protocolCases } from "./protocol/protocol-cases.js";

/** The suite of an event set: hand-written cases, cases derived from schemas and examples, and the ledger. */
export function suiteOf({ contracts }: EmitInput, set: EventSet): Suite | undefined {
  if (set.protocol === undefined) return undefined;
  const protocol = set.protocol as unknown as Protocol;
  const examples: Record<string, Record<string, never>> = {};
  const examplesOfMessage = examplesOf(contracts, set);
  for (const message of [...set.messages].sort((a, b) => compare(a.label, b.label))) {
    const own = examplesOfMessage(message).map(
      ({ name, document }) => [name, document.value as never] as const,
    );
    if (own.length > 0) examples[message.label] = Object.fromEntries(own);
  }
  const events = set.messages.filter(({ callback }) => !callback);
  const bindings = exampleBindings({ protocol, examples });
  const checks = instanceChecks(contracts);
  const derived = events.flatMap((message) =>
    derivedCases({ contracts, protocol, bindings, checks, examplesOf: examplesOfMessage }, message),
  );
  const ids = events.flatMap((message) => {
    const shapes = idShapes({ contracts, checks, protocol }, message, examplesOfMessage(message));
    return Object.keys(shapes).length === 0 ? [] : [[message.label, shapes] as const];
  });
  const orders = eventOrders(contracts, events);
  const written = contracts.cases.flatMap(({ value }) => (value as { cases: readonly Case[] }).cases);
  const carrier = carrierOf(events, examplesOfMessage, protocol);
  const callbacks = carrierOf(
    set.messages.filter(({ callback }) => callback),
    examplesOfMessage,
    protocol,
  );
  const fromProtocol =
    carrier === undefined
      ? { cases: [], clauses: [] }
      : protocolCases(protocolFacts({ protocol, carrier, callbacks, orders, checks }), written);
  const near = nearCases({
    ledgers: contracts.ledgers,
    events: nearFacts({ contracts, protocol, checks, orders, examplesOf: examplesOfMessage }, set.messages),
    written: [...written, ...fromProtocol.cases],
  });
  const sections = sectionsOf(contracts.ledgers);
  return {
    format: 1,
    protocol,
    examples,
    cases: [...written, ...fromProtocol.cases],
    batches: batchesOf([...derived, ...near.cases]),
    ...(Object.keys(sections).length > 0 && { sections }),
    ...(ids.length > 0 && { ids: Object.fromEntries(ids) }),
    clauses: [...clausesOf(contracts.ledgers, near.tried), ...fromProtocol.clauses, ...near.clauses],
    orders,
  };
}

interface FactsInput {
  readonly protocol: Protocol;
  readonly carrier: Carrier;
  readonly callbacks: Carrier | undefined;
  readonly orders: NonNullable<Suite["orders"]>;
  readonly checks: InstanceChecks;
}

function protocolFacts({ protocol, carrier, callbacks, orders, checks }: FactsInput): ProtocolFacts {
  const { message, example } = carrier;
  const event = example.document.value as object;
  const equal = orders[message.label]?.equal ?? [];
  const isValid = (other: object): boolean => checks.is(message.payload, other);
  return {
    protocol,
    example: refOf(carrier),
    event,
    otherContent: otherContent({ event, shape: protocol.event, equal, isValid }),
    callback: callbacks && refOf(callbacks),
    equal,
    isValid,
  };
}

interface Carrier {
  readonly message: EventMessage;
  readonly example: EventExample;
}

function refOf({ message, example }: Carrier): ExampleRef {
  return { subject: message.label, case: example.name };
}

/** The event that the cases of the protocol deliver: if possible, one whose payload is specified, bound and ordered. */
function carrierOf(
  events: readonly EventMessage[],
  examples: ExamplesOf,
  protocol: ProtocolParts,
): Carrier | undefined {
  const usable = events.flatMap((message) => {
    const [example] = examples(message).filter(({ document }) => isSchemaObject(document.value));
    return example === undefined ? [] : [{ message, example }];
  });
  const version = protocol.event?.ordering?.version;
  const rank = ({ message, example }: (typeof usable)[number]): number => {
    const isOrdered = version !== undefined && valueAtPointer(example.document.value, version) !== undefined;
    return [message.specified, message.bound, isOrdered].filter(Boolean).length;
  };
  return [...usable].sort((a, b) => rank(b) - rank(a))[0];
}
