import { createHmac, generateKeyPairSync, sign as signWith } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  createMemoryInbox,
  createReceiver,
  type JsonObject,
  type Outcome,
  type Protocol,
  type ReceiverOptions,
} from "../../runtime/webhook/index.js";
import { loadScheme } from "../support/schemes/load-scheme.js";

const seconds = 1_700_000_000;
const secret = "a signing secret";

const hmacOnly: Protocol = {
  headers: { signature: "X-Sign" },
  signature: { algorithm: "hmac-sha256", content: ["body"], separator: "", prefix: "", encoding: "hex" },
  event: { type: "/type" },
  responses: { accepted: 200, unauthenticated: 401, unprocessable: 422, unavailable: 503 },
};

function receiverFor(protocol: Protocol, keys: Partial<ReceiverOptions<JsonObject>> = { secrets: [secret] }) {
  const inbox = createMemoryInbox();
  const outcomes: Outcome[] = [];
  const receiver = createReceiver<JsonObject>({
    protocol,
    inbox,
    ...keys,
    events: [],
    validate: () => ({ kind: "unknown" }),
    logger: false,
    now: () => seconds * 1000,
    onOutcome: (outcome) => outcomes.push(outcome),
  });
  const ask = async (headers: Record<string, string>, body: string | undefined, query = "") => {
    const request = new Request(`https://receiver.example/hook${query}`, {
      method: body === undefined ? "GET" : "POST",
      headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const answer = await receiver.handle(request);
    return { status: answer.status, type: answer.headers.get("content-type"), body: await answer.text() };
  };
  return { ask, inbox, outcomes };
}

describe("a signed verification", () => {
  const slackHeaders = (body: string) => ({
    "X-Slack-Request-Timestamp": String(seconds),
    "X-Slack-Signature": `v0=${createHmac("sha256", secret).update(`v0:${seconds}:${body}`).digest("hex")}`,
  });

  it("is echoed as plain text to Slack, and never to a forger", async () => {
    const { protocol } = await loadScheme("slack");
    const { ask, inbox, outcomes } = receiverFor(protocol);
    const body = JSON.stringify({ token: "old", challenge: "<b>3eZbrw1a</b>", type: "url_verification" });
    expect(await ask(slackHeaders(body), body)).toEqual({
      status: 200,
      type: "text/plain; charset=utf-8",
      body: "<b>3eZbrw1a</b>",
    });
    expect(outcomes.map(({ code }) => code)).toEqual(["verified"]);
    expect(await inbox.list()).toEqual([]);
    const forged = await ask({ ...slackHeaders(body), "X-Slack-Signature": `v0=${"0".repeat(64)}` }, body);
    expect(forged).toEqual({ status: 401, type: null, body: "" });
    expect((await ask({}, body)).status).toBe(401);
  });

  it("with a challenge that is missing or too long is refused", async () => {
    const { protocol } = await loadScheme("slack");
    const { ask, outcomes } = receiverFor(protocol);
    for (const challenge of [undefined, 7, "x".repeat(1001)]) {
      const body = JSON.stringify({ type: "url_verification", challenge });
      expect((await ask(slackHeaders(body), body)).status).toBe(400);
    }
    expect(new Set(outcomes.map(({ code }) => code))).toEqual(new Set(["verification-malformed"]));
  });

  it("has no body for Discord's webhook events, and a fixed one for its interactions", async () => {
    const { protocol } = await loadScheme("discord");
    const interactions: Protocol = {
      ...protocol,
      verification: {
        signed: true,
        typeProperty: "type",
        typeValue: 1,
        status: 200,
        answer: { kind: "fixed", json: { type: 1 } },
        timeoutSeconds: 3,
        maxResponseBytes: 100,
      },
    };
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const publicKeys = [publicKey.export({ format: "jwk" })];
    const signed = (body: string) => ({
      "X-Signature-Timestamp": String(seconds),
      "X-Signature-Ed25519": signWith(null, Buffer.from(seconds + body), privateKey).toString("hex"),
    });
    const ping = JSON.stringify({ version: 1, application_id: "1", type: 0 });
    const events = receiverFor(protocol, { publicKeys });
    expect(await events.ask(signed(ping), ping)).toEqual({ status: 204, type: null, body: "" });
    const question = JSON.stringify({ id: "1", type: 1 });
    const answered = await receiverFor(interactions, { publicKeys }).ask(signed(question), question);
    expect(answered).toEqual({ status: 200, type: "application/json", body: '{"type":1}' });
    expect((await events.ask({ ...signed(ping), "X-Signature-Timestamp": "1" }, ping)).status).toBe(401);
  });
});

describe("an unsigned verification", () => {
  const base = { status: 200, timeoutSeconds: 3, maxResponseBytes: 50 };

  it("answers a GET with the challenge of the query, and refuses other GETs", async () => {
    const verification = {
      ...base,
      method: "GET",
      challengeQuery: "hub.challenge",
      answer: { kind: "text" },
    } as const;
    const { ask } = receiverFor({ ...hmacOnly, verification });
    const plain = { status: 200, type: "text/plain; charset=utf-8" };
    expect(await ask({}, undefined, "?hub.mode=subscribe&hub.challenge=11%2B58")).toEqual({
      ...plain,
      body: "11+58",
    });
    expect((await ask({}, undefined)).status).toBe(422);
    expect((await ask({}, undefined, "?hub.challenge=1&hub.challenge=2")).status).toBe(422);
    expect((await ask({}, undefined, `?hub.challenge=${"x".repeat(51)}`)).status).toBe(422);
    expect((await receiverFor(hmacOnly).ask({}, undefined, "?hub.challenge=1")).status).toBe(405);
  });

  it("answers with the challenge of a header as JSON", async () => {
    const answer = { kind: "json", property: "verification" } as const;
    const verification = { ...base, method: "GET", challengeHeader: "X-Challenge", answer } as const;
    const { ask } = receiverFor({ ...hmacOnly, verification });
    const json = { status: 200, type: "application/json", body: '{"verification":"abc"}' };
    expect(await ask({ "x-challenge": "abc" }, undefined)).toEqual(json);
    expect((await ask({}, undefined)).status).toBe(422);
  });

  it("answers with the challenge of the query as a form", async () => {
    const answer = { kind: "form", property: "echo" } as const;
    const verification = { ...base, method: "GET", challengeQuery: "echo", answer } as const;
    const { ask } = receiverFor({ ...hmacOnly, verification });
    expect(await ask({}, undefined, "?echo=a%20%26b")).toEqual({
      status: 200,
      type: "application/x-www-form-urlencoded",
      body: "echo=a+%26b",
    });
  });

  it("marked in its body is one only without a signature", async () => {
    const verification = { ...base, typeProperty: "type", typeValue: "hello", challengeProperty: "echo" };
    const { ask } = receiverFor({ ...hmacOnly, verification });
    const body = JSON.stringify({ type: "hello", echo: "abc" });
    expect(await ask({}, body)).toEqual({ status: 200, type: "application/json", body: '{"echo":"abc"}' });
    expect((await ask({ "X-Sign": "0" }, body)).status).toBe(401);
    expect((await ask({}, '{"type":"hello"}')).status).toBe(422);
    expect((await ask({}, '{"type":"other","echo":"abc"}')).status).toBe(401);
  });
});
