import { describe, expect, it } from "vitest";
import { ReceiverMisconfigured } from "../../../runtime/webhook/index.js";
import { acme, acmeReceiver, application } from "../../support/runtime/webhook/acme.js";

const names = acme.headers;

describe("connection verification", () => {
  const hello = (body: object | string, headers: Record<string, string> = {}): Request =>
    new Request("http://receiver.test/hook", {
      method: "POST",
      headers: { "content-type": "application/json", "acme-hello": "hello", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const greeting = { kind: "hello", echo: 'ü 😀 "', ticket: "t" };

  it("echoes only the challenge, even with encryption or a signature, and records nothing", async () => {
    const { receiver, inbox, outcomes } = acmeReceiver({ encryptKey: "k" });
    const response = await receiver.handle(hello({ ...greeting, more: 1 }, { [names.signature]: "v1=0" }));
    expect([response.status, response.headers.get("content-type")]).toEqual([203, "application/json"]);
    expect(await response.json()).toEqual({ echo: 'ü 😀 "' });
    expect(await inbox.list()).toEqual([]);
    expect(outcomes).toEqual([{ code: "verified", status: 203 }]);
  });

  it.each([
    ["no challenge", { kind: "hello", ticket: "t" }],
    ["no token", { kind: "hello", echo: "e" }],
    ["a challenge that isn't a string", { ...greeting, echo: 1 }],
    ["another type", { ...greeting, kind: "bye" }],
    ["an echo over the limit", { ...greeting, echo: "e".repeat(90) }],
    ["a body that isn't JSON", "hello"],
  ])("answers %s with 400 and an empty body", async (_name, body) => {
    const { receiver } = acmeReceiver();
    const response = await receiver.handle(hello(body));
    expect([response.status, await response.text()]).toEqual([400, ""]);
  });

  it("echoes a challenge of exactly the limit", async () => {
    const { receiver } = acmeReceiver();
    const echo = "e".repeat(89);
    expect(await (await receiver.handle(hello({ ...greeting, echo }))).text()).toBe(`{"echo":"${echo}"}`);
  });
});

describe("createReceiver", () => {
  it.each([
    ["no secret", { secrets: [] }],
    ["an empty secret", { secrets: ["s", ""] }],
    ["an empty token", { verificationToken: "" }],
    ["an empty Encrypt Key", { encryptKey: "" }],
    [
      "an Encrypt Key without encryption in the protocol",
      { encryptKey: "k", protocol: { ...acme, encryption: undefined } },
    ],
  ])("refuses %s", (_name, overrides) => {
    const { encryption: _, ...plain } = acme;
    expect(() =>
      acmeReceiver({ ...overrides, ...("protocol" in overrides ? { protocol: plain } : {}) }),
    ).toThrow(ReceiverMisconfigured);
  });

  it.each([
    ["an unknown option, by its name", { onEvent: () => {} }, "`onEvent`"],
    [
      "an unknown member of the application",
      { application: { ...application, tenant: "x" } },
      "`application.tenant`",
    ],
    ["an unknown option of the dispatcher", { dispatch: { workers: 3 } }, "`dispatch.workers`"],
    ["an invalid option of the dispatcher", { dispatch: { concurrency: 0 } }, "`dispatch.concurrency`"],
    ["an unknown mode", { dispatch: { mode: "lazy" } }, "`dispatch.mode`"],
    ["an application without an id", { application: { ...application, id: "" } }, "`application.id`"],
    ["an object that isn't an inbox", { inbox: {} }, "`inbox`"],
    ["an object that isn't a nonce store", { nonces: {} }, "`nonces`"],
    ["a handler for an unknown event", { handlers: { "acme.thin": () => {} } }, "acme.thin"],
    [
      "events without a handler, naming each",
      { handlers: { "acme.thing": () => {} }, fallback: undefined },
      "acme.news, AcmeScrap",
    ],
  ])("refuses %s", (_name, overrides, named) => {
    expect(() => acmeReceiver(overrides as object)).toThrow(named);
  });

  it("starts with a handler for each event and no fallback", () => {
    const handlers = { "acme.thing": () => {}, "acme.news": () => {}, AcmeScrap: () => {} };
    expect(() => acmeReceiver({ handlers, fallback: undefined })).not.toThrow();
  });
});
