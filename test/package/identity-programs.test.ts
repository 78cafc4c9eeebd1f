import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { codeBlocks, readText } from "../support/package/code-blocks.js";
import { compile } from "../support/package/compile.js";
import { folderIn } from "../support/package/install.js";
import { type LocalServer, sendJson, startServer } from "../support/runtime/http/local-server.js";
import { createBrowser } from "../support/runtime/oauth/browser.js";
import {
  application,
  publicClient,
  type RunningProvider,
  startProvider,
} from "../support/runtime/oauth/provider.js";

const programs = ["identity-application", "identity-user"] as const;
const shownIn = (name: string) => codeBlocks("ts", [`docs/guide/${name}.md`])[0]?.text;

let provider: RunningProvider;
let api: LocalServer;
let folder: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  provider = await startProvider({ scopes: ["commerce.catalog.read"] });
  api = await startServer(async ({ url, headers }, response) => {
    const token = headers.authorization?.replace(/^Bearer /, "") ?? "";
    const user = await provider.findUserToken(token);
    const known = user ?? (await provider.findApplicationToken(token));
    if (known === undefined) return sendJson(response, 401, {});
    sendJson(response, 200, { url, user: user?.accountId ?? null, scope: known.scope ?? null });
  });
  folder = join(await folderIn(inject("installation"), "identity"), "programs");
  await mkdir(folder);
  for (const name of programs) await writeFile(join(folder, `${name}.ts`), shownIn(name) ?? "");
  const { code, stdout } = await compile(
    folder,
    programs.map((name) => `${name}.ts`),
  );
  expect(code, stdout).toBe(0);
});
afterAll(async () => {
  for (const program of running) program.kill();
  await api[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

/** Starts a program and collects its output. */
function start(name: (typeof programs)[number], env: Readonly<Record<string, string>>) {
  const program = spawn(process.execPath, [join(folder, `${name}.js`)], {
    env: { ...process.env, SERVICE_IDENTITY_ISSUER: provider.issuer, SERVICE_API_BASE: api.origin, ...env },
  });
  running.push(program);
  const output = { text: "" };
  for (const stream of [program.stdout, program.stderr])
    stream.on("data", (chunk: Buffer) => {
      output.text += chunk.toString();
    });
  const ended = new Promise<number | null>((resolve) => program.once("close", resolve));
  return { output, ended };
}

describe("the programs of the identity pages", () => {
  it.each(programs)("%s shows the example's code", (name) => {
    expect(shownIn(name)).toBe(readText(`examples/${name}.ts`));
  });
});

describe("the program for client credentials", () => {
  const startWith = async (secret: string) => {
    const file = join(folder, "secret");
    await writeFile(file, `${secret}\n`);
    return start("identity-application", { CLIENT_ID: application.clientId, CLIENT_SECRET_FILE: file });
  };

  it("calls the API with a token of the operation's scope", async () => {
    const { output, ended } = await startWith(application.clientSecret);
    expect(await ended, output.text).toBe(0);
    expect(output.text).toContain("url: '/open-platform/v1/products'");
    expect(output.text).toContain("scope: 'commerce.catalog.read'");
  });

  it("reports a wrong secret without printing it", async () => {
    const { output, ended } = await startWith("wrong-secret");
    expect(await ended).toBe(1);
    expect(output.text).toBe(`No token from ${provider.issuer}: refused (status 401, invalid_client)\n`);
  });
});

describe("the program for users", () => {
  it("signs a user in, calls the API as that user, and signs out", async () => {
    const publicUrl = new URL(publicClient.redirectUri).origin;
    const { output } = start("identity-user", {
      CLIENT_ID: publicClient.clientId,
      PUBLIC_URL: publicUrl,
      PORT: "0",
    });
    await expect.poll(() => output.text, { timeout: 30_000 }).toMatch(/listening on \d+/);
    const origin = `http://127.0.0.1:${/listening on (\d+)/.exec(output.text)?.[1]}`;

    const cookies = new Map<string, string>();
    const open = async (path: string) => {
      const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
      const response = await fetch(origin + path, { redirect: "manual", headers });
      for (const set of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      return response;
    };
    const redirectLocation = (response: Response) => response.headers.get("location") ?? "";

    expect(redirectLocation(await open("/products"))).toBe("/sign-in");
    const browser = createBrowser();
    const callback = new URL(await browser.signIn(redirectLocation(await open("/sign-in")), "ada"));
    expect(redirectLocation(await open(callback.pathname + callback.search))).toBe("/products");
    expect(await (await open("/products")).json()).toMatchObject({ user: "ada" });
    // The tokens stay on the server; the browser only has a session id.
    expect([...cookies].filter(([, value]) => value !== "")).toEqual([
      ["session", expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)],
    ]);

    const goodbye = await browser.logOut(redirectLocation(await open("/sign-out")));
    expect(goodbye).toBe(`${publicUrl}/goodbye`);
    expect(redirectLocation(await open("/products"))).toBe("/sign-in");
    expect(output.text).toMatch(/^listening on \d+\n$/);
  });
});
