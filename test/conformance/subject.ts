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

/** This library's receiver with memory stores and a probe, each on its own port. */
export async function startReceiver(options: SubjectOptions): Promise<RunningSubject> {
  const { protocol, validate, application, credentials } = options;
  const faults = { nonce_store: false, inbox: false };
  const inbox = createMemoryInbox();
  const nonces = createMemoryNonces();
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
  });
  const probe: RequestListener = async (request, response) => {
    const url = new URL(request.url ?? "", "http://probe.test");
    const json = (value: unknown): void => void response.end(JSON.stringify(value));
    if (url.pathname === "/faults") {
      let text = "";
      for await (const chunk of request) text += chunk;
      Object.assign(faults, JSON.parse(text));
      response.writeHead(204).end();
    } else if (url.pathname === "/leaks") {
      const stored = JSON.stringify(await inbox.list());
      json({ found: stored.includes(url.searchParams.get("needle") ?? "") });
    } else {
      const id = decodeURIComponent(url.pathname.replace("/inbox/", ""));
      const record = await inbox.find(application.id, id);
      json({ records: record ? [{ event: record.event, test: record.test }] : [] });
    }
  };
  const [subject, probing] = await Promise.all([startServer(toNodeListener(receiver)), startServer(probe)]);
  return {
    ...credentials,
    application,
    url: `${subject.url}/hook`,
    probeUrl: probing.url,
    close: async () => {
      await Promise.all([subject.close(), probing.close()]);
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
