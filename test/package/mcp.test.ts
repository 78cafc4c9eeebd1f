import { spawn } from "node:child_process";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { afterThisTest } from "../support/clean-up.js";
import { folderIn, repository } from "../support/package/install.js";
import { run } from "../support/package/run.js";

const installation = inject("installation");
const program = join(installation.project, "node_modules/oipkit/dist/cli/index.js");
/** GitHub's description of its API, of twelve megabytes. */
const github = join(
  repository,
  "tools/github-description/node_modules/@octokit/openapi/generated/api.github.com.json",
);

/** What a tool answers. */
interface Answer {
  readonly text: string;
  readonly isError: boolean;
  /** Bytes of the result as JSON. */
  readonly bytes: number;
}

async function connect(cwd: string, ...args: readonly string[]) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, "mcp", ...args],
    cwd,
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  afterThisTest(() => client.close());
  const call = async (name: string, given: Record<string, unknown>): Promise<Answer> => {
    const result = await client.callTool({ name, arguments: given }, { timeout: 300_000 });
    const [content] = result.content;
    const text = content?.type === "text" ? content.text : "";
    return { text, isError: result.isError === true, bytes: Buffer.byteLength(JSON.stringify(result)) };
  };
  return { client, call };
}

it("says what to install without the protocol's SDK", async () => {
  expect(await run("node", [program, "mcp"], { cwd: installation.project })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("npm install --save-dev @modelcontextprotocol/server"),
  });
});

describe("oipkit mcp", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await folderIn(installation, "mcp");
    const name = "node_modules/@modelcontextprotocol";
    await symlink(join(repository, name), join(installation.project, name));
  });

  it("offers at most ten tools, and none that writes unless it is asked to", async () => {
    const reading = (await (await connect(folder)).client.listTools()).tools;
    expect(reading.map(({ annotations }) => annotations?.readOnlyHint)).toEqual(reading.map(() => true));
    const all = (await (await connect(folder, "--write")).client.listTools()).tools;
    expect(all.map(({ name }) => name).sort()).toEqual(
      [...reading.map(({ name }) => name), "conform", "send", "sandbox_clock"].sort(),
    );
    expect(all.length).toBeLessThanOrEqual(10);
    expect(Buffer.byteLength(JSON.stringify(all))).toBeLessThan(10_000);
  });

  it("answers below 4 kB for GitHub's document, and has the rest on further pages", {
    timeout: 300_000,
  }, async () => {
    const { call } = await connect(folder);
    const linted = await call("lint", { paths: [github] });
    expect(linted.isError).toBe(false);
    expect(linted.text).toMatch(/^exit code 1: findings\n\d+ findings .* in 1 file/);
    const [, pages] = /\[page 1 of (\d+); more: answer 1, page 2\]$/.exec(linted.text) ?? [];
    const last = await call("more", { answer: 1, page: Number(pages) });
    expect(last.text).toMatch(/the last one\]$/);
    const same = await call("diff", { before: github, after: github });
    expect(same.text).toMatch(/^exit code 0: fine\n0 findings/);
    for (const { bytes } of [linted, last, same]) expect(bytes).toBeLessThan(4000);
  });

  it("takes no argument for an option, and refuses others than a tool has", async () => {
    const { call } = await connect(folder);
    expect(await call("lint", { paths: ["--fix"] })).toMatchObject({
      isError: true,
      text: expect.stringContaining("--fix: there is no such file or folder"),
    });
    expect(await call("validate", { files: ["a.json"], as: "--write-baseline" })).toMatchObject({
      isError: true,
    });
    expect(await call("lint", { fix: true })).toMatchObject({ isError: true });
  });

  it("ends a tool that takes too long, and goes on", async () => {
    const { call } = await connect(folder, "--timeout", "50");
    expect(await call("diff", { before: github, after: github })).toMatchObject({
      isError: true,
      text: expect.stringContaining("it took too long"),
    });
    expect((await call("more", { answer: 1, page: 1 })).text).toContain("it took too long");
  });

  it("gives a receiver the score of the conformance suite", { timeout: 120_000 }, async () => {
    const credentials = {
      WEBHOOK_SECRET: "a-secret-of-this-test-0123456789",
      WEBHOOK_VERIFICATION_TOKEN: "a-token-of-this-test-0123456789",
    };
    const binding = ["--application", "app_example", "--environment", "sandbox"];
    const receiver = spawn(process.execPath, [program, "receive", ...binding, "--port", "0"], {
      cwd: folder,
      env: { ...process.env, ...credentials },
    });
    afterThisTest(() => void receiver.kill("SIGKILL"));
    let printed = "";
    for (const stream of [receiver.stdout, receiver.stderr]) stream.on("data", (chunk) => (printed += chunk));
    await expect.poll(() => printed, { timeout: 30_000 }).toMatch(/listening on http/);
    const [, port = ""] = /listening on http:\/\/[\d.]+:(\d+)/.exec(printed) ?? [];
    const write = (secret: string): Promise<void> =>
      writeFile(
        join(folder, ".env"),
        Object.entries({ ...credentials, WEBHOOK_SECRET: secret, PORT: port })
          .map(([name, value]) => `${name}=${value}\n`)
          .join(""),
      );
    const { call } = await connect(folder, "--write");
    await write(credentials.WEBHOOK_SECRET);
    const right = await call("conform", { env_file: ".env", only: ["6.3.2/*"] });
    expect(right.text).toMatch(/^exit code 0: fine/);
    expect(right.text).not.toContain(credentials.WEBHOOK_SECRET);
    await write("another-secret-of-this-test-0123");
    const wrong = await call("conform", { env_file: ".env", only: ["6.3.2/*"] });
    expect(wrong.text).toMatch(/^exit code [12]: /);
    const explained = await call("explain", { id: "6.1/challenge-missing" });
    expect(explained).toMatchObject({
      isError: false,
      text: expect.stringContaining("6.1/challenge-missing"),
    });
  });
});
