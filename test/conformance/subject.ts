import { AsyncLocalStorage } from "node:async_hooks";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Subject } from "../../conformance/index.js";
import {
  type ApplicationBinding,
  type Credentials,
  createMemoryInbox,
  createMemoryNonces,
  createReceiver,
  type EventValidator,
  type JsonObject,
  type Outcome,
  type Protocol,
  type Receiver,
  toNodeListener,
} from "../../runtime/webhook/index.js";
import { parsePointer, resolvePointer } from "../../runtime/webhook/pointer.js";
import { createResourceOrder, type ResourceOrder } from "./resource-order.js";

/** A receiver under test on localhost. */
export interface RunningSubject extends Subject {
  readonly close: () => Promise<void>;
}

export interface SubjectOptions {
  readonly protocol: Protocol;
  readonly validate: EventValidator<JsonObject>;
  readonly application: ApplicationBinding;
  readonly credentials: Credentials;
}

/** This library's receiver with memory stores and a probe, each on its own port. */
export async function startReceiver(options: SubjectOptions): Promise<RunningSubject> {
  const { protocol, validate, application, credentials } = options;
  const faults = { nonce_store: false, inbox: false };
  const inbox = createMemoryInbox();
  const nonces = createMemoryNonces();
  const order = createResourceOrder();
  const outcomes: Outcome[] = [];
  const outcomeOf = new AsyncLocalStorage<{ outcome?: Outcome }>();
  const unless = <Result>(broken: boolean, work: () => Promise<Result>): Promise<Result> =>
    broken ? Promise.reject(new Error("made to fail")) : work();
  const receiver = createReceiver<JsonObject>({
    protocol,
    validate,
    application,
    ...credentials,
    events: [],
    fallback: () => {},
    inbox: { ...inbox, record: (record) => unless(faults.inbox, () => inbox.record(record)) },
    nonces: { reserve: (...nonce) => unless(faults.nonce_store, () => nonces.reserve(...nonce)) },
    onEvent: (event) => apply(protocol, order, event),
    onOutcome(outcome) {
      outcomes.push(outcome);
      Object.assign(outcomeOf.getStore() ?? {}, { outcome });
    },
  });
  const probe: RequestListener = async (request, response) => {
    const url = new URL(request.url ?? "", "http://probe.test");
    const [, call, id = ""] = url.pathname.split("/").map(decodeURIComponent);
    const json = (value: unknown): void => void response.end(JSON.stringify(value));
    if (call === "faults") {
      let text = "";
      for await (const chunk of request) text += chunk;
      Object.assign(faults, JSON.parse(text));
      response.writeHead(204).end();
    } else if (call === "leaks") {
      const kept = JSON.stringify([await inbox.list(), outcomes]);
      json({ found: kept.includes(url.searchParams.get("needle") ?? "") });
    } else if (call === "resources") {
      const { applied, pending } = order.at(id);
      json({ applied_version: applied === 0 ? null : applied, pending_versions: pending });
    } else {
      const record = await inbox.find(application.id, id);
      json({ records: record ? [shown(record)] : [] });
    }
  };
  const answering = { answer: answerCallbacks(receiver, outcomeOf) };
  const [subject, probing] = await Promise.all([startServer(toNodeListener(answering)), startServer(probe)]);
  return {
    ...credentials,
    application,
    callbacks: protocol.callbacks !== undefined,
    url: `${subject.url}/hook`,
    probeUrl: probing.url,
    close: async () => {
      await Promise.all([subject.close(), probing.close()]);
    },
  };
}

function apply(protocol: Protocol, order: ResourceOrder, event: JsonObject): void {
  const { resource, version } = protocol.event.ordering;
  const [id, at] = [resource, version].map((pointer) => resolvePointer(event, parsePointer(pointer)));
  if (typeof id === "string" && typeof at === "number") order.apply(id, at);
}

/** The receiver refuses a callback last of all, once everything about it is checked; here a handler answers it. */
function answerCallbacks(
  receiver: Receiver,
  outcomeOf: AsyncLocalStorage<{ outcome?: Outcome }>,
): Receiver["answer"] {
  return (request) =>
    outcomeOf.run({}, async () => {
      const answer = await receiver.answer(request);
      if (outcomeOf.getStore()?.outcome?.code !== "callback-unhandled") return answer;
      return { status: 200, headers: { "content-type": "application/json" }, body: '{"done":true}' };
    });
}

function shown(record: Awaited<ReturnType<ReturnType<typeof createMemoryInbox>["list"]>>[number]): object {
  return {
    event_id: record.eventId,
    event_type: record.eventType,
    delivery_id: record.deliveryId,
    correlation_id: record.correlationId ?? null,
    event: record.event,
    test: record.test,
  };
}

/** A server on a free port of localhost. */
export async function startServer(
  listener: RequestListener,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
