import type { IncomingRequest } from "../ports/answer.js";
import type { Inbox, NonceStore } from "../ports/stores.js";
import { type FaultyStore, readFaults } from "./faults.js";
import type { WatchedHandlers } from "./handlers.js";
import type { ProbedReceiver } from "./probe.js";
import { showsIn, type Transcript } from "./transcript.js";

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
  operation: ProbeOperation,
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
    case "handlers":
      return { status: 200, value: { mode: state.handlers.mode(), failures: state.handlers.failures } };
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

/** An operation of the probe. */
type ProbeOperation =
  | { readonly kind: "inbox"; readonly eventId: string }
  | { readonly kind: "resource"; readonly resource: string }
  | { readonly kind: "leaks"; readonly needle: string }
  | { readonly kind: "faults" }
  | { readonly kind: "handlers" }
  | { readonly kind: "restart" };

/** The operation that a request asks for, below any path; `undefined` if there is none. `target` is a path with its query. */
export function readOperation(method: string, target: string): ProbeOperation | undefined {
  const mark = target.indexOf("?");
  const path = mark === -1 ? target : target.slice(0, mark);
  const [start, ...segments] = path.split("/");
  // An id is one segment, so the slashes in it are encoded. No server would call an empty segment its prefix.
  if (start !== "" || segments.some((segment) => segment === "")) return undefined;
  const last = segments.at(-1) ?? "";
  if (method === "GET") {
    const collection = segments.at(-2);
    const id = collection === "inbox" || collection === "resources" ? decoded(last) : undefined;
    if (id !== undefined) {
      if (collection === "inbox") return { kind: "inbox", eventId: id };
      return { kind: "resource", resource: id };
    }
    if (last === "handlers") return { kind: "handlers" };
    if (last !== "leaks") return undefined;
    const query = mark === -1 ? "" : target.slice(mark + 1);
    return { kind: "leaks", needle: new URLSearchParams(query).get("needle") ?? "" };
  }
  if (method === "PUT" && last === "faults") return { kind: "faults" };
  if (method === "POST" && last === "restart") return { kind: "restart" };
  return undefined;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** What the operations of a probe work on. */
export interface ProbeState<Transaction = unknown> {
  readonly application: string;
  readonly inbox: FaultyStore<Inbox<Transaction>>;
  readonly nonces: FaultyStore<NonceStore>;
  readonly transcript: Transcript;
  readonly maxRecorded: number;
  readonly handlers: WatchedHandlers;
  /** The receiver, once it is known. */
  receiver: ProbedReceiver | undefined;
  /** Absent if the receiver can't be restarted. */
  readonly restart: (() => Promise<void>) | undefined;
}

/** Records that are searched at a time. */
const page = 500;

/** Whether a text occurs in what was recorded, or in any record of the inbox. */
async function findLeak<Transaction>(
  { inbox, transcript }: Pick<ProbeState<Transaction>, "inbox" | "transcript">,
  needle: string,
): Promise<boolean> {
  if (transcript.holds(needle)) return true;
  for (let after: number | undefined; ; ) {
    const records = await inbox.behind().list({ limit: page, ...(after !== undefined && { after }) });
    if (records.some((record) => showsIn(record.json, needle) || showsIn(JSON.stringify(record), needle))) {
      return true;
    }
    const last = records.at(-1);
    if (last === undefined || records.length < page) return false;
    after = last.sequence;
  }
}
