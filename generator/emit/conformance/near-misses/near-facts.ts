import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import type { EventOrder } from "../../../../commands/conform/suite/suite.js";
import type { Contracts } from "../../../../reader/documents/contracts.js";
import { isSchemaObject } from "../../../../reader/documents/schema-walk.js";
import type { EventMessage } from "../../../../reader/model/model.js";
import type { InstanceChecks } from "../../../../reader/validation/instances.js";
import type { ExamplesOf } from "../../event-examples.js";
import { fieldsOf } from "../fields.js";
import type { ProtocolParts } from "../protocol/part.js";
import type { NearFacts } from "./near-miss.js";

/** A contract, as far as near misses need it. */
export interface NearFactsInput {
  readonly contracts: Contracts;
  readonly protocol: ProtocolParts;
  readonly checks: InstanceChecks;
  readonly orders: Readonly<Record<string, EventOrder>>;
  readonly examplesOf: ExamplesOf;
}

/** The facts of each message with an example, first of the one that stands for the protocol: bound, ordered, with most fields. */
export function nearFacts(
  { contracts, protocol, checks, orders, examplesOf }: NearFactsInput,
  messages: readonly EventMessage[],
): readonly NearFacts[] {
  const all = messages.flatMap((message): Omit<NearFacts, "isMain">[] => {
    const { label, payload, family, specified, callback, kind } = message;
    const [example] = examplesOf(message)
      .filter(({ document }) => isSchemaObject(document.value))
      .sort((a, b) => size(a.document.value) - size(b.document.value));
    if (example === undefined) return [];
    return [
      {
        protocol,
        example: { subject: label, case: example.name },
        event: example.document.value as object,
        equal: orders[label]?.equal ?? [],
        isValid: (event) => checks.is(payload, event),
        label,
        family,
        specified,
        named: kind === "named",
        isCallback: callback,
        ...fieldsOf(contracts, payload),
      },
    ];
  });
  const [main, ...others] = all.sort((a, b) => fitness(b) - fitness(a));
  if (main === undefined) return [];
  return [{ ...main, isMain: !main.isCallback }, ...others.map((each) => ({ ...each, isMain: false }))];
}

/** More than any event's number of fields. */
const step = 10_000;

function fitness({ specified, isCallback, protocol, event, fields }: Omit<NearFacts, "isMain">): number {
  const version = protocol.event?.ordering?.version;
  const isOrdered = version !== undefined && valueAtPointer(event, version) !== undefined;
  return [!isCallback, specified, isOrdered].filter(Boolean).length * step + fields.length;
}

function size(value: unknown): number {
  return JSON.stringify(value).length;
}
