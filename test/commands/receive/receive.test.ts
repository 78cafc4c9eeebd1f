import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  application,
  credentials,
  environment,
  startReceive,
} from "../../support/commands/receive/running-receive.js";
import { exampleEvent, sendEvent, subscriptionEvent } from "../../support/commands/receive/send-event.js";
import { root } from "../../support/generator/emit/contract-folder.js";
import { listen } from "../../support/runtime/adapters/running.js";

const fullBinding = ["--organization", application.organization, "--product", application.product];

describe("the output of oipkit receive", () => {
  it("is a line for each event, in the order of versions", async () => {
    const { url, stdout, end } = await startReceive(fullBinding);
    for (const version of [1, 3, 2]) {
      expect(await sendEvent(url, subscriptionEvent(version))).toEqual([204, ""]);
    }
    expect(await sendEvent(url, subscriptionEvent(2))).toEqual([204, ""]);
    expect(await end("SIGINT")).toEqual([0, null]);
    const [first, ...printed] = stdout().trimEnd().split("\n");
    const lines = printed.filter((line) => !line.includes(" waits for "));
    expect(first).toBe(`listening on ${url}`);
    expect(lines.map((line) => line.replace(/^\S+ /, ""))).toEqual([
      "oem.subscription.created.v1 evt_sub_1_1 sub_1 version 1",
      "oem.subscription.created.v1 evt_sub_1_2 sub_1 version 2",
      "oem.subscription.created.v1 evt_sub_1_3 sub_1 version 3",
    ]);
  });

  it("says for which versions an event waits", async () => {
    const { url, stdout, log, end } = await startReceive(fullBinding);
    await sendEvent(url, {
      ...subscriptionEvent(4, "sub\u001b[31m"),
      event_id: "evt_odd",
    });
    await expect.poll(stdout).toContain("evt_odd sub\\x1b[31m version 4 waits for versions 1 to 3\n");
    await sendEvent(url, subscriptionEvent(2));
    await expect.poll(stdout).toContain("evt_sub_1_2 sub_1 version 2 waits for version 1\n");
    await end("SIGTERM");
    expect(log().filter(({ msg }) => msg === "waiting")).toMatchObject([
      { level: "warn", version: 4, waitsFor: [1, 3] },
      { level: "warn", eventId: "evt_sub_1_2", version: 2, waitsFor: [1, 1] },
    ]);
  });

  it("is JSON with --format json, with the event as delivered except for its token", async () => {
    const { url, stdout, end } = await startReceive([...fullBinding, "--format", "json"]);
    const event = { ...subscriptionEvent(1), note: "☃\n" };
    const test = { ...subscriptionEvent(2), event_id: "evt_webhook_test_1" };
    await sendEvent(url, event);
    await sendEvent(url, test);
    expect(await end("SIGTERM")).toEqual([0, null]);
    const lines = stdout()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
      .sort((a, b) => Number(a.test) - Number(b.test));
    expect(lines).toMatchObject([
      { event_id: "evt_sub_1_1", event_type: "oem.subscription.created.v1", test: false },
      { event_id: "evt_webhook_test_1", test: true },
    ]);
    expect([lines[0].event, lines[1].event]).toEqual([event, test]);
  });

  it("has control characters escaped", async () => {
    const { url, stdout, end } = await startReceive(fullBinding);
    const hostile = "sub\u001b[31m\u202e";
    await sendEvent(url, { ...subscriptionEvent(1, hostile), event_id: "evt_1" });
    await end("SIGTERM");
    expect(stdout()).toContain("sub\\x1b[31m\\u202e version 1");
  });

  it("ends the receiver when its reader closes the pipe", async () => {
    const args = ["receive", "--port", "0", "--application", application.id, "--environment", "sandbox"];
    const child = spawn(process.execPath, [join(root, "dist/cli/index.js"), ...args], {
      cwd: root,
      env: environment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const exited = once(child, "exit");
    let err = "";
    child.stderr.on("data", (chunk) => {
      err += chunk;
    });
    await expect.poll(() => err, { timeout: 30_000 }).toContain("listening on");
    child.stdout.destroy();
    const url = /listening on (\S+?)"/.exec(err)?.[1] ?? "";
    expect((await sendEvent(url, subscriptionEvent(1)))[0]).toBe(204);
    expect(await exited).toEqual([0, null]);
  });
});

describe("the answer of oipkit receive", () => {
  it("acknowledges a callback", async () => {
    const { url, stdout } = await startReceive(fullBinding);
    const callback = { event_id: "cb_1", event_type: "token.agent.action.v1" };
    const [status, body] = await sendEvent(url, callback);
    expect([status, JSON.parse(body)]).toEqual([200, { received: true, ...callback }]);
    expect(stdout()).not.toContain("cb_1");
  });

  it("is 404 outside of --path, and 200 on /healthz with --health", async () => {
    const { url } = await startReceive([...fullBinding, "--path", "/hook", "--health"]);
    expect((await sendEvent(url, subscriptionEvent(1)))[0]).toBe(404);
    expect((await sendEvent(`${url}/hook`, subscriptionEvent(1)))[0]).toBe(204);
    const health = await fetch(`${url}/healthz`);
    expect([health.status, await health.json()]).toEqual([
      200,
      { status: "ok", checks: { inbox: "ok", nonces: "ok", server: "ok" } },
    ]);
  });

  it("is 413 for a body over --max-body", async () => {
    const { url } = await startReceive([...fullBinding, "--max-body", "100"]);
    expect((await sendEvent(url, subscriptionEvent(1)))[0]).toBe(413);
  });
});

it("oipkit receive handles every event it has acknowledged, even if it is terminated in between", async () => {
  const { url, stdout, end } = await startReceive(fullBinding);
  const acknowledged: string[] = [];
  let ended: ReturnType<typeof end> | undefined;
  const senders = Array.from({ length: 8 }, async (_, sender) => {
    for (let version = 1; version <= 100; version++) {
      const event = subscriptionEvent(version, `sub_${sender}`);
      const status = await sendEvent(url, event).then(
        ([given]) => given,
        () => "not reached",
      );
      if (status !== 204) return;
      acknowledged.push(String(event.event_id));
      if (sender === 0 && version === 5) ended = end("SIGTERM");
    }
  });
  await Promise.all(senders);
  expect(await ended).toEqual([0, null]);
  const printed = new Set([...stdout().matchAll(/ (evt_\S+) /g)].map((match) => match[1]));
  expect(acknowledged.filter((id) => !printed.has(id))).toEqual([]);
  expect(acknowledged).toContain("evt_sub_0_5");
});

it("oipkit receive serves metrics and reports the health of its stores", async () => {
  const { url, probeUrl, metricsUrl, log } = await startReceive([
    ...fullBinding,
    "--metrics-port",
    "0",
    "--probe-port",
    "0",
  ]);
  await sendEvent(url, subscriptionEvent(1));
  await sendEvent(url, subscriptionEvent(3));
  await expect
    .poll(async () => (await fetch(metricsUrl ?? "")).text(), { timeout: 30_000 })
    .toContain('oipkit_handler_attempts_total{kind="handled",event_type="oem.subscription.created.v1"} 1');
  const text = await (await fetch(metricsUrl ?? "")).text();
  expect(text).toContain('oipkit_receiver_answers_total{code="stored",status="204"} 2');
  expect(text).toContain('oipkit_inbox_records{state="waiting"} 1');
  expect(text).toContain('oipkit_receiver_answer_seconds_count{status="204"} 2');
  const healthUrl = metricsUrl?.replace("/metrics", "/healthz");
  expect((await fetch(healthUrl ?? "")).status).toBe(200);
  await fetch(`${probeUrl}/faults`, { method: "PUT", body: '{"inbox":true}' });
  expect((await sendEvent(url, subscriptionEvent(2)))[0]).toBe(503);
  const unhealthy = await fetch(healthUrl ?? "");
  expect([unhealthy.status, await unhealthy.json()]).toEqual([
    503,
    { status: "unavailable", checks: { inbox: "unavailable", nonces: "ok", server: "ok" } },
  ]);
  expect((await fetch(`${healthUrl}/live`)).status).toBe(200);
  expect(log()).toContainEqual(
    expect.objectContaining({ code: "inbox-unavailable", status: 503, level: "error" }),
  );
});

describe("oipkit receive exits with 2", () => {
  const run = async (args: readonly string[], env: Readonly<Record<string, string>>) => {
    const child = spawn(process.execPath, [join(root, "dist/cli/index.js"), "receive", ...args], {
      cwd: root,
      env,
    });
    const written = { out: "", err: "" };
    child.stdout.on("data", (chunk) => {
      written.out += chunk;
    });
    child.stderr.on("data", (chunk) => {
      written.err += chunk;
    });
    const [code] = await once(child, "close");
    return { code, ...written };
  };
  const named = ["--application", "a", "--environment", "sandbox"];
  const { WEBHOOK_SECRET: _secret, ...noSecret } = environment();
  const { WEBHOOK_VERIFICATION_TOKEN: _token, ...noToken } = environment();

  it.each([
    [["--environment", "sandbox"], environment(), "--application ID is missing"],
    [["--application", "a"], environment(), "--environment NAME is missing"],
    [named, noSecret, "WEBHOOK_SECRET isn't set"],
    [named, noToken, "WEBHOOK_VERIFICATION_TOKEN isn't set"],
    [named, environment({ WEBHOOK_ENCRYPT_KEY: "" }), "WEBHOOK_ENCRYPT_KEY is empty"],
    [[...named, "--secret", "s3cr3t"], environment(), "set WEBHOOK_SECRET in the environment"],
    [[...named, "--encrypt-key=s3cr3t"], environment(), "set WEBHOOK_ENCRYPT_KEY in the environment"],
    [
      [...named, "--verification-token=s3cr3t"],
      environment(),
      "set WEBHOOK_VERIFICATION_TOKEN in the environment",
    ],
    [[...named, "--port", "70000"], environment(), "--port must be a whole number from 0 to 65535"],
    [[...named, "--max-body", "0"], environment(), "--max-body must be a whole number of 1 or more"],
    [[...named, "--format", "xml"], environment(), "--format must be pretty or json"],
    [[...named, "--store", "mongo:x"], environment(), "--store must be memory, sqlite:FILE or postgres:URL"],
    [
      [...named, "--nonces", "mongo:x"],
      environment(),
      "--nonces must be memory, sqlite:FILE, postgres:URL or redis:URL",
    ],
    [[...named, "--store", "redis://:s3cr3t@127.0.0.1"], environment(), "--store must be memory"],
    [
      [...named, "--store", "postgres://user:s3cr3t@127.0.0.1:1/x"],
      environment(),
      "PostgreSQL at 127.0.0.1:1/x",
    ],
    [[...named, "--nonces", "redis://:s3cr3t@127.0.0.1:1"], environment(), "Redis at 127.0.0.1:1"],
    [[...named, "--path", "hook"], environment(), "--path must start with a slash"],
    [[...named, "--sdk", "no-such-folder"], environment(), "no-such-folder has no validators"],
    [[...named, "--events", "others"], environment(), "unknown set of events `others`; choose one of events"],
    [
      [...named, "--nonces", "sqlite:n.db", "--max-nonces", "9"],
      environment(),
      "--max-nonces is only for nonces in memory",
    ],
    [[...named, "s3cr3t"], environment(), "receive takes only options"],
    [[...named, "--prot", "1"], environment(), "there is no option `--prot`; did you mean `--port`?"],
  ])("for %j", async (args, env, message) => {
    const { code, out, err } = await run(args, env);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(message);
    expect(err).not.toContain("s3cr3t");
    expect(err).not.toContain(credentials.secrets[0]);
  });

  it.each(["port", "probe-port", "metrics-port"])("if the port of --%s is taken", async (flag) => {
    const port = await listen(() => {});
    const others = flag === "port" ? [] : ["--port", "0"];
    const { code, err } = await run([...named, ...others, `--${flag}`, String(port)], environment());
    expect(code).toBe(2);
    expect(err).toContain(
      `port ${port} of 127.0.0.1 is taken; choose another one with --${flag}, or 0 for a free one [port-unavailable]`,
    );
  });
});

it("oipkit receive also prints test events and events without a version", async () => {
  const { url, stdout, end } = await startReceive(fullBinding);
  const event = { event_id: "evt_9", event_type: "oem.support.request_received.v1" };
  expect((await sendEvent(url, event))[0]).toBe(204);
  expect(
    (await sendEvent(url, exampleEvent("oem.product.activated.v1", { event_id: "evt_webhook_test_9" })))[0],
  ).toBe(204);
  await end("SIGTERM");
  expect(stdout()).toMatch(/ oem\.support\.request_received\.v1 evt_9\n/);
  expect(stdout()).toMatch(/ oem\.product\.activated\.v1 evt_webhook_test_9 \(test\)\n/);
});
