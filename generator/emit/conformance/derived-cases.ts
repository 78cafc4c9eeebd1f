import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import type { Protocol } from "@oipkit/runtime/webhook";
import { changed } from "../../../commands/conform/request/change.js";
import { type ExampleBindings, freshEvent } from "../../../commands/conform/request/fresh-event.js";
import type { BatchCase, Level } from "../../../commands/conform/suite/suite.js";
import type { Contracts } from "../../../reader/documents/contracts.js";
import type { EventMessage } from "../../../reader/model/model.js";
import type { ProtocolRules } from "../../../reader/model/webhook-protocol.js";
import type { InstanceChecks } from "../../../reader/validation/instances.js";
import type { ExamplesOf } from "../emit-input.js";
import { batchCase, type CaseDraft, callbackCase, type EventCase } from "./event-cases.js";
import { counterexampleCases, exampleCases } from "./example-cases.js";
import { fieldCases, objectCases } from "./field-cases.js";
import { eventFields } from "./fields.js";
import { opened } from "./openness.js";
import { hasEventId } from "./protocol/part.js";

/** What cases are derived from. */
interface DerivedCasesInput {
  readonly contracts: Contracts;
  readonly protocol: Protocol;
  readonly rules: ProtocolRules;
  readonly bindings: ExampleBindings;
  readonly checks: InstanceChecks;
  readonly examplesOf: ExamplesOf;
}

/** The cases derived from the schema, the examples and the counterexamples of one event. */
export function derivedCases(input: DerivedCasesInput, message: EventMessage): EventCase[] {
  const { contracts, protocol } = input;
  const { label, clause = "", payload } = message;
  const examples = input.examplesOf(message);
  const plainest = [...examples].sort((a, b) => size(a.document.value) - size(b.document.value))[0];
  if (plainest === undefined) return [];
  const { fields, objects } = eventFields(contracts, payload);
  const bound = new Set(Object.values(protocol.event.binding ?? {}).flat());
  const facts = { clause, type: protocol.event.type ?? "", bound };
  const isNeutral = input.checks.is(payload, neutralEvent(input, plainest.document.value));
  const neutral = (event: unknown): unknown => {
    if (isNeutral) return neutralEvent(input, event);
    return alikeEvent(input, event, plainest.document.value);
  };
  const base = neutral(plainest.document.value);
  const drafts = [
    ...exampleCases(examples, { plainest: plainest.document.value, neutral, clause }),
    ...fields.flatMap((field) => fieldCases(field, facts)),
    ...objectCases(objects, base, clause),
    ...counterexampleCases(
      contracts.counterexamples.filter(({ subject }) => subject === label),
      { examples, neutral, clause, fields, objects },
    ),
  ];
  const [section = ""] = clause.replace(/^§/, "").split("(", 1);
  const prefix = `${section}/${label}`;
  const exampleEvent = (name: string | undefined): unknown =>
    neutral(examples.find((example) => example.name === (name ?? plainest.name))?.document.value);
  return drafts
    .map((draft) => ({ ...draft, level: levelFor(message, draft) }))
    .filter((draft) => schemaAgrees(input, message, { draft, event: exampleEvent(draft.example) }))
    .map((draft) => ({
      event: { prefix, example: { subject: label, case: draft.example ?? plainest.name } },
      case: judged(input, caseFor(input, message, draft)),
    }));
}

/** A case about a section of the documentation is judged by that section alone. */
function judged({ protocol, rules }: DerivedCasesInput, each: BatchCase): BatchCase {
  if (each.clause !== "") return each;
  return opened({ protocol, rules }, each);
}

/**
 * Nothing published requires that an event is accepted whose whole name isn't known, nor that the content of a callback is
 * checked before its handler is asked, which may tell of a fault in its result.
 */
function levelFor({ kind, callback }: EventMessage, { level, valid }: CaseDraft): Level {
  const isLess = valid ? kind !== "named" : callback;
  if (isLess && level === "must") return "should";
  return level;
}

function caseFor({ protocol }: DerivedCasesInput, { callback }: EventMessage, draft: CaseDraft): BatchCase {
  if (callback) return callbackCase(draft);
  return batchCase({ ...draft, kept: draft.kept === true && hasEventId(protocol) });
}

/** Whether the schema agrees with a draft: keywords that the draft didn't consider may decide otherwise. */
function schemaAgrees(
  { checks }: DerivedCasesInput,
  { payload }: EventMessage,
  { draft, event }: { readonly draft: CaseDraft; readonly event: unknown },
): boolean {
  if (typeof event !== "object" || event === null) return false;
  return changeable(event, draft) && checks.is(payload, changed(event, draft.change)) === draft.valid;
}

/** Whether every place that a draft changes exists. */
function changeable(event: object, { change }: CaseDraft): boolean {
  try {
    changed(event, change);
    return true;
  } catch {
    return false;
  }
}

/** The event with fixed ids and binding, in which no two examples differ. */
function neutralEvent({ protocol, bindings }: DerivedCasesInput, event: unknown): unknown {
  if (typeof event !== "object" || event === null || Array.isArray(event)) return event;
  return freshEvent({
    protocol,
    bindings,
    application: {
      id: "application",
      organization: "organization",
      environment: "sandbox",
      product: "product",
    },
    event: event as never,
    eventId: "event",
    resource: "resource",
    bind: true,
  });
}

/** The event with the ids and the binding of another one, for schemas that don't allow any others. */
function alikeEvent({ protocol }: DerivedCasesInput, event: unknown, other: unknown): unknown {
  if (typeof event !== "object" || event === null) return event;
  const { id, binding = {}, ordering } = protocol.event;
  const places = [id, ordering?.resource, ...Object.values(binding).flat()].filter(
    (place): place is string => typeof place === "string",
  );
  const change = places.flatMap((place) => {
    const [own, theirs] = [valueAtPointer(event, place), valueAtPointer(other, place)];
    if (own === undefined || theirs === undefined) return [];
    return [{ set: place, to: theirs }];
  });
  return changed(event, change);
}

function size(value: unknown): number {
  return JSON.stringify(value).length;
}
