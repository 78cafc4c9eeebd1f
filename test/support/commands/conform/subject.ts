import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Subject } from "../../../../commands/conform/index.js";
import { createProbe } from "../../../../runtime/probe/index.js";
import {
  type ApplicationBinding,
  type Credentials,
  createMemoryInbox,
  createMemoryNonces,
  createReceiver,
  type EventDeclaration,
  type EventValidator,
  type JsonObject,
  type Protocol,
  type Receiver,
  toNodeListener,
} from "../../../../runtime/webhook/index.js";

/** A receiver under test on localhost. */
export interface RunningSubject extends Subject {
  readonly close: () => Promise<void>;
}

export interface SubjectOptions {
  readonly protocol: Protocol;
  readonly validate: EventValidator<JsonObject>;
  readonly application: ApplicationBinding;
  readonly credentials: Credentials;
  /** Default: all belong to one family, so a resource's events are ordered regardless of their type. */
  readonly events?: readonly EventDeclaration[];
}

const oneFamily: readonly EventDeclaration[] = [{ key: "any", pattern: "", family: "any" }];

/** This library's receiver with a probe that can restart it, each on its own port. */
export async function startReceiver(options: SubjectOptions): Promise<RunningSubject> {
  const { protocol, validate, application, credentials, events = oneFamily } = options;
  const probe = createProbe({
    enabled: true,
    application: application.id,
    // They stand for a database, which outlives the receiver.
    inbox: createMemoryInbox(),
    nonces: createMemoryNonces(),
    restart: async () => {
      await receiver.close({ timeoutMs: 0 });
      receiver = open();
    },
  });
  const open = (): Receiver => {
    const opened = createReceiver<JsonObject>({
      protocol,
      validate,
      application,
      ...credentials,
      events,
      inbox: probe.inbox,
      nonces: probe.nonces,
      fallback: () => {},
      ...(protocol.callbacks === undefined ? {} : { onCallback: () => ({ done: true }) }),
      onOutcome: (outcome) => probe.record(JSON.stringify(outcome)),
      onFault: () => {},
      logger: false,
    });
    probe.observe(opened);
    return opened;
  };
  let receiver = open();
  const [subject, probing] = await Promise.all([
    startServer(toNodeListener({ answer: (request) => receiver.answer(request) })),
    startServer(probe.listener),
  ]);
  return {
    ...credentials,
    application,
    callbacks: protocol.callbacks !== undefined,
    url: `${subject.url}/hook`,
    probeUrl: probing.url,
    close: async () => {
      await Promise.all([subject.close(), probing.close()]);
      await receiver.close();
    },
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
