import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import {
  createMemoryInbox,
  createMemoryNonces,
  createReceiver,
  toNodeListener,
} from "@oipkit/runtime/webhook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCredentials } from "../../../delivery/credentials/create-credentials.js";
import { readKeyRing } from "../../../delivery/credentials/key-ring.js";
import { createEndpoints, type Endpoints } from "../../../delivery/endpoints/create-endpoints.js";
import { createTransport, openSqliteStore, type Store, urlProblem } from "../../../delivery/index.js";
import { protocol } from "../../../generated/events/protocol.js";
import { validateEvent } from "../../../generated/validators/events.js";
import { keys, record, types } from "../../support/delivery/endpoints/accounts-fixture.js";

type Answer = (response: ServerResponse, challenge: string) => void;

const allowedHosts = ["127.0.0.1"];
const transport = createTransport({ allowedHosts });
let store: Store;
let endpoints: Endpoints;
beforeAll(async () => {
  store = await openSqliteStore({ file: ":memory:" });
  await store.migrate();
  const context = {
    protocol,
    store,
    random: randomBytes,
    observer: {},
    transport,
    clock: { now: () => 1000, wakeAt: () => () => {} },
    directory: { application: (id: string) => record(id) },
  };
  const credentials = createCredentials(context, { keyRing: readKeyRing({ keys }) });
  endpoints = createEndpoints(context, credentials, {
    eventTypes: types,
    urlProblem: (url) => urlProblem(url, allowedHosts),
  });
});
afterAll(async () => {
  await transport.close();
  await store.close();
});

/** What the engine says of a receiver. */
async function tested(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const result = await endpoints.test(
    "app",
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
  );
  server.closeAllConnections();
  server.close();
  if (result.verified) return "verified";
  return result.code;
}

function answering(answer: Answer): RequestListener {
  return async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const content = JSON.parse(Buffer.concat(pieces).toString()) as Record<string, string>;
    expect(Object.keys(content)).toEqual(["type", "challenge", "token"]);
    expect(content.type).toBe("url_verification");
    expect(content.token).not.toBe(content.challenge);
    expect(request.headers).toMatchObject({
      "content-type": "application/json",
      "x-svc-webhook-verification": "url_verification",
    });
    expect(request.headers).not.toHaveProperty("x-svc-signature");
    answer(response, content.challenge ?? "");
  };
}

const json = { "content-type": "application/json" };
const sends =
  (
    body: (challenge: string) => string | Buffer,
    status = 200,
    headers: Record<string, string> = json,
  ): Answer =>
  (response, challenge) =>
    void response.writeHead(status, headers).end(body(challenge));
const echo = (challenge: string): string => JSON.stringify({ challenge });
const most = protocol.verification.maxResponseBytes;
const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));

describe("the test of a connection verifies", () => {
  it.each<[string, Answer]>([
    ["the challenge alone", sends(echo)],
    ["any 2xx", sends(echo, 202)],
    ["a charset", sends(echo, 200, { "content-type": "Application/JSON; charset=utf-8" })],
    ["white space and escapes", sends((text) => ` {\n"\\u0063hallenge" : "${escaped(text)}" }\r\n`)],
    ["64 KiB", sends((text) => echo(text).padEnd(most))],
  ])("%s", async (_, answer) => {
    expect(await tested(answering(answer))).toBe("verified");
  });

  it("the toolkit's receiver", async () => {
    const receiver = createReceiver({
      protocol,
      events: [],
      validate: validateEvent,
      secrets: ["s"],
      verificationToken: "t",
      handlers: {},
      application: { id: "app", environment: "sandbox" },
      inbox: createMemoryInbox(),
      nonces: createMemoryNonces(),
    });
    expect(await tested(toNodeListener(receiver))).toBe("verified");
  });

  it("a receiver of others", async () => {
    const program = fileURLToPath(new URL("../../../examples/receivers/node/receiver.mjs", import.meta.url));
    const env = { ...process.env, WEBHOOK_SECRET: "s", WEBHOOK_VERIFICATION_TOKEN: "t" };
    const args = [program, "--application", "app", "--environment", "sandbox", "--port", "0"];
    const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
    try {
      const [line] = (await once(child.stdout, "data")) as [Buffer];
      const [, url = ""] = /listening on (\S+)/.exec(line.toString()) ?? [];
      expect(await endpoints.test("app", url)).toMatchObject({ verified: true, expiresAt: 301_000 });
    } finally {
      child.kill();
      await once(child, "exit");
    }
  });
});

describe("the test of a connection refuses", () => {
  it.each<[string, string, Answer]>([
    ["another field", "answer-not-alone", sends((text) => JSON.stringify({ challenge: text, ok: true }))],
    ["the field twice", "answer-not-alone", sends((text) => `{"challenge":"x","challenge":"${text}"}`)],
    ["another text", "challenge-wrong", sends((text) => echo(`${text} `))],
    ["another case", "challenge-wrong", sends((text) => echo(text.toUpperCase()))],
    ["a text that is only equivalent", "challenge-wrong", sends((text) => echo(fullWidth(text)))],
    ["a combining mark", "challenge-wrong", sends((text) => echo(`${text}\u0301`))],
    ["another name", "challenge-wrong", sends((text) => JSON.stringify({ Challenge: text }))],
    ["a list", "answer-malformed", sends((text) => JSON.stringify([{ challenge: text }]))],
    ["plain text", "content-type-refused", sends((text) => text, 200, { "content-type": "text/plain" })],
    ["JSON called text", "content-type-refused", sends(echo, 200, { "content-type": "text/json" })],
    ["JSON without a type", "content-type-refused", sends(echo, 200, {})],
    ["a byte order mark", "answer-malformed", sends((text) => `\uFEFF${echo(text)}`)],
    ["UTF-16", "answer-malformed", sends((text) => Buffer.from(echo(text), "utf16le"))],
    ["nothing", "answer-malformed", sends(() => "")],
    ["a redirect", "redirected", sends(echo, 307, { ...json, location: "/other" })],
    ["304", "redirected", sends(() => "", 304)],
    ["401", "status-refused", sends(echo, 401)],
    ["500", "status-refused", sends(echo, 500)],
    ["64 KiB and a byte", "answer-too-large", sends((text) => echo(text).padEnd(most + 1))],
    ["a connection that breaks", "unreachable", (response) => void response.socket?.destroy()],
  ])("%s: %s", async (_, code, answer) => {
    expect(await tested(answering(answer))).toBe(code);
  });

  it("an answer that never comes, or whose last byte never comes", async () => {
    const silent: Answer = () => {};
    const slow: Answer = (response, challenge) => {
      const text = echo(challenge);
      response.writeHead(200, { ...json, "content-length": `${text.length}` });
      response.write(text.slice(0, -1));
    };
    expect(await Promise.all([silent, slow].map((answer) => tested(answering(answer))))).toEqual([
      ...["too-slow", "too-slow"],
    ]);
  });

  it("URLs with two spellings, and says of all refusals what to do", async () => {
    for (const url of [
      " https://a.example/",
      "https://a.example/\n",
      "https://ä.example/",
      `https://${"a".repeat(2050)}/`,
    ]) {
      const result = await endpoints.test("app", url);
      expect(result).toMatchObject({ verified: false, code: "url-refused" });
      expect(result).toHaveProperty("remedy", expect.stringMatching(/\w+ \w+/));
    }
  });
});

it("keeps neither challenge nor token nor proof: nothing is written at all", async () => {
  await tested(answering(sends(echo)));
  for (const table of ["endpoints", "saves", "credentials", "audit", "lanes"] as const)
    expect(await store.db.selectFrom(table).selectAll().execute()).toEqual([]);
});

function escaped(text: string): string {
  return [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
}
