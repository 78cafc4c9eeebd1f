import { request as httpRequest, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { expect } from "vitest";
import { afterThisTest } from "../../clean-up.js";
import { loadText } from "./pets.js";
import { type ProxySetting, proxiedListener } from "./proxied.js";

const contracts = await loadText(`openapi: 3.2.0
info: { title: T, version: "1" }
paths:
  /number:
    get: { responses: { "200": { description: d, content: { application/json: { schema: { type: integer } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { type: integer } } } }
      responses: { "200": { description: d, content: { application/json: { schema: { type: integer } } } } }
  /file:
    get: { responses: { "200": { description: d, content: { application/octet-stream: {} } } } }
`);

/** A proxy before a server of numbers, and a client that keeps no connection. */
export async function numbersProxy(listener: RequestListener | Server, setting: ProxySetting = {}) {
  const proxied = await proxiedListener(contracts, listener, setting);
  afterThisTest(proxied.close);
  const ask = (options: object = {}, send?: (sent: ReturnType<typeof httpRequest>) => void) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const { port } = proxied;
      const sent = httpRequest({ port, host: "127.0.0.1", path: "/number", agent: false, ...options });
      sent.on("response", resolve).on("error", reject);
      if (send === undefined) sent.end();
      else send(sent);
    });
  const findings = async (): Promise<readonly string[]> => {
    await proxied.idle();
    expect(proxied.faults).toEqual([]);
    return proxied.served.flatMap((each) =>
      each.findings.map(({ side, in: part, code }) => `${side} ${part} ${code}`),
    );
  };
  return { ...proxied, ask, findings };
}
