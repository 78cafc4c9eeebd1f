import { createHmac } from "node:crypto";
import { verify as verifyOctokit } from "@octokit/webhooks-methods";
import { protocol } from "@oipkit/sdk/events/protocol.js";
import { Webhook } from "standardwebhooks";
import { credentials, deliveryOf } from "./deliveries.mjs";
import { benchReceiver, noStores } from "./stores.mjs";

/**
 * @typedef {object} Subject
 * @property {string} id
 * @property {string} label
 * @property {() => unknown} [prepare] creates the input of one call, outside the measured time
 * @property {(input: any) => unknown} call on one delivery; a promise is awaited
 * @property {(result: any) => void} [check] throws if the result is wrong; outside the measured time
 */

/** @returns {{ readonly bytes: number, readonly subjects: readonly Subject[] }} ways to process the same bytes */
export function makeSubjects() {
  const { headers, body } = deliveryOf("1");
  const bytes = Buffer.from(body);
  const [secret] = credentials.secrets;
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const timestamp = byName.get(protocol.headers.timestamp.toLowerCase());
  const nonce = byName.get(protocol.headers.nonce.toLowerCase());
  const receiver = benchReceiver(noStores());
  const incoming = {
    method: "POST",
    header: (name) => byName.get(name) ?? null,
    readBody: () => bytes,
  };
  const mustBeAccepted = ({ status }) => {
    if (status !== protocol.responses.accepted) throw new Error(`answered ${status}`);
  };
  const standard = new Webhook(Buffer.from(secret).toString("base64"));
  const sentAt = new Date();
  const standardHeaders = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
    "webhook-signature": standard.sign("msg_1", sentAt, bytes.toString("utf8")),
  };
  const octokitSignature = `sha256=${createHmac("sha256", secret).update(bytes).digest("hex")}`;
  const subjects = [
    {
      id: "floor",
      label: "one HMAC and one JSON.parse",
      call() {
        const hmac = createHmac("sha256", secret).update(`${timestamp}\n${nonce}\n`).update(bytes);
        if (hmac.digest("hex").length !== 64) throw new Error("no digest");
        return JSON.parse(bytes.toString("utf8"));
      },
    },
    {
      id: "answer",
      label: "oipkit, from bytes (`answer`)",
      call: () => receiver.answer(incoming),
      check: mustBeAccepted,
    },
    {
      id: "handle",
      label: "oipkit, Fetch request to response (`handle`)",
      prepare: () => new Request("http://127.0.0.1/", { method: "POST", headers, body: bytes }),
      call: (request) => receiver.handle(request),
      check: mustBeAccepted,
    },
    {
      id: "fetch",
      label: "only Fetch: read the request, create a response",
      prepare: () => new Request("http://127.0.0.1/", { method: "POST", headers, body: bytes }),
      async call(request) {
        if ((await request.arrayBuffer()).byteLength !== bytes.length) throw new Error("bytes are missing");
        return new Response(null, { status: 204 });
      },
    },
    {
      id: "standard",
      label: "standardwebhooks, verify (includes parsing)",
      call: () => standard.verify(bytes.toString("utf8"), standardHeaders),
    },
    {
      id: "octokit",
      label: "@octokit/webhooks-methods, verify and JSON.parse",
      async call() {
        const text = bytes.toString("utf8");
        if (!(await verifyOctokit(secret, text, octokitSignature))) throw new Error("not verified");
        return JSON.parse(text);
      },
    },
  ];
  return { bytes: bytes.length, subjects };
}
