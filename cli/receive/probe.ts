import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Inbox, InboxRecord, Receiver } from "@oipkit/runtime/webhook";
import { showsIn, type Transcript } from "./transcript.js";

/** What the probe shows and controls. */
export interface ProbeOptions {
  /** The store itself, which works for the probe even while it fails for the receiver. */
  readonly inbox: Inbox;
  readonly application: string;
  readonly receiver: Pick<Receiver, "drain">;
  readonly transcript: Transcript;
  readonly setFaults: (faults: { readonly inbox?: boolean; readonly nonces?: boolean }) => void;
}

/** The conformance probe, as `contracts/probe.openapi.yaml` describes it. For tests on this machine only. */
export function createProbe(options: ProbeOptions): RequestListener {
  return (request, response) => {
    answerProbe(options, request).then(
      ({ status, value }) =>
        value === undefined ? response.writeHead(status).end() : sendJson(response, status, value),
      () => sendJson(response, 500, { error: "the store is not available" }),
    );
  };
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.statusCode = status;
  response.setHeader("content-type", "application/json").setHeader("cache-control", "no-store");
  response.end(JSON.stringify(value));
}

interface ProbeAnswer {
  readonly status: number;
  readonly value?: unknown;
}

async function answerProbe(options: ProbeOptions, request: IncomingMessage): Promise<ProbeAnswer> {
  const [path = "", query] = (request.url ?? "/").split("?", 2);
  const [, place = "", ...rest] = path.split("/");
  const route = `${request.method} ${place}`;
  const id = rest.length === 1 ? decoded(rest[0] ?? "") : undefined;
  if (route === "GET inbox" && id !== undefined) return { status: 200, value: await readInbox(options, id) };
  if (route === "GET resources" && id !== undefined) {
    return { status: 200, value: await readResource(options, id) };
  }
  if (route === "GET leaks" && rest.length === 0) {
    const needle = new URLSearchParams(query).get("needle");
    if (!needle) return { status: 400, value: { error: "`needle` is missing or empty" } };
    return { status: 200, value: { found: await findLeak(options, needle) } };
  }
  if (route === "PUT faults" && rest.length === 0) return setFaults(options, request);
  return { status: 404, value: { error: "the probe has no such operation" } };
}

async function readInbox({ inbox, application }: ProbeOptions, eventId: string): Promise<unknown> {
  const record = await inbox.find(application, eventId);
  const shown = (found: InboxRecord) => ({
    event_id: found.eventId,
    event_type: found.eventType,
    delivery_id: found.deliveryId,
    correlation_id: found.correlationId ?? null,
    event: found.event,
    test: found.test,
  });
  return { records: record === undefined ? [] : [shown(record)] };
}

async function readResource(options: ProbeOptions, resource: string): Promise<unknown> {
  const { inbox, application, receiver } = options;
  // The answer must include what was just acknowledged.
  await receiver.drain().catch(() => {});
  const found = await inbox.resources({ application, resource });
  const applied = Math.max(0, ...found.map(({ version }) => version));
  const pending = found.flatMap(({ waiting }) => waiting).sort((a, b) => a - b);
  return { applied_version: applied === 0 ? null : applied, pending_versions: pending };
}

const page = 500;

async function findLeak({ inbox, transcript }: ProbeOptions, needle: string): Promise<boolean> {
  if (transcript.holds(needle)) return true;
  for (let after = -1; ; ) {
    const records = await inbox.list({ limit: page, ...(after < 0 ? {} : { after }) });
    if (records.some((record) => showsIn(record.json, needle) || showsIn(JSON.stringify(record), needle))) {
      return true;
    }
    const last = records.at(-1);
    if (last === undefined || records.length < page) return false;
    after = last.sequence;
  }
}

async function setFaults(options: ProbeOptions, request: IncomingMessage): Promise<ProbeAnswer> {
  const wanted = await readJson(request);
  const isFault = (value: unknown): value is boolean | undefined =>
    value === undefined || typeof value === "boolean";
  const { nonce_store: nonces, inbox } = wanted ?? {};
  if (wanted === undefined || !isFault(nonces) || !isFault(inbox)) {
    return {
      status: 400,
      value: { error: "expected a JSON object in which `nonce_store` and `inbox` are true or false" },
    };
  }
  options.setFaults({
    ...(nonces === undefined ? {} : { nonces }),
    ...(inbox === undefined ? {} : { inbox }),
  });
  return { status: 204 };
}

/** Two members take far less. */
const maxFaultsLength = 10_000;

async function readJson(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) {
    text += chunk;
    if (text.length > maxFaultsLength) return undefined;
  }
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
