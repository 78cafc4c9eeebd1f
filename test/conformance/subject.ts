import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { failOnDemand } from "../../cli/receive/faults.js";
import { createProbe } from "../../cli/receive/probe.js";
import { createTranscript } from "../../cli/receive/transcript.js";
import type { Subject } from "../../conformance/index.js";
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
  toNodeListener,
} from "../../runtime/webhook/index.js";

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

/** All events belong to one family, so a resource's events are ordered regardless of their type. */
const events: readonly EventDeclaration[] = [{ key: "any", pattern: "", family: "any" }];

/** This library's receiver with memory stores and a probe, each on its own port. */
export async function startReceiver(options: SubjectOptions): Promise<RunningSubject> {
  const { protocol, validate, application, credentials } = options;
  const inbox = createMemoryInbox();
  const transcript = createTranscript();
  const faultyInbox = failOnDemand(inbox);
  const faultyNonces = failOnDemand(createMemoryNonces());
  const receiver = createReceiver<JsonObject>({
    protocol,
    validate,
    application,
    ...credentials,
    events,
    inbox: faultyInbox.store,
    nonces: faultyNonces.store,
    fallback: () => {},
    ...(protocol.callbacks === undefined ? {} : { onCallback: () => ({ done: true }) }),
    onOutcome: (outcome) => transcript.add(JSON.stringify(outcome)),
    onFault: () => {},
    logger: false,
  });
  const probe = createProbe({
    inbox,
    application: application.id,
    receiver,
    transcript,
    setFaults(faults) {
      if (faults.inbox !== undefined) faultyInbox.setFaulty(faults.inbox);
      if (faults.nonces !== undefined) faultyNonces.setFaulty(faults.nonces);
    },
  });
  const [subject, probing] = await Promise.all([startServer(toNodeListener(receiver)), startServer(probe)]);
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
