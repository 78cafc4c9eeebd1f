import type { IncomingRequest } from "../ports/answer.js";
import { findLeak } from "./leaks.js";
import type { Operation } from "./operation.js";
import { readFaults } from "./read-faults.js";
import type { ProbeState } from "./state.js";

/** What an operation answers; without a value, the body is empty. */
export interface ProbeAnswer {
  readonly status: number;
  readonly value?: unknown;
}

/** An answer that says what is wrong. */
export function problem(status: number, error: string): ProbeAnswer {
  return { status, value: { error } };
}

/** Carries out an operation. Rejects if a store or a restart fails, or if the body doesn't arrive. */
export async function answerOperation<Transaction>(
  state: ProbeState<Transaction>,
  operation: Operation,
  readBody: IncomingRequest["readBody"],
): Promise<ProbeAnswer> {
  switch (operation.kind) {
    case "inbox":
      return { status: 200, value: await readInbox(state, operation.eventId) };
    case "resource":
      return { status: 200, value: await readResource(state, operation.resource) };
    case "leaks":
      return answerLeaks(state, operation.needle);
    case "faults":
      return setFaults(state, readBody);
    case "restart":
      if (state.restart === undefined) return problem(404, "this probe can't restart the receiver");
      await state.restart();
      return { status: 204 };
  }
}

type State<Transaction> = ProbeState<Transaction>;

async function readInbox<T>({ inbox, application }: State<T>, eventId: string): Promise<unknown> {
  const found = await inbox.behind().find(application, eventId);
  if (found === undefined) return { records: [] };
  const { eventType, deliveryId, correlationId = null, event, test } = found;
  const record = {
    event_id: found.eventId,
    event_type: eventType,
    delivery_id: deliveryId,
    correlation_id: correlationId,
    event,
    test,
  };
  return { records: [record] };
}

async function readResource<T>(state: State<T>, resource: string): Promise<unknown> {
  const { inbox, application, receiver } = state;
  // The answer must include what was just acknowledged.
  await receiver?.drain().catch(() => {});
  const found = await inbox.behind().resources({ application, resource });
  const applied = Math.max(0, ...found.map(({ version }) => version));
  const pending = found.flatMap(({ waiting }) => waiting).sort((a, b) => a - b);
  return { applied_version: applied === 0 ? null : applied, pending_versions: pending };
}

async function answerLeaks<T>(state: State<T>, needle: string): Promise<ProbeAnswer> {
  if (needle === "") return problem(400, "`needle` is missing or empty");
  const { transcript, maxRecorded } = state;
  if (await findLeak(state, needle)) return { status: 200, value: { found: true } };
  if (!transcript.isCut()) return { status: 200, value: { found: false } };
  return problem(
    507,
    `the log is longer than \`maxRecorded\` (${maxRecorded}), so the rest of it wasn't searched; start the receiver again, or raise the limit`,
  );
}

async function setFaults<T>(
  { inbox, nonces }: State<T>,
  readBody: IncomingRequest["readBody"],
): Promise<ProbeAnswer> {
  const wanted = await readFaults(readBody);
  if (wanted === undefined) {
    return problem(400, "expected a JSON object in which `nonce_store` and `inbox` are true or false");
  }
  if (wanted.inbox !== undefined) inbox.setFaulty(wanted.inbox);
  if (wanted.nonces !== undefined) nonces.setFaulty(wanted.nonces);
  return { status: 204 };
}
