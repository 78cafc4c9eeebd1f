import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { commands, main } from "../../cli/main.js";
import { afterThisTest } from "../support/clean-up.js";
import { leaked, marker, plainMarker } from "../support/cli/credential-forms.js";
import { pets } from "../support/commands/mock/pets.js";
import { application, flags } from "../support/commands/receive/running-receive.js";
import { contractFolder, root } from "../support/generator/emit/contract-folder.js";

/** A server that answers with everything it gets, as a refusal: each of its requests with the next status. */
async function startEcho(...statuses: readonly number[]): Promise<string> {
  let count = 0;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const status = statuses[count++ % statuses.length] ?? 200;
      const message = JSON.stringify({ url: request.url, headers: request.headers, body });
      response.writeHead(status, {
        "content-type": "application/json",
        "x-echo": encodeURIComponent(message),
      });
      response.end(JSON.stringify({ code: "echo", message, detail: request.rawHeaders, challenge: body }));
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  afterThisTest(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** How a command is run: where, with which environment, and what happens when it listens. */
interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called with the address at which it listens; then it is stopped. */
  readonly whenListening?: (url: string) => Promise<unknown>;
}

/** Everything that a command prints. */
async function output(
  { cwd, env = {}, whenListening }: RunOptions,
  ...args: readonly string[]
): Promise<string> {
  const ending = new AbortController();
  let printed = "";
  const write = (piece: string): void => {
    printed += piece;
  };
  const running = main(args, { cwd, env, out: write, err: write, now: () => 0, signal: ending.signal });
  if (whenListening !== undefined) {
    const listening = /listening on (http:[^\s"]+)/;
    let isOver = false;
    void running.then(() => {
      isOver = true;
    });
    await expect.poll(() => isOver || listening.test(printed), { timeout: 30_000 }).toBe(true);
    const [, url] = listening.exec(printed) ?? [];
    if (url !== undefined) await whenListening(url.replace(/:$/, ""));
    ending.abort();
  }
  await running;
  return printed;
}

/** The texts of all files below a folder. */
function written(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
}

const event = "oem.subscription.created.v1";
const binding = ["--application", application.id, "--environment", application.environment];
const generated = ["--suite", join(root, "generated/conformance/events.json")];
const reports = ["pretty", "json", "junit", "tap", "html"];

/** Commands that take credentials from their environment, and what they do with them. Gives all that they print and write. */
const uses: Readonly<Record<string, (env: Readonly<Record<string, string>>) => Promise<string>>> = {
  async send(env) {
    const to = await startEcho(200, 401, 500);
    const printed: string[] = [];
    for (const more of [[], [], [], ["--encrypt"], ["--print"], ["--to", "http://127.0.0.1:1/"]])
      printed.push(await output({ cwd: root, env }, "send", event, "--to", to, ...more));
    return printed.join("\n");
  },
  async conform(env) {
    const url = await startEcho(200, 204, 401, 400);
    const cwd = await contractFolder({});
    const targets = reports.flatMap((format) => ["--format", format, "-o", `report.${format}`]);
    const only = ["--only", "6.3.3/*", "--only", "6.4/*", "--all-exchanges"];
    const args = ["conform", url, ...binding, ...generated, ...only];
    return [
      await output({ cwd, env }, ...args),
      await output({ cwd, env }, ...args, ...targets),
      written(cwd),
      await output({ cwd, env }, "conform", "http://127.0.0.1:1/", ...binding, ...generated),
    ].join("\n");
  },
  async receive(env) {
    const deliver = async (url: string): Promise<void> => {
      const [secret = "", token = ""] = Object.values(env);
      for (const headers of [{ "X-SVC-Signature": secret }, { authorization: `Bearer ${secret}` }] as const)
        for (const body of [
          "{",
          JSON.stringify({ token: secret, verification_token: token, data: [secret] }),
        ]) {
          const sent = { "content-type": "application/json", ...headers };
          await fetch(url, { method: "POST", headers: sent, body }).catch(() => {});
        }
    };
    const all = ["--log-level", "info"];
    const printed = await output({ cwd: root, env, whenListening: deliver }, "receive", ...flags, ...all);
    expect(printed).toContain("refused");
    return printed;
  },
  async validate(env) {
    const encrypted = JSON.stringify({ encrypt: Buffer.from("x".repeat(48)).toString("base64") });
    const cwd = await contractFolder({ "a.json": encrypted, "b.json": JSON.stringify(env) });
    const validators = ["--validators", join(root, "generated/validators")];
    return output({ cwd, env }, "validate", "a.json", ...validators);
  },
  async trigger(env) {
    const control = await startEcho(401, 409, 500, 200);
    const printed: string[] = [];
    for (const at of [control, control, control, control, "http://127.0.0.1:1"])
      printed.push(await output({ cwd: root, env }, "trigger", event, "--control", at));
    return printed.join("\n");
  },
  async listen(env) {
    const control = await startEcho(401, 409, 500, 200);
    const to = ["--forward-to", "http://127.0.0.1:1/"];
    const printed: string[] = [];
    for (const at of [control, control, control, control])
      printed.push(await output({ cwd: root, env }, "listen", ...to, "--control", at));
    return printed.join("\n");
  },
  async mock(env) {
    const to = await startEcho(200, 401, 500);
    const cwd = await contractFolder({ "placeholder.yaml": "{}" });
    const events = join(root, "contracts/events.asyncapi.yaml");
    const webhook = {
      post: {
        requestBody: { content: { "application/json": { example: { event_id: "evt_1" } } } },
        responses: { 200: { description: "d" } },
      },
    };
    const api = {
      openapi: "3.1.0",
      info: { title: "Notes", version: "1" },
      paths: { "/notes": { get: { responses: { 200: { description: "d" } } } } },
      webhooks: { made: webhook, changed: webhook, deleted: webhook },
      "x-webhook-protocol": { $ref: `${relative(cwd, events)}#/x-webhook-protocol` },
    };
    const folder = await contractFolder({ "api.json": JSON.stringify(api) });
    const printed: string[] = [];
    for (const more of [[], ["--encrypted"]])
      for (const at of [to, "http://127.0.0.1:1/"]) {
        const whenListening = (url: string): Promise<unknown> => fetch(`${url}/notes`);
        const args = ["mock", "api.json", events, "--port", "0", "--webhooks", at, ...more];
        printed.push(await output({ cwd: folder, env, whenListening }, ...args));
      }
    return printed.join("\n");
  },
  async sandbox(env) {
    const control = await startEcho(401, 409, 500, 200);
    const printed: string[] = [];
    for (const action of ["status", "log", "status", "reset", "status"])
      printed.push(await output({ cwd: root, env }, "sandbox", action, "--control", control));
    return printed.join("\n");
  },
};

/** The variables that a command reads, by its own declaration. */
async function declared(name: string): Promise<readonly string[]> {
  const { declaration } = (await commands[name]?.load()) ?? {};
  return (declaration?.environment ?? []).map((variable) => variable.name);
}

describe("a credential in the environment", () => {
  it("belongs to a command whose use of it is tried here", async () => {
    for (const name of Object.keys(commands))
      expect({ name, isTried: name in uses }).toEqual({ name, isTried: (await declared(name)).length > 0 });
  });

  it.each(Object.keys(uses))(
    "is in nothing that `oipkit %s` prints or writes, whoever sends it back",
    async (name) => {
      // The second can't be sent in a header.
      for (const value of [plainMarker, `${marker}\n`]) {
        const env = Object.fromEntries((await declared(name)).map((variable) => [variable, value]));
        const printed = (await uses[name]?.(env)) ?? "";
        expect(printed).not.toBe("");
        expect({ value, leaked: leaked(printed, [marker, plainMarker]) }).toEqual({ value, leaked: [] });
      }
    },
  );
});

describe("a credential in a file", () => {
  it.each([
    `WEBHOOK_SECRET=${plainMarker}\n`,
    `WEBHOOK_SECRET='${plainMarker}\nWEBHOOK_VERIFICATION_TOKEN=${plainMarker}`,
    `WEBHOOK_SECRET: ${plainMarker}\n`,
    `WEBHOOK_SECRET=${plainMarker}\nWEBHOOK_VERIFICATION_TOKEN=${plainMarker}\nWEBHOOK_ENCRYPT_KEY=\n`,
  ])("of `receive --secrets` isn't printed: %j", async (file) => {
    const cwd = await contractFolder({ "secrets.env": file });
    const args = ["receive", ...flags, "--secrets", "secrets.env", "--sdk", join(root, "generated")];
    const printed = await output({ cwd, whenListening: async () => {} }, ...args);
    expect(printed).not.toBe("");
    expect(leaked(printed, [plainMarker])).toEqual([]);
  });

  it.each([
    (control: string) => JSON.stringify({ control, token: plainMarker, pid: 1 }),
    () => `{ "control": "http://${plainMarker}@127.0.0.1/", "token": "${plainMarker}" `,
    () => JSON.stringify({ control: `http://user:${plainMarker}@127.0.0.1:1/`, token: plainMarker, pid: 1 }),
  ])("of the sandbox isn't printed (%#)", async (file) => {
    const control = await startEcho(401, 409, 500);
    const cwd = await contractFolder({ ".oipkit/sandbox.json": file(control) });
    for (const args of [
      ["sandbox", "status"],
      ["trigger", event],
      ["sandbox", "log"],
    ]) {
      const printed = await output({ cwd }, ...args);
      expect(printed).not.toBe("");
      expect({ args, leaked: leaked(printed, [plainMarker]) }).toEqual({ args, leaked: [] });
    }
  });
});

describe("a credential in a header or a body of a request", () => {
  const credentials = {
    authorization: `Basic ${Buffer.from(`user:${plainMarker}`).toString("base64")}`,
    cookie: `session=${plainMarker}`,
    api_key: plainMarker,
    "x-auth-token": plainMarker,
    "proxy-authorization": `Bearer ${plainMarker}`,
  };
  const ask = async (url: string): Promise<void> => {
    for (const path of ["/pets", "/pets/1", "/none", "/pets?limit=x"])
      for (const method of ["GET", "POST"]) {
        const body = method === "POST" ? JSON.stringify({ id: 1, name: 1, secret: plainMarker }) : null;
        const headers = { "content-type": "application/json", ...credentials };
        await fetch(url + path, { method, headers, body }).catch(() => {});
      }
  };

  it.each(["pretty", "json"])("isn't printed by `oipkit mock`, nor by its proxy, as %s", async (format) => {
    const cwd = await contractFolder({ "api.yaml": pets });
    const mock = ["mock", "api.yaml", "--port", "0", "--format", format];
    for (const more of [[], ["--proxy", await startEcho(200, 401, 500)], ["--proxy", "http://127.0.0.1:1"]]) {
      const printed = await output({ cwd, whenListening: ask }, ...mock, ...more);
      expect(printed).not.toBe("");
      expect({ more, leaked: leaked(printed, [plainMarker]) }).toEqual({ more, leaked: [] });
    }
  });
});
