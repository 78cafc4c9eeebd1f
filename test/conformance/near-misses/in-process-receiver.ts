import { createRequire } from "node:module";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setImmediate as immediate } from "node:timers/promises";
import type { Send } from "../../../conformance/index.js";
import { configured, encryptKey } from "../receiver-process.js";

/** Loads a module natively, as Node.js does for a user; the test runner would transform it. */
const load = createRequire(import.meta.url);

interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

type Listener = (request: Readable, response: object) => Promise<void>;

/** The plain Node.js receiver in a folder with its probe, without a process or sockets. */
export function inProcessReceiver(folder: string, encrypted: boolean): Send {
  const { createWebhook } = load(join(folder, "webhook.mjs"));
  const { createNonces } = load(join(folder, "nonces.mjs"));
  const { createInbox } = load(join(folder, "inbox.mjs"));
  const { createResources } = load(join(folder, "resources.mjs"));
  const { createProbe } = load(join(folder, "probe.mjs"));
  const { listener } = load(join(folder, "http.mjs"));
  const faults = { nonce_store: false, inbox: false };
  const lines: string[] = [];
  const log = {
    write: (entry: object) => lines.push(JSON.stringify(entry)),
    holds: (text: string) => lines.some((line) => line.includes(text)),
  };
  const { id: application, environment, organization, product } = configured.application;
  const settings = {
    application,
    environment,
    organization,
    product,
    secrets: configured.secrets,
    verificationToken: configured.verificationToken,
    encryptKey: encrypted ? encryptKey : undefined,
  };
  const inbox = createInbox(faults);
  const resources = createResources();
  const webhook = createWebhook({
    settings,
    nonces: createNonces(faults),
    inbox,
    resources,
    log,
    now: Date.now,
  });
  const subject: Listener = listener(webhook);
  const probe: Listener = createProbe({ faults, stores: () => ({ inbox, resources }), log });
  return async ({ url, method, headers, body }) => {
    // What the receiver does after an answer happens before the next request, as over a network.
    await immediate();
    const { pathname, search, origin } = new URL(url);
    const started = performance.now();
    const answer = await answerOf(origin === probeUrl ? probe : subject, {
      method,
      url: pathname + search,
      headers,
      body,
    });
    const elapsedMs = performance.now() - started;
    return {
      status: answer.status,
      headers: Object.entries(answer.headers),
      body: Buffer.from(answer.body),
      firstByteMs: elapsedMs,
      elapsedMs,
    };
  };
}

/** Where the receiver and its probe seem to be. */
export const subjectUrl = "http://receiver.test/hook";
export const probeUrl = "http://probe.test";

interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
}

async function answerOf(listener: Listener, { method, url, headers, body }: Request): Promise<Answer> {
  const distinct: Record<string, string[]> = {};
  for (const [name, value] of headers) {
    const own = distinct[name.toLowerCase()] ?? [];
    distinct[name.toLowerCase()] = own;
    own.push(value.trim());
  }
  const request = Object.assign(Readable.from(body.length === 0 ? [] : [Buffer.from(body)]), {
    method,
    url,
    headersDistinct: distinct,
    headers: Object.fromEntries(Object.entries(distinct).map(([name, values]) => [name, values.join(", ")])),
  });
  const answer: Answer = { status: 0, headers: {}, body: "" };
  const ended = new Promise<void>((resolve) => {
    const response = {
      writeHead(status: number, own: Answer["headers"] = {}) {
        Object.assign(answer, { status, headers: own });
        return response;
      },
      end(text: string | (() => void) = "") {
        if (typeof text === "string") answer.body = text;
        resolve();
        return response;
      },
    };
    // As a framework answers what nothing catches.
    listener(request, response).catch(() => response.writeHead(500).end());
  });
  await ended;
  return answer;
}
