import { randomUUID } from "node:crypto";
import { DeliveryError, type Operator } from "@oipkit/delivery";
import { json } from "../../reader/text/json.js";
import { printable } from "../../reader/text/printable.js";
import { UsageError } from "../options/option.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import type { DeliveriesSettings } from "./options.js";

/** Delivers one event again, or all that match the filters. Throws `DeliveryError` and `UsageError`. */
export function retry(
  operator: Operator,
  settings: DeliveriesSettings,
  terminal: Terminal,
): Promise<ExitCode> {
  return settings.subject === ""
    ? retryAll(operator, settings, terminal)
    : retryOne(operator, settings, terminal);
}

/** `retry` without an event: all that match the filters. */
async function retryAll(
  operator: Operator,
  { query, operation, actor, rate, format }: DeliveriesSettings,
  terminal: Terminal,
): Promise<ExitCode> {
  const operationId = operation ?? randomUUID();
  terminal.err(`operation ${printable(operationId)}; --operation with it goes on if this is ended\n`);
  const { states: _states, kind: _kind, ...filters } = query;
  let told = 0;
  const outcome = await operator.redeliverAll({
    query: filters,
    operationId,
    actor,
    perSecond: rate,
    onProgress({ begun }) {
      if (begun < told + toldAtOnce) return;
      told = begun;
      terminal.err(`${begun} begun\n`);
    },
  });
  const { begun, repeated, refused } = outcome;
  const reasons = Object.entries(refused).map(([reason, count]) => `, ${count} refused (${reason})`);
  if (format === "json") terminal.out(`${json({ ...outcome, operationId })}\n`);
  else terminal.out(`${begun} due now, ${repeated} begun before${reasons.join("")}\n`);
  return begun + repeated === 0 ? 1 : 0;
}

/** Deliveries between two lines of progress. */
const toldAtOnce = 500;

async function retryOne(
  operator: Operator,
  { subject: eventId, query, operation, actor, format }: DeliveriesSettings,
  terminal: Terminal,
): Promise<ExitCode> {
  const application = query.application ?? (await onlyApplication(operator, eventId));
  const operationId = operation ?? randomUUID();
  const outcome = await operator.redeliver({ application, eventId, operationId, actor });
  if (format === "json") terminal.out(`${json({ ...outcome, operationId })}\n`);
  else terminal.out(`${printable(outcome.deliveryId)}: ${retried[outcome.kind]}\n`);
  return 0;
}

const retried = {
  pending: "due now",
  repeated: "this retry was done before",
  "already-pending": "it is waiting already",
} as const;

async function onlyApplication(operator: Operator, eventId: string): Promise<string> {
  const { deliveries } = await operator.list({ eventId });
  const [first, ...others] = new Set(deliveries.map(({ application }) => application));
  if (first === undefined)
    throw new DeliveryError("delivery-unknown", `event ${printable(eventId)} not found`);
  if (others.length > 0)
    throw new UsageError("several Applications have this event; choose one with --application");
  return first;
}
