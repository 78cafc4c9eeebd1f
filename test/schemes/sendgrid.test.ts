import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  createMemoryInbox,
  derivePublicKey,
  exampleSecret,
  toNodeListener,
} from "../../runtime/webhook/index.js";
import { runWith } from "../support/cli/receiver-under-test.js";
import { startServer } from "../support/commands/conform/subject.js";
import { generateFrom, temporaryFolder, writeTree } from "../support/generator/emit/contract-folder.js";
import { loadScheme } from "../support/schemes/load-scheme.js";

/** Requests that SendGrid sent, from the tests of `@sendgrid/eventwebhook` 8.0.0. */
const sent = {
  "one event": {
    publicKey:
      "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g==",
    signature:
      "MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15TluLtEZtM=",
    timestamp: 1600112502,
    body: `${JSON.stringify([
      {
        email: "hello@world.com",
        event: "dropped",
        reason: "Bounced Address",
        sg_event_id: "ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA",
        sg_message_id: "LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0",
        "smtp-id": "<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>",
        timestamp: 1600112492,
      },
    ])}\r\n`,
    events: [["ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA", "dropped", 1_600_112_492_000]],
  },
  "two events": {
    publicKey:
      "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEQ4LIFtWztlsF7skFqOncjD1lun4H5w8XOhyOArHW9RcIx/FfEzx6cikC/yPfUvwaX/JScE7Fc9CJD2afQ9Ok3Q==",
    signature:
      "MEYCIQC/I4o6vCgqRYrTljjoVWB/GRWNtxeePlLMHr3x9ETeRQIhAIpV+03nREPTTHWSW0wIOA0EoMPdcNgXa70yCaqDJlu5",
    timestamp: 1619651159,
    body: `${JSON.stringify([
      {
        email: "invalid@gmail.com",
        event: "processed",
        send_at: 0,
        sg_event_id: "cHJvY2Vzc2VkLTE5OTQyMTEyLXFOd0JMZ1BRUWpXNkRKdktRd1NBYnctMA",
        sg_message_id: "qNwBLgPQQjW6DJvKQwSAbw.filterdrecv-canary-547b64655b-cw6zx-1-6089EA4A-56.0",
        "smtp-id": "<qNwBLgPQQjW6DJvKQwSAbw@ismtpd0178p1mdw1.sendgrid.net>",
        timestamp: 1619651146,
      },
      {
        email: "invalid@gmail.com",
        event: "bounce",
        ip: "167.89.101.76",
        reason:
          "552 5.2.2 The email account that you tried to reach is over quota and inactive. Please direct the recipient to https://support.google.com/mail/?p=OverQuotaPerm c17si1130468pgv.34 - gsmtp",
        sg_event_id: "Ym91bmNlLTAtMTk5NDIxMTItcU53QkxnUFFRalc2REp2S1F3U0Fidy0w",
        sg_message_id: "qNwBLgPQQjW6DJvKQwSAbw.filterdrecv-canary-547b64655b-cw6zx-1-6089EA4A-56.0",
        "smtp-id": "<qNwBLgPQQjW6DJvKQwSAbw@ismtpd0178p1mdw1.sendgrid.net>",
        status: "5.2.2",
        timestamp: 1619651147,
        tls: 1,
        type: "blocked",
      },
    ])
      .split("},{")
      .join("},\r\n{")}\r\n`,
    events: [
      ["cHJvY2Vzc2VkLTE5OTQyMTEyLXFOd0JMZ1BRUWpXNkRKdktRd1NBYnctMA", "processed", 1_619_651_146_000],
      ["Ym91bmNlLTAtMTk5NDIxMTItcU53QkxnUFFRalc2REp2S1F3U0Fidy0w", "bounce", 1_619_651_147_000],
    ],
  },
};

describe.each(Object.entries(sent))(
  "a request of SendGrid with %s",
  async (_name, { events, ...request }) => {
    const { createReceiver } = await loadScheme("sendgrid");
    const receive = async (changes: { body?: string; publicKey?: string; timestamp?: number } = {}) => {
      const { body, publicKey, timestamp } = { ...request, ...changes };
      const inbox = createMemoryInbox();
      const receiver = createReceiver({
        publicKeys: [publicKey],
        inbox,
        fallback: () => {},
        logger: false,
        now: () => request.timestamp * 1000,
      });
      const answer = await receiver.handle(
        new Request("https://receiver.example/", {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "X-Twilio-Email-Event-Webhook-Signature": request.signature,
            "X-Twilio-Email-Event-Webhook-Timestamp": String(timestamp),
          },
          body,
        }),
      );
      await receiver.close();
      const records = await inbox.list();
      return {
        status: answer.status,
        events: records.map(({ eventId, eventType, occurredAt }) => [eventId, eventType, occurredAt]),
      };
    };

    it("is accepted, and each of its events stored with its time", async () => {
      expect(await receive()).toEqual({ status: 204, events });
    });

    it("is refused with another byte, second or key", async () => {
      const refused = { status: 401, events: [] };
      expect(await receive({ body: request.body.trimEnd() })).toEqual(refused);
      expect(await receive({ timestamp: request.timestamp + 1 })).toEqual(refused);
      const [one, two] = Object.values(sent).map(({ publicKey }) => publicKey);
      expect(await receive({ publicKey: request.publicKey === one ? two : one } as never)).toEqual(refused);
    });
  },
);

describe("oipkit send", () => {
  it("sends several events in one request, each with its own id", async () => {
    const { protocol, createReceiver } = await loadScheme("sendgrid");
    const secret = exampleSecret(protocol, "a secret of this test") ?? "";
    const outcomes: unknown[] = [];
    const inbox = createMemoryInbox();
    const receiver = createReceiver({
      publicKeys: [derivePublicKey(protocol, secret)],
      inbox,
      fallback: () => {},
      logger: false,
      onOutcome: (outcome: unknown) => outcomes.push(outcome),
    });
    const server = await startServer(toNodeListener(receiver));
    const folder = await temporaryFolder();
    await writeTree(
      folder,
      Object.fromEntries(await generateFrom(["examples/schemes/sendgrid"], { only: ["conformance"] })),
    );
    const suite = ["--suite", join(folder, "conformance/events.json")];
    const send = (...args: readonly string[]) =>
      runWith(
        { cwd: folder, env: { WEBHOOK_SECRET: secret } },
        "send",
        ...args,
        ...suite,
        "--to",
        server.url,
      );
    const sentTogether = await send("processed", "bounce/full", "processed", "--repeat", "2");
    expect(sentTogether).toMatchObject({ exitCode: 0, err: "" });
    const records = await inbox.list();
    expect(sentTogether.out).toMatch(
      new RegExp(
        `^processed \\(full\\), bounce \\(full\\), processed \\(full\\) as ${records[0]?.eventId}\n`,
      ),
    );
    expect(records.map(({ eventType }) => eventType)).toEqual(["processed", "bounce", "processed"]);
    expect(outcomes).toMatchObject([
      { code: "stored", events: { stored: 3 } },
      { code: "duplicate", events: { duplicate: 3 } },
    ]);
    expect(await send("processed", "nonsense")).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining("nonsense"),
    });
    await Promise.all([server.close(), receiver.close()]);
  });
});
