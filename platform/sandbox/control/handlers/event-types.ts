import { eventTexts } from "../../generated/event-texts/event-texts.js";
import { allowedStatuses } from "../../platform/commerce/index.js";
import type { Handlers, Schemas } from "../operation.js";
import type { SandboxParts } from "../parts.js";

/** The operations of the contract's events. */
export function eventTypeHandlers({ delivery }: Pick<SandboxParts, "delivery">): Handlers<"listEventTypes"> {
  const testable = new Set(delivery.tests?.types);
  const statuses: Readonly<Record<string, readonly string[]>> = allowedStatuses;
  const shown = eventTexts.map((event) => ({
    ...event,
    statuses: [...(statuses[event.event_type] ?? [])],
    testable: event.callback || testable.has(event.event_type),
  }));
  const of = (isCallback: boolean): Schemas["EventTypeDetails"][] =>
    shown.filter(({ callback }) => callback === isCallback).map(({ callback: _, ...event }) => event);
  const types = { event_types: of(false), callback_types: of(true) };
  return { listEventTypes: () => types };
}
