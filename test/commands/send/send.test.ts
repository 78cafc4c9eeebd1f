import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newCaseIdentities } from "../../../commands/conform/request/case-identities.js";
import { deliveryRequest } from "../../../commands/conform/request/delivery-request.js";
import { exampleBindings } from "../../../commands/conform/request/fresh-event.js";
import { chooseDelivery, wrongCases } from "../../../commands/send/choose.js";
import type { SendPlan } from "../../../commands/send/options.js";
import {
  encryptKey,
  environment,
  runWith,
  startTestReceiver,
} from "../../support/cli/receiver-under-test.js";
import type { CommandResult } from "../../support/cli/run-command.js";
import { suite } from "../../support/commands/conform/platform.js";
import { type RunningSubject, startServer } from "../../support/commands/conform/subject.js";
import { root } from "../../support/generator/emit/contract-folder.js";
import { startEndlessServer } from "../../support/runtime/http/endless-server.js";

const event = "oem.subscription.activated.v1";
const send = (...args: readonly string[]): Promise<CommandResult> => runWith({ cwd: root }, "send", ...args);

const plan: SendPlan = {
  others: [],
  event,
  suite: undefined,
  to: undefined,
  publicUrl: undefined,
  status: undefined,
  set: [],
  invalid: undefined,
  resource: undefined,
  next: false,
  version: undefined,
  encrypted: false,
  repeat: 1,
  timeoutMs: 1000,
  maxAnswerBytes: 1000,
  binding: { application: undefined, environment: undefined, organization: undefined, product: undefined },
};

let plain: RunningSubject;
let encrypted: RunningSubject;

beforeAll(async () => {
  [plain, encrypted] = await Promise.all([startTestReceiver(), startTestReceiver({ encrypted: true })]);
});

afterAll(async () => {
  await Promise.all([plain.close(), encrypted.close()]);
});

async function recorded(subject: RunningSubject, out: string): Promise<readonly { event: object }[]> {
  const id = /as (\S+)/.exec(out)?.[1] ?? "";
  const response = await fetch(`${subject.probeUrl}/inbox/${id}`);
  return ((await response.json()) as { records: { event: object }[] }).records;
}

describe("oipkit send", () => {
  test("delivers the fullest example, and the receiver records it", async () => {
    const result = await send(event, "--to", plain.url);
    expect(result).toMatchObject({ exitCode: 0, err: "" });
    expect(result.out).toMatch(
      /^oem\.subscription\.activated\.v1 \(full\) as event_[0-9a-f]+ of resource_[0-9a-f]+, version 1\n204 in \d+ ms\n$/,
    );
    expect(await recorded(plain, result.out)).toMatchObject([{ event: { event_type: event } }]);
  });

  test("--encrypted encrypts with the key in the environment", async () => {
    const env = { ...environment, WEBHOOK_ENCRYPT_KEY: encryptKey };
    const result = await runWith({ cwd: root, env }, "send", event, "--to", encrypted.url, "--encrypted");
    expect(result).toMatchObject({ exitCode: 0, err: "" });
    expect(await recorded(encrypted, result.out)).toHaveLength(1);
  });

  test("sends plaintext if only the environment has a key, and says so", async () => {
    const env = { ...environment, WEBHOOK_ENCRYPT_KEY: encryptKey };
    const result = await runWith({ cwd: root, env }, "send", event, "--to", plain.url);
    expect(result).toMatchObject({ exitCode: 0, err: expect.stringContaining("sending plaintext") });
  });

  test("--repeat sends one delivery again as a retry: one record, a new nonce each time", async () => {
    const result = await send(event, "--to", plain.url, "--repeat", "3");
    expect(result.exitCode).toBe(0);
    expect(result.out.match(/attempt \d: 204/g)).toEqual([
      "attempt 1: 204",
      "attempt 2: 204",
      "attempt 3: 204",
    ]);
    expect(await recorded(plain, result.out)).toHaveLength(1);
  });

  test("--set changes the event; a value that is JSON is set as JSON", async () => {
    const result = await send(
      event,
      "--to",
      plain.url,
      "--set",
      "/data/plan_code=gold=1",
      "--set",
      "/data/plan_version=7",
    );
    expect(result).toMatchObject({ exitCode: 0, err: "" });
    const [record] = await recorded(plain, result.out);
    expect(record?.event).toMatchObject({ data: { plan_code: "gold=1", plan_version: 7 } });
  });

  test("names a change that violates the contract before the receiver refuses it", async () => {
    const result = await send(event, "--to", plain.url, "--set", "/data/status=paused");
    expect(result.exitCode).toBe(1);
    expect(result.out).toMatch(/\n422 in \d+ ms/);
    expect(result.err).toMatch(/^violates the contract: .*status/);
    // The reason is known, so there is nothing to guess.
    expect(result.err).not.toContain("probably");
  });

  test("--status selects an example with that status", async () => {
    const result = await send("oem.subscription.created.v1", "--to", plain.url, "--status", "trialing");
    expect(result).toMatchObject({ exitCode: 0, err: "" });
    expect((await recorded(plain, result.out))[0]?.event).toMatchObject({ data: { status: "trialing" } });
  });

  test("--invalid sends the invalid delivery of a conformance case", async () => {
    const result = await send(event, "--to", plain.url, "--invalid", "timestamp-past");
    expect(result).toMatchObject({ exitCode: 1, err: "" });
    expect(result.out).toMatch(/as in 6\.3\.2\/timestamp-past as \S+\n401 in/);
  });

  test("exits with 1 if the receiver has another secret, and says what is probably wrong", async () => {
    const env = { ...environment, WEBHOOK_SECRET: "another-secret" };
    const result = await runWith({ cwd: root, env }, "send", event, "--to", plain.url);
    expect(result).toMatchObject({ exitCode: 1, err: expect.stringContaining("a different WEBHOOK_SECRET") });
    expect(result.out + result.err).not.toContain("another-secret");
  });

  test("--print prints the request with secrets masked, and sends nothing", async () => {
    const env = { ...environment, WEBHOOK_VERIFICATION_TOKEN: 'quoted "token"\\' };
    const result = await runWith(
      { cwd: root, env },
      "send",
      event,
      "--print",
      "--to",
      "http://127.0.0.1:9/hook",
    );
    expect(result).toMatchObject({ exitCode: 0, err: "" });
    expect(result.out).toMatch(/^POST http:\/\/127\.0\.0\.1:9\/hook\ncontent-type: application\/json\n/);
    expect(JSON.parse(result.out.split("\n\n")[1] ?? "")).toMatchObject({
      event_type: event,
      verification_token: "***",
    });
    expect(result.out).not.toContain("signing-secret");
  });

  test("--list shows every event; with an event, its examples and cases", async () => {
    const all = await send("--list");
    expect(all).toMatchObject({ exitCode: 0, err: "" });
    expect(all.out).toMatch(/^oem\.subscription\.activated\.v1 {2}full minimal status-active$/m);
    const one = await send(event, "--list");
    expect(one.out).toMatch(/^oem\.subscription\.activated\.v1\/full$/m);
    expect(one.out).toMatch(/^--invalid 6\.3\.2\/timestamp-past$/m);
  });

  test("sends every listed case by the last part of its id", async () => {
    const cases = wrongCases(suite, event);
    expect(cases.length).toBeGreaterThan(30);
    const sender = {
      suite,
      bindings: exampleBindings(suite),
      credentials: { secrets: ["current", "previous"], verificationToken: "token" },
      application: { id: "a", environment: "sandbox", organization: "o", product: "p" },
      now: Date.now,
      random: randomBytes,
    };
    for (const { id, needs = [] } of cases) {
      const { delivery } = chooseDelivery(suite, { ...plan, invalid: id });
      const credentials = needs.includes("encryption")
        ? { ...sender.credentials, encryptKey }
        : sender.credentials;
      const identities = newCaseIdentities(suite.protocol, randomBytes);
      expect(deliveryRequest({ ...sender, credentials }, identities, delivery).headers, id).not.toEqual([]);
    }
  });

  test("escapes the receiver's answer and masks secrets in it", async () => {
    const echo = await startServer((request, response) => {
      request.resume();
      request.on("end", () =>
        response.writeHead(500).end(`\u001b[2J ${environment.WEBHOOK_SECRET}\n::error::x`),
      );
    });
    const result = await send(event, "--to", echo.url);
    await echo.close();
    expect(result.exitCode).toBe(1);
    expect(result.out).toMatch(/500 in \d+ ms: \\x1b\[2J \*\*\*\\x0a::error::x\n$/);
  });
});

describe("oipkit send can't run", () => {
  test("if the receiver answers without end", async () => {
    await using server = await startEndlessServer({ piece: Buffer.alloc(64 * 1024, " ") });
    const result = await send(event, "--to", server.origin, "--max-answer", "70000");
    expect(result.exitCode).toBe(2);
    expect(result.err).toContain("answers with more than 70000 bytes [answer-too-large]");
    expect(await server.closed).toBe("early");
  });

  test.each([
    [
      ["oem.subscription.activatd.v1", "--to", "http://127.0.0.1:9"],
      "did you mean `oem.subscription.activated.v1`?",
    ],
    [["activated", "--to", "http://127.0.0.1:9"], "did you mean"],
    [["constructor", "--to", "http://127.0.0.1:9"], "unknown event `constructor`"],
    [[`${event}/ful`, "--to", "http://127.0.0.1:9"], "has no example `ful`; choose one of full"],
    [[event], "--to URL is missing"],
    [[], "event missing"],
    [[event, event, "--to", "http://127.0.0.1:9"], "a delivery of this platform has one event"],
    [[event, "extra", "--list"], "--list takes one event"],
    [[event, event, "--invalid", "timestamp-past"], "a conformance case has its own events"],
    [[event, "--to", "localhost:8080"], "is not an http or https URL"],
    [[event, "--to", "http://me:word@localhost"], "must not contain a user name or password"],
    [
      [event, "--to", "http://127.0.0.1:9", "--status", "nonsense"],
      "choose one of active, or send it anyway with --set /data/status=nonsense",
    ],
    [[event, "--to", "http://127.0.0.1:9", "--set", "data=1"], "expected POINTER=VALUE"],
    [[event, "--to", "http://127.0.0.1:9", "--set", "/data/none/deep=1"], "no value can be set at"],
    [[event, "--to", "http://127.0.0.1:9", "--repeat", "0"], "--repeat must be a whole number of 1 or more"],
    [
      [event, "--to", "http://127.0.0.1:9", "--invalid", "timestamp-pst"],
      "did you mean `6.3.2/timestamp-past`",
    ],
    [[event, "--to", "http://127.0.0.1:9", "--invalid", "6.3.5/other-organization"], "needs --organization"],
    [[event, "--to", "http://127.0.0.1:9", "--encrypted"], "--encrypted needs WEBHOOK_ENCRYPT_KEY"],
    [[event, "--to", "http://127.0.0.1:9", "--secret", "x"], "set WEBHOOK_SECRET in the environment"],
    [[event, "--to", "http://127.0.0.1:9", "--suite", "package.json"], "not a conformance suite"],
    [[event, "--to", "http://127.0.0.1:9", "--suite", "no-such.json"], "cannot read the suite"],
    [[event, "--to", "http://127.0.0.1:9"], "http://127.0.0.1:9 doesn't answer"],
  ])("exits with 2 and prints the reason only on stderr: %j", async (args, text) => {
    const result = await send(...args);
    expect(result).toMatchObject({ exitCode: 2, err: expect.stringContaining(text) });
    expect(result.err).not.toMatch(/^ +at /m);
  });

  test("without a secret", async () => {
    const result = await runWith({ cwd: root, env: {} }, "send", event, "--to", "http://127.0.0.1:9");
    expect(result).toMatchObject({
      exitCode: 2,
      out: "",
      err: expect.stringContaining("WEBHOOK_SECRET and WEBHOOK_VERIFICATION_TOKEN aren't set"),
    });
  });

  test("if the receiver takes too long", async () => {
    const silent = await startServer(() => {});
    const result = await send(event, "--to", silent.url, "--timeout", "50");
    await silent.close();
    expect(result).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining("didn't answer within 50 ms"),
    });
  });
});
