import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createMemoryInbox, createMemoryNonces, toNodeListener } from "@oipkit/runtime/webhook";
import { createReceiver } from "../../../../../generated/events/receiver.js";
import type { BrowserConsole } from "./open-console.js";

/** The endpoint of an application with a real receiver, which can be made to answer something else. */
export interface Endpoint {
  readonly url: string;
  /** Answered with instead of receiving; `undefined` receives. */
  answer: number | undefined;
  /** Requests in the order of their arrival. */
  readonly requests: { readonly headers: Readonly<Record<string, unknown>>; readonly body: string }[];
  readonly signingSecret: string;
  readonly verificationToken: string;
  /** Verifies with another signing secret from now on, as after a rotation. */
  readonly learn: (signingSecret: string) => void;
  readonly close: () => Promise<void>;
}

/** Saves a receiver as an application's endpoint for some events. */
export async function saveEndpoint(
  { control }: Pick<BrowserConsole, "control">,
  { application, eventTypes }: { readonly application: string; readonly eventTypes: string[] },
): Promise<Endpoint> {
  const requests: Endpoint["requests"] = [];
  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    request.on("end", () => {
      const rawBody = Buffer.concat(chunks);
      requests.push({ headers: request.headers, body: rawBody.toString() });
      if (endpoint.answer === undefined) void listener(Object.assign(request, { rawBody }), response);
      else
        response
          .writeHead(endpoint.answer, { "content-type": "application/json" })
          .end('{"error":"not now"}');
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`;
  const path = { application_id: application };
  await control.call("requestAccess", { path, body: { product_code: "commerce", identity: "application" } });
  const { credentials } = await control.call("createCredentials", { path });
  const findSecret = (kind: string): string => credentials.find((one) => one.kind === kind)?.secret ?? "";
  const signingSecret = findSecret("signing-secret");
  const verificationToken = findSecret("verification-token");
  const start = (secret: string) =>
    createReceiver({
      application: { id: application, environment: "sandbox" },
      secrets: [secret],
      verificationToken,
      inbox: createMemoryInbox(),
      nonces: createMemoryNonces(),
      logger: false as const,
      fallback: () => undefined,
    });
  const receivers = [start(signingSecret)];
  let listener = toNodeListener(receivers[0] as ReturnType<typeof start>);
  const endpoint: Endpoint = {
    url,
    requests,
    signingSecret,
    verificationToken,
    answer: undefined,
    async close() {
      server.close();
      server.closeAllConnections();
      for (const receiver of receivers) await receiver.close();
    },
    learn(secret) {
      const receiver = start(secret);
      receivers.push(receiver);
      listener = toNodeListener(receiver);
    },
  };
  const tested = await control.call("testConnection", { path, body: { url } });
  const { proof } = tested;
  await control.call("saveWebhook", {
    path,
    body: {
      url,
      event_types: eventTypes,
      revision: 0,
      operation_id: `save-${application}`,
      ...(proof !== undefined && { proof }),
    },
  });
  return endpoint;
}
