import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import type { Protocol } from "@oipkit/runtime/webhook";
import { exampleBindings } from "../../../commands/conform/request/fresh-event.js";
import type { ExampleRef } from "../../../commands/conform/suite/delivery.js";
import type { Case, Clause, Suite } from "../../../commands/conform/suite/suite.js";
import type { Document } from "../../../reader/documents/document.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import type { EventMessage, EventSet } from "../../../reader/model/model.js";
import { compare } from "../../../reader/model/schemas.js";
import { type InstanceChecks, instanceChecks } from "../../../reader/validation/instances.js";
import type { EventExample } from "../../../reader/validation/synthesis/event-examples.js";
import { type EmitInput, type ExamplesOf, readExamples } from "../emit-input.js";
import { derivedCases } from "./derived-cases.js";
import { eventBatches } from "./event-cases.js";
import { eventOrders, idShapes, otherContent } from "./event-facts.js";
import { nearCases, type TriedBy } from "./near-misses/near-cases.js";
import { nearFacts } from "./near-misses/near-miss.js";
import type { ProtocolFacts, ProtocolParts } from "./protocol/part.js";
import { protocolCases } from "./protocol/protocol-cases.js";

/** The suite of an event set: hand-written cases, cases derived from schemas and examples, and the ledger. */
export function eventSuite({ contracts }: EmitInput, set: EventSet): Suite | undefined {
  if (set.protocol === undefined) return undefined;
  const protocol = set.protocol as unknown as Protocol;
  const { rules, otherHeaders } = set;
  const examples: Record<string, Record<string, never>> = {};
  const examplesOfMessage = readExamples(contracts, set);
  for (const message of [...set.messages].sort((a, b) => compare(a.label, b.label))) {
    const own = examplesOfMessage(message).map(
      ({ name, document }) => [name, document.value as never] as const,
    );
    if (own.length > 0) examples[message.label] = Object.fromEntries(own);
  }
  const events = set.messages.filter(({ callback }) => !callback);
  const bindings = exampleBindings({ protocol, examples });
  const checks = instanceChecks(contracts);
  const published = set.messages.filter(({ callback, specified }) => !callback || specified);
  const derived = published.flatMap((message) =>
    derivedCases({ contracts, protocol, rules, bindings, checks, examplesOf: examplesOfMessage }, message),
  );
  const ids = events.flatMap((message) => {
    const shapes = idShapes({ contracts, checks, protocol }, message, examplesOfMessage(message));
    if (Object.keys(shapes).length === 0) return [];
    return [[message.label, shapes] as const];
  });
  const orders = eventOrders(contracts, events);
  const written = contracts.cases.flatMap(({ value }) => (value as { cases: readonly Case[] }).cases);
  const carrier = findCarrier(events, examplesOfMessage, protocol);
  const callbacks = findCarrier(
    set.messages.filter(({ callback }) => callback),
    examplesOfMessage,
    protocol,
  );
  const facts = carrier && protocolFacts({ protocol, carrier, callbacks, orders, checks });
  const fromProtocol = facts ? protocolCases(facts, written, rules) : { cases: [], clauses: [] };
  const near = nearCases({
    ledgers: contracts.ledgers,
    rules,
    events: nearFacts({ contracts, protocol, checks, orders, examplesOf: examplesOfMessage }, set.messages),
    written: [...written, ...fromProtocol.cases],
  });
  const sections = clauseSections(contracts.ledgers);
  return {
    format: 1,
    protocol,
    ...(Object.keys(otherHeaders).length > 0 && { headers: otherHeaders }),
    examples,
    cases: [...written, ...fromProtocol.cases],
    batches: eventBatches([...derived, ...near.cases]),
    ...(Object.keys(sections).length > 0 && { sections }),
    ...(ids.length > 0 && { ids: Object.fromEntries(ids) }),
    clauses: [...receiverClauses(contracts.ledgers, near.tried), ...fromProtocol.clauses, ...near.clauses],
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
    example: exampleReference(carrier),
    event,
    otherContent: otherContent({ event, shape: protocol.event, equal, isValid }),
    callback: callbacks && exampleReference(callbacks),
    equal,
    isValid,
  };
}

interface Carrier {
  readonly message: EventMessage;
  readonly example: EventExample;
}

function exampleReference({ message, example }: Carrier): ExampleRef {
  return { subject: message.label, case: example.name };
}

/** The event that the cases of the protocol deliver: if possible, one whose payload is specified, bound and ordered. */
function findCarrier(
  events: readonly EventMessage[],
  examples: ExamplesOf,
  protocol: ProtocolParts,
): Carrier | undefined {
  const usable = events.flatMap((message) => {
    const [example] = examples(message).filter(({ document }) => isSchemaObject(document.value));
    if (example === undefined) return [];
    return [{ message, example }];
  });
  const version = protocol.event?.ordering?.version;
  const rank = ({ message, example }: (typeof usable)[number]): number => {
    const isOrdered = version !== undefined && valueAtPointer(example.document.value, version) !== undefined;
    return [message.specified, message.bound, isOrdered].filter(Boolean).length;
  };
  return [...usable].sort((a, b) => rank(b) - rank(a))[0];
}

/** An entry of a ledger (`reader/vocabulary/clauses.schema.yaml`), as far as the suite needs it. */
interface LedgerEntry {
  readonly id: string;
  readonly section: string;
  readonly level: "must" | "should" | "info" | "unspecified";
  readonly text: string;
  readonly not_enforced?: "platform" | "console" | "integrator" | "planned";
  readonly cases?: {
    readonly positive?: readonly string[];
    readonly negative?: readonly string[];
    readonly note?: string;
  };
  readonly unobservable?: string;
  /** Globs on ids of cases for senders. */
  readonly sender?: readonly string[];
}

/**
 * The must and should clauses of the ledgers, with the cases that test them or the reason why none does; `tried` are the
 * near misses of a clause.
 */
function receiverClauses(
  ledgers: readonly Document[],
  tried: ReadonlyMap<string, TriedBy> = new Map(),
): Clause[] {
  const entries = ledgers.flatMap(({ value }) => (value as { clauses: readonly LedgerEntry[] }).clauses);
  return entries.flatMap(({ id, section, level, text, cases, sender, unobservable, not_enforced: by }) => {
    if (level !== "must" && level !== "should") return [];
    let note = cases?.note ?? unobservable;
    if (cases === undefined) note ??= whyNone(by, sender);
    const near = tried.get(id);
    const positive = both(cases?.positive, near?.positive);
    const negative = both(cases?.negative, near?.negative);
    return [
      {
        id,
        section,
        level,
        text,
        ...(positive && { positive }),
        ...(negative && { negative }),
        ...(note !== undefined && { note }),
      },
    ];
  });
}

/** The must and should clauses that cases for senders test. */
export function senderClauses(ledgers: readonly Document[]): Clause[] {
  const entries = ledgers.flatMap(({ value }) => (value as { clauses: readonly LedgerEntry[] }).clauses);
  return entries.flatMap(({ id, section, level, text, sender }) => {
    if ((level !== "must" && level !== "should") || sender === undefined) return [];
    return [{ id, section, level, text, positive: sender }];
  });
}

function both(written: readonly string[] = [], near: readonly string[] = []): readonly string[] | undefined {
  const all = [...written, ...near];
  if (all.length === 0) return undefined;
  return all;
}

function whyNone(by: LedgerEntry["not_enforced"], sender: LedgerEntry["sender"]): string {
  if (by === undefined && sender !== undefined) return "it concerns the sender, whose own suite tests it";
  switch (by) {
    case "platform":
      return "only the platform can keep it";
    case "console":
      return "it concerns the platform's own console";
    case "integrator":
      return "it concerns what the integrator's code does after the answer";
    default:
      return "no case tests it";
  }
}

/** The titles of the ledgers' sections, by number. */
function clauseSections(ledgers: readonly Document[]): Readonly<Record<string, string>> {
  const titles = ledgers.map(({ value }) => (value as { sections?: Record<string, string> }).sections ?? {});
  return Object.assign({}, ...titles) as Record<string, string>;
}
