import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createProbe } from "../../../runtime/probe/index.js";
import { createMemoryInbox, createMemoryNonces, signDelivery } from "../../../runtime/webhook/index.js";
import { thing } from "../../support/runtime/dispatch/setting.js";
import {
  acme,
  acmeNow,
  acmeReceiver,
  credentials,
  delivery,
  post,
  thingEvent,
} from "../../support/runtime/webhook/acme.js";

let lines: string[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  lines = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    lines.push(String(text));
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const secretText = "content of the event";

describe("a receiver without a logger", () => {
  it("says why it refuses a delivery, with the inner code and a hint", async () => {
    const { receiver } = acmeReceiver({ logger: undefined });
    await receiver.handle(post(delivery({ secrets: ["other"] })));
    expect(lines).toEqual([
      expect.stringMatching(
        /^oipkit: refused 403 signature-mismatch: acme\.thing evt-1 \(the sender signs with none of `secrets`.*\)\n$/,
      ),
    ]);
    expect(lines.join("")).not.toContain(credentials.verificationToken);
  });

  it("says which event of a batch it refuses", async () => {
    const { token: _, callbacks: __, ...rest } = acme;
    const { eventId: ___, eventType: ____, ...headers } = acme.headers;
    const protocol = { ...rest, headers, event: { ...acme.event, batch: "/list" } };
    const { receiver } = acmeReceiver({ logger: undefined, protocol, verificationToken: undefined });
    const broken = { meta: { id: "evt-2", topic: "acme.thing" } };
    const { secrets } = credentials;
    const made = { protocol, event: [thingEvent(), broken], secrets, now: () => acmeNow };
    await receiver.handle(post(signDelivery(made)));
    expect(lines).toEqual([
      "oipkit: refused 400 event-invalid: acme.thing evt-2 (the event at /list/1) at /thing/rev: type (the event violates the contract)\n",
    ]);
  });

  it("limits the lines of each code, and then says how many there were", async () => {
    const { receiver } = acmeReceiver({ logger: undefined });
    for (let sent = 0; sent < 12; sent++) await receiver.handle(post(delivery({ secrets: ["other"] })));
    expect(lines.filter((line) => line.includes("signature-mismatch"))).toHaveLength(5);
    vi.advanceTimersByTime(60_000);
    expect(lines.at(-1)).toBe("oipkit: refused 403 signature-mismatch: 7 more within 60 s\n");
    await receiver.handle(post(delivery({ secrets: ["other"] })));
    expect(lines.at(-1)).toContain("signature-mismatch: acme.thing evt-1 (");
  });

  it("shows failing handlers, dead events and gaps, with the place but without the message", async () => {
    const { receiver } = acmeReceiver({
      logger: undefined,
      dispatch: { mode: "manual", maxAttempts: 1 },
      fallback: function activate() {
        throw new TypeError(`no plan in ${secretText}\n    at ${secretText}`);
      },
    });
    await receiver.handle(post(delivery({ event: thing(1) })));
    await receiver.handle(post(delivery({ event: thing(4) })));
    await receiver.drain();
    const dead =
      /^oipkit: dead: acme\.thing evt-1 attempt 1 TypeError at .*activate.*default-logger\.test\.ts/;
    expect(lines.sort()).toEqual([
      expect.stringMatching(dead),
      "oipkit: waiting: acme.thing evt-4 thing-1 version 4 waits for versions 1 to 3\n",
    ]);
    expect(lines.join("")).not.toContain(secretText);
  });

  it("shows the place in the program, not the function of the language that threw, and so does a probe's logger", async () => {
    const probe = createProbe({
      enabled: true,
      application: "app-7",
      inbox: createMemoryInbox(),
      nonces: createMemoryNonces(),
    });
    for (const logger of [undefined, probe.logger()]) {
      const { receiver } = acmeReceiver({
        logger,
        dispatch: { mode: "manual" },
        fallback: () => JSON.parse(secretText),
      });
      await receiver.handle(post(delivery()));
      await receiver.drain();
    }
    const failed =
      /^oipkit: failed: acme\.thing evt-1 attempt 1 SyntaxError at .*default-logger\.test\.ts:\d+:\d+/;
    expect(lines).toEqual([expect.stringMatching(failed), expect.stringMatching(failed)]);
    expect(lines.join("")).not.toContain(secretText);
  });

  it("escapes and cuts what a sender chose", async () => {
    const { receiver } = acmeReceiver({ logger: undefined });
    const forged = `evt ##[error]::error::${"x".repeat(9000)}`;
    await receiver.handle(post(delivery({ secrets: ["other"] }), { headers: { "acme-event-id": forged } }));
    await receiver.handle(post(delivery(), { headers: { "acme-event": "ti\u0085tle" } }));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(line.length).toBeLessThan(1000);
      expect(line).not.toMatch(/::error|##\[|\u0085/);
    }
  });

  it("writes nothing about what goes well, nor with `logger: false`", async () => {
    const fine = acmeReceiver({ logger: undefined });
    await fine.receiver.handle(post(delivery()));
    await fine.receiver.drain();
    const { receiver } = acmeReceiver({ logger: false });
    await receiver.handle(post(delivery({ secrets: ["other"] })));
    expect(lines).toEqual([]);
  });

  it("refuses a logger that lacks a function", () => {
    expect(() => acmeReceiver({ logger: { info: () => {} } as never })).toThrow("`logger` needs `info`");
  });
});
