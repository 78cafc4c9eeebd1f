import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { ControlClient, Schemas } from "@oipkit/sandbox/client";
import { json } from "../../reader/text/json.js";
import { printable } from "../../reader/text/printable.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { onlyApplication } from "./only-application.js";

/** Whose deliveries are made again. */
export interface RedeliverSettings {
  /** Default: the only active application. */
  readonly application: string | undefined;
  readonly format: "pretty" | "json";
}

type States = Schemas["RedeliveryStates"];

/** An attempt ends within ten seconds; what is tried again takes longer, and isn't waited for. */
const mostWaits = 150;
const waitMs = 100;

/** Delivers again what has failed for good, and waits for the answers. Throws `UsageError` and `ControlError`. */
export async function redeliverFailed(
  client: ControlClient,
  { application, format }: RedeliverSettings,
  terminal: Terminal,
): Promise<ExitCode> {
  const application_id = application ?? (await onlyApplication(client));
  const operation_id = randomUUID();
  let begun = 0;
  let refused = 0;
  for (let isComplete = false; !isComplete && !terminal.signal.aborted; ) {
    const answer = await client.call("redeliverFailed", { path: { application_id }, body: { operation_id } });
    begun += answer.begun;
    refused += answer.refused;
    isComplete = answer.complete;
    if (!isComplete) terminal.err(`${begun} begun\n`);
  }
  const states = await answeredStates(
    client,
    { path: { application_id, redelivery_id: operation_id } },
    terminal.signal,
  );
  const why = await waitReason(client, application_id);
  const outcome = { application_id, begun, refused, ...states, wait_reason: why ?? null };
  if (format === "json") terminal.out(`${json(outcome, 2)}\n`);
  else terminal.out(redeliveredText(application_id, { begun, refused, states, why }));
  return states.delivered === begun && refused === 0 ? 0 : 1;
}

async function answeredStates(
  client: ControlClient,
  request: { readonly path: { readonly application_id: string; readonly redelivery_id: string } },
  signal: AbortSignal,
): Promise<States> {
  for (let wait = 0; ; wait += 1) {
    const states = await client.call("readRedeliveries", request);
    if (states.waiting === 0 || wait === mostWaits || signal.aborted) return states;
    await delay(waitMs, undefined, { signal }).catch(() => {});
  }
}

/** Why deliveries of an application wait, and until when; undefined if none does. */
async function waitReason(client: ControlClient, application_id: string): Promise<string | undefined> {
  const { health } = await client.call("readWebhookHealth", { path: { application_id } });
  if (health === null) return undefined;
  const { status, circuit, next_attempt_at: next } = health.standing;
  if (status === "paused") return "the endpoint is paused";
  if (next === null) return undefined;
  return circuit === "closed"
    ? `the next is due at ${next}`
    : `the circuit is open after failures, so nothing is sent until ${next}`;
}

interface Redelivered {
  readonly begun: number;
  readonly refused: number;
  readonly states: States;
  readonly why: string | undefined;
}

function redeliveredText(application: string, { begun, refused, states, why }: Redelivered): string {
  const reason = why === undefined ? "" : ` (${why})`;
  if (begun === 0 && refused === 0) {
    const rest = why === undefined ? "" : `, but deliveries wait${reason}`;
    return `${printable(`${application}: nothing has failed for good${rest}`)}\n`;
  }
  const { delivered, failed, waiting, cancelled } = states;
  const all = begun === 1 ? "1 failed delivery" : `${begun} failed deliveries`;
  const facts = [`${delivered} of ${all} of ${application} delivered`];
  if (failed > 0) facts.push(`${failed} failed again`);
  if (waiting > 0) facts.push(`${waiting} wait for their next attempt${reason}`);
  if (cancelled > 0) facts.push(`${cancelled} cancelled`);
  if (refused > 0) facts.push(`${refused} can't be delivered again`);
  return `${printable(facts.join(", "))}\n`;
}
