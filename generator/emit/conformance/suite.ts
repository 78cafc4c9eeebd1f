import type { Protocol } from "@oipkit/runtime/webhook";
import { exampleBindings } from "../../../conformance/request/fresh-event.js";
import type { Case, Suite } from "../../../conformance/suite/suite.js";
import type { EventSet } from "../../model/model.js";
import { instanceChecks } from "../../validation/instances.js";
import type { EmitInput } from "../emit-input.js";
import { batchesOf } from "./batches.js";
import { clausesOf, sectionsOf } from "./clauses.js";
import { derivedCases } from "./derived-cases.js";
import { eventOrders } from "./event-orders.js";

/** The suite of an event set: hand-written cases, cases derived from schemas and examples, and the ledger. */
export function suiteOf({ contracts }: EmitInput, set: EventSet): Suite | undefined {
  if (set.protocol === undefined) return undefined;
  const protocol = set.protocol as unknown as Protocol;
  const examples: Record<string, Record<string, never>> = {};
  for (const { subject, name, document } of contracts.examples) {
    if (set.messages.some(({ label }) => label === subject))
      examples[subject] = { ...examples[subject], [name]: document.value as never };
  }
  const events = set.messages.filter(({ callback }) => !callback);
  const bindings = exampleBindings({ protocol, examples });
  const checks = instanceChecks(contracts);
  const derived = events.flatMap((message) =>
    derivedCases({ contracts, protocol, bindings, checks }, message),
  );
  const sections = sectionsOf(contracts.ledgers);
  return {
    format: 1,
    protocol,
    examples,
    cases: contracts.cases.flatMap(({ value }) => (value as { cases: readonly Case[] }).cases),
    batches: batchesOf(derived),
    ...(Object.keys(sections).length > 0 && { sections }),
    clauses: clausesOf(contracts.ledgers),
    orders: eventOrders(contracts, events),
  };
}
