import { randomUUID } from "node:crypto";
import { createOperator, DeliveryError, type Operator, systemClock } from "@oipkit/delivery";
import { json } from "../../reader/text/json.js";
import { printable } from "../../reader/text/printable.js";
import { UsageError } from "../options/usage.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { migrateStore } from "./migrate.js";
import { openStore } from "./open-store.js";
import { type DeliveriesSettings, type OperatorAction, readSettings } from "./settings.js";
import { deliveryJson, detailsJson, detailsText, endpointJson, endpointsText, listText } from "./show.js";

/** What is refused because of the state that things are in; the command ran. */
const refusals: readonly string[] = [
  "delivery-unknown",
  "delivery-state",
  "endpoint-missing",
  "endpoint-state",
  "operation-conflict",
];

/** `oipkit deliveries`. `now` gives milliseconds since 1970. Throws `UsageError`, `StoreFailure` and `DeliveryError`. */
export async function runDeliveries(
  args: readonly string[],
  terminal: Terminal,
  now: () => number,
): Promise<ExitCode> {
  const settings = readSettings(args, now());
  const { action } = settings;
  if (action === "migrate") return migrateStore(settings, terminal);
  const store = await openStore(settings.store, { cwd: terminal.cwd, schema: settings.schema });
  try {
    const operator = createOperator({ store, clock: { ...systemClock, now } });
    return await actions[action](operator, settings, terminal);
  } catch (error) {
    if (!(error instanceof DeliveryError) || !refusals.includes(error.code)) throw error;
    terminal.err(`${error.message}\n`);
    return 1;
  } finally {
    await store.close();
  }
}

type Act = (operator: Operator, settings: DeliveriesSettings, terminal: Terminal) => Promise<ExitCode>;

const actions: Readonly<Record<OperatorAction, Act>> = {
  ...{ list, endpoints, show, retry },
  ...{ pause: change, resume: change },
};

async function list(operator: Operator, settings: DeliveriesSettings, terminal: Terminal): Promise<ExitCode> {
  const { query, limit, after, format } = settings;
  const before = after === undefined ? undefined : Number(after);
  const { deliveries, next } = await operator.list({ ...query, limit, before });
  if (format === "json")
    terminal.out(`${json({ deliveries: deliveries.map(deliveryJson), next: next ?? null }, 2)}\n`);
  else {
    terminal.out(listText(deliveries));
    const { pending, failed } = await operator.counts({ application: query.application });
    const more = next === undefined ? "" : `; more: --after ${next}`;
    terminal.err(`${deliveries.length} shown${more}; in all ${pending} pending, ${failed} failed\n`);
  }
  return deliveries.length === 0 ? 1 : 0;
}

async function endpoints(
  operator: Operator,
  { query: { application }, limit, after, format }: DeliveriesSettings,
  terminal: Terminal,
): Promise<ExitCode> {
  const page = await operator.endpoints({ application, limit, after });
  const { endpoints: found, next } = page;
  if (format === "json")
    terminal.out(`${json({ endpoints: found.map(endpointJson), next: next ?? null }, 2)}\n`);
  else {
    terminal.out(endpointsText(found));
    const more = next === undefined ? "" : `; more: --after ${printable(next)}`;
    terminal.err(`${found.length} shown${more}\n`);
  }
  return found.length === 0 ? 1 : 0;
}

async function show(
  operator: Operator,
  { subject, format }: DeliveriesSettings,
  terminal: Terminal,
): Promise<ExitCode> {
  const found = await operator.show(subject);
  if (found === undefined) {
    terminal.err(`delivery ${printable(subject)} not found\n`);
    return 1;
  }
  terminal.out(format === "json" ? `${json(detailsJson(found), 2)}\n` : detailsText(found));
  return 0;
}

async function retry(
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

async function change(
  operator: Operator,
  { action, subject: application, reason, actor, format }: DeliveriesSettings,
  terminal: Terminal,
): Promise<ExitCode> {
  const asked = { application, actor, reason };
  const { id, state } = await (action === "pause" ? operator.pause(asked) : operator.resume(asked));
  if (format === "json") terminal.out(`${json({ id, application, state })}\n`);
  else terminal.out(`endpoint ${printable(id)} of ${printable(application)}: ${state}\n`);
  return 0;
}
