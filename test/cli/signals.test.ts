import { once } from "node:events";
import { createServer, get } from "node:http";
import { type AddressInfo, connect, createServer as createSocketServer } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { afterThisTest } from "../support/clean-up.js";
import { type StartedCommand, startedCommand } from "../support/cli/started-command.js";
import { pets } from "../support/commands/mock/pets.js";
import { application, environment, flags } from "../support/commands/receive/running-receive.js";
import { contractFolder, root, temporaryFolder } from "../support/generator/emit/contract-folder.js";

/** A server that accepts connections, and reads and answers nothing; and when the first one has come. */
async function startSilentServer(): Promise<{ readonly host: string; readonly reached: Promise<unknown> }> {
  const server = createSocketServer((socket) => {
    socket.on("error", () => {});
    afterThisTest(() => socket.destroy());
  });
  const reached = once(server, "connection");
  await once(server.listen(0, "127.0.0.1"), "listening");
  afterThisTest(() => server.close());
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, reached };
}

/** What a command that waits for a server makes of SIGTERM. */
async function endWhileWaiting(
  args: (host: string) => readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number | NodeJS.Signals> {
  const { host, reached } = await startSilentServer();
  const command = startedCommand({ cwd: root, env }, ...args(host));
  await Promise.race([reached, command.ended]);
  command.kill("SIGTERM");
  return command.ended;
}

const control = { OIPKIT_SANDBOX_TOKEN: "a-token-of-this-test" };
const event = "oem.subscription.created.v1";

describe("a signal ends at once a command that waits for", () => {
  it.each<[string, (host: string) => readonly string[], Readonly<Record<string, string>>]>([
    ["a receiver", (host) => ["send", event, "--to", `http://${host}/`], environment()],
    ["a receiver's first answer", (host) => ["conform", `http://${host}/`], environment()],
    ["a sender", (host) => ["conform", "--sender", `http://${host}`], {}],
    ["the sandbox", (host) => ["trigger", event, "--control", `http://${host}`], control],
    [
      "a sandbox",
      (host) => ["listen", "--forward-to", "http://[::1]:9/", "--control", `http://${host}`],
      control,
    ],
    ["PostgreSQL", (host) => ["receiver", "migrate", "--store", `postgres://${host}/x`], {}],
    ["a database", (host) => ["inbox", "list", "--store", `postgres://${host}/x`], {}],
    ["an engine's database", (host) => ["deliveries", "list", "--store", `postgres://${host}/x`], {}],
    ["a store", (host) => ["receive", ...flags, "--store", `postgres://${host}/x`], environment()],
  ])("%s", async (_, args, env) => {
    expect(await endWhileWaiting(args, env)).toBe("SIGTERM");
  });
});

/** Sends the process a signal when a thread has compared so many values with a pattern: the first one, or another. */
const interruption = (inFirst: boolean): string => `
import { isMainThread } from "node:worker_threads";
const { test } = RegExp.prototype;
let calls = 0;
RegExp.prototype.test = function (text) {
  const counts = isMainThread === ${inFirst} && String(text).startsWith("value ");
  if (counts && ++calls === 10_000) process.kill(process.pid, "SIGINT");
  return test.call(this, text);
};
`;

/** A schema with which each value takes a fraction of a millisecond, so that a second isn't enough for what is checked below. */
const slowSchema = JSON.stringify({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  items: { anyOf: Array.from({ length: 2_000 }, (_, at) => ({ pattern: `^${at} [a-z]+$` })) },
});

describe("a signal ends `oipkit validate` while it checks", () => {
  const value = `"value ${"x".repeat(80)}"`;
  /** As many values as there are in so many megabytes. */
  const values = (megabytes: number): readonly string[] =>
    Array.from({ length: megabytes * 11_000 }, () => value);
  const array = (megabytes: number): string => `[${values(megabytes).join(",")}]`;

  async function interrupted(
    input: string,
    { file, stdin, inFirst }: { readonly file?: string; readonly stdin?: string; readonly inFirst: boolean },
  ) {
    const cwd = await contractFolder({
      "slow.schema.json": slowSchema,
      "interruption.mjs": interruption(inFirst),
      ...(file !== undefined && { [input]: file }),
    });
    const preload = pathToFileURL(join(cwd, "interruption.mjs")).href;
    const command = startedCommand(
      { cwd, preload, ...(stdin !== undefined && { stdin }) },
      ...["validate", "--schema", "slow.schema.json", "--jobs", "2", input],
    );
    return { exit: await command.ended, err: command.err() };
  }

  it.each([1, 13])("a document of %i MB: at once", async (megabytes) => {
    const { exit, err } = await interrupted("data.json", { file: array(megabytes), inFirst: true });
    expect({ exit, err }).toEqual({ exit: "SIGINT", err: "" });
  });

  it("a large file of lines, by two threads: with a report", async () => {
    const lines = `${values(13)
      .map((each) => `[${each}]`)
      .join("\n")}\n`;
    const { exit, err } = await interrupted("data.ndjson", { file: lines, inFirst: false });
    expect(exit).toBe(1);
    expect(err).toContain("stopped early");
  });

  it("a large document of a stream: with a report", async () => {
    const { exit, err } = await interrupted("-", { stdin: array(3), inFirst: false });
    expect(exit).toBe(2);
    expect(err).toContain("stopped early");
  });
});

describe("after a signal", () => {
  async function startProxy(): Promise<StartedCommand> {
    const { host, reached } = await startSilentServer();
    const cwd = await contractFolder({ "api.yaml": pets });
    const proxy = startedCommand({ cwd }, "mock", "api.yaml", "--port", "0", "--proxy", `http://${host}/`);
    const [, url = ""] = await proxy.until(/listening on (\S+):/);
    const request = get(`${url}/pets`).on("error", () => {});
    afterThisTest(() => request.destroy());
    await reached;
    return proxy;
  }

  it("a proxy whose server doesn't answer gives up its requests", async () => {
    const proxy = await startProxy();
    proxy.kill("SIGTERM");
    expect(await proxy.ended).toBe(0);
  });

  it("a second one ends it at once", async () => {
    const proxy = await startProxy();
    proxy.kill("SIGTERM");
    proxy.kill("SIGINT");
    expect(["SIGTERM", "SIGINT"]).toContain(await proxy.ended);
  });

  it("a receiver gives up a body that doesn't end", async () => {
    const receiver = startedCommand({ cwd: root, env: environment() }, "receive", ...flags);
    const [, port = ""] = await receiver.until(/listening on \S+:(\d+)/);
    const socket = connect(Number(port), "127.0.0.1").on("error", () => {});
    afterThisTest(() => socket.destroy());
    socket.write(
      "POST /webhooks HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    );
    await once(socket, "connect");
    receiver.kill("SIGTERM");
    expect(await receiver.ended).toBe(0);
  });

  it("`oipkit conform` reports what it has found, although the receiver doesn't answer any more", async () => {
    let answered = 0;
    const server = createServer((request, response) => {
      request.resume();
      if (++answered < 100) response.writeHead(405).end();
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    afterThisTest(() => {
      server.close();
      server.closeAllConnections();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const binding = ["--application", application.id, "--environment", application.environment];
    const args = ["conform", url, ...binding, "--format", "json"];
    const command = startedCommand({ cwd: root, env: environment() }, ...args);
    await expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThan(101);
    command.kill("SIGINT");
    expect(await command.ended).toBe(1);
    expect(JSON.parse(command.out())).toMatchObject({ interrupted: true, conforms: false });
  });

  it("`oipkit listen` ends, although the sandbox doesn't answer any more", async () => {
    const cwd = await temporaryFolder();
    const sandbox = startedCommand({ cwd }, "sandbox", "--port", "0");
    await sandbox.until(/sandbox\.json/);
    const receiver = createServer((request, response) => {
      void json(request).then((body) => {
        const { challenge } = body as { challenge: string };
        response.setHeader("content-type", "application/json").end(JSON.stringify({ challenge }));
      });
    });
    await once(receiver.listen(0, "127.0.0.1"), "listening");
    afterThisTest(() => receiver.close());
    const to = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const listen = startedCommand({ cwd }, "listen", "--forward-to", to);
    await listen.until(/types of events/);
    sandbox.kill("SIGSTOP");
    listen.kill("SIGTERM");
    expect(await listen.ended).toBe("SIGTERM");
    sandbox.kill("SIGCONT");
    sandbox.kill("SIGTERM");
    expect(await sandbox.ended).toBe(0);
  });
});
