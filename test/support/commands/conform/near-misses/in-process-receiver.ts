import { createRequire } from "node:module";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setImmediate as immediate } from "node:timers/promises";
import { NoAnswer } from "../../../../../commands/conform/exchange/send.js";
import type { Send } from "../../../../../commands/conform/index.js";
import { validateEvent } from "../../../../../generated/validators/events.js";
import { configured, encryptKey } from "../receiver-process.js";

/** Loads a module natively, as Node.js does for a user; the test runner would transform it. */
const load = createRequire(import.meta.url);

interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

type Listener = (request: Readable, response: object) => Promise<void>;

/** Where a receiver's code is, and how it is configured. */
export interface InProcessOptions {
  readonly folder: string;
  readonly encrypted: boolean;
  /** A file for its data, which survives a restart. Default: it has only its memory, and can't be restarted. */
  readonly data?: string | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** The plain Node.js receiver in a folder with its probe, without a process or sockets. */
export function inProcessReceiver({ folder, encrypted, data, now = Date.now }: InProcessOptions): Send {
  const { createWebhook } = load(join(folder, "webhook.mjs"));
  const { createNonces } = load(join(folder, "nonces.mjs"));
  const { createInbox } = load(join(folder, "inbox.mjs"));
  const { createResources } = load(join(folder, "resources.mjs"));
  const { noJournal, openJournal } = load(join(folder, "journal.mjs"));
  const { createProbe } = load(join(folder, "probe.mjs"));
  const { listener } = load(join(folder, "http.mjs"));
  const faults = { nonce_store: false, inbox: false };
  const log = createLog();
  const settings = receiverSettings(encrypted);
  /** As `receiver.mjs` does it. */
  const start = () => {
    const journal = data === undefined ? noJournal() : openJournal(data);
    const nonces = createNonces(faults, journal);
    const inbox = createInbox(faults, journal);
    const resources = createResources();
    for (const { event, test } of inbox.all()) {
      const found = validateEvent(event);
      if (!test && found.kind === "valid" && found.specified) resources.apply(event);
    }
    const webhook = createWebhook({ settings, nonces, inbox, resources, log, now });
    return { journal, inbox, resources, webhook };
  };
  let running = start();
  const restart = (): void => {
    running.journal.close();
    running = start();
  };
  const subject: Listener = listener((request: unknown) => running.webhook(request));
  const probe: Listener = createProbe({
    faults,
    stores: () => running,
    log,
    restart: data === undefined ? undefined : restart,
  });
  return async ({ url, method, headers, body, timeoutMs }) => {
    // What the receiver does after an answer happens before the next request, as over a network.
    await immediate();
    const { pathname, search, origin } = new URL(url);
    const started = performance.now();
    const asked = origin === probeUrl ? probe : subject;
    const answering = collectAnswer(asked, { method, url: pathname + search, headers, body });
    const answer = await inTime(answering, timeoutMs);
    const elapsedMs = performance.now() - started;
    return {
      status: answer.status,
      headers: Object.entries(answer.headers),
      body: answer.body,
      firstByteMs: elapsedMs,
      elapsedMs,
    };
  };
}

async function inTime<Value>(value: Promise<Value>, timeoutMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer("timeout", false)), timeoutMs);
  });
  return await Promise.race([value, late]).finally(() => clearTimeout(timer));
}

function createLog() {
  const lines: string[] = [];
  return {
    write: (entry: object) => lines.push(JSON.stringify(entry)),
    holds: (text: string) => lines.some((line) => line.includes(text)),
  };
}

function receiverSettings(encrypted: boolean): object {
  const { application, secrets, verificationToken } = configured;
  const { id, ...bound } = application;
  return {
    application: id,
    ...bound,
    secrets,
    verificationToken,
    encryptKey: encrypted ? encryptKey : undefined,
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

async function collectAnswer(listener: Listener, { method, url, headers, body }: Request): Promise<Answer> {
  const distinct: Record<string, string[]> = {};
  for (const [name, value] of headers) {
    const own = distinct[name.toLowerCase()] ?? [];
    distinct[name.toLowerCase()] = own;
    own.push(withoutBlanks(value));
  }
  const request = Object.assign(Readable.from(body.length === 0 ? [] : [Buffer.from(body)]), {
    method,
    url,
    headersDistinct: distinct,
    headers: Object.fromEntries(Object.entries(distinct).map(([name, values]) => [name, values.join(", ")])),
  });
  const answer: Answer = { status: 0, headers: {}, body: Buffer.alloc(0) };
  const ended = new Promise<void>((resolve) => {
    const response = {
      writeHead(status: number, own: Answer["headers"] = {}) {
        Object.assign(answer, { status, headers: own });
        return response;
      },
      end(content: string | Uint8Array | (() => void) = "") {
        if (typeof content !== "function") answer.body = Buffer.from(content as string);
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

/** HTTP trims spaces and tabs, and nothing else. */
function withoutBlanks(value: string): string {
  let [start, end] = [0, value.length];
  while (start < end && " \t".includes(value.charAt(start))) start++;
  while (end > start && " \t".includes(value.charAt(end - 1))) end--;
  return value.slice(start, end);
}
