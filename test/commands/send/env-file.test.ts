import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { environment, startTestReceiver } from "../../support/cli/receiver-under-test.js";
import { runCommand } from "../../support/cli/run-command.js";
import type { RunningSubject } from "../../support/commands/conform/subject.js";
import { root } from "../../support/generator/emit/contract-folder.js";

const event = "oem.subscription.activated.v1";
let receiver: RunningSubject;
let folder: string;

beforeAll(async () => {
  receiver = await startTestReceiver();
  folder = await mkdtemp(join(tmpdir(), "oipkit-env-file-"));
});
afterAll(async () => {
  await receiver.close();
  await rm(folder, { recursive: true, force: true });
});

/** Writes the `.env` of a receiver's project. */
async function writeEnv(more: Readonly<Record<string, string>> = {}): Promise<string> {
  const { port } = new URL(receiver.url);
  const variables = { ...environment, HOST: "0.0.0.0", PORT: port, WEBHOOK_ENCRYPT_KEY: "", ...more };
  const file = join(folder, ".env");
  const lines = Object.entries(variables).map(([name, value]) => `${name}="${value}"`);
  await writeFile(file, lines.join("\n"));
  return file;
}

it("sends to the receiver that a file describes, with its secrets", async () => {
  const file = await writeEnv();
  const sent = await runCommand(root, "send", event, "--env-file", file);
  expect(sent, sent.err).toMatchObject({ exitCode: 0, out: expect.stringContaining("204 in") });
});

it("binds the event to the application and the environment of the file, unless an option names others", async () => {
  const file = await writeEnv({ APPLICATION_ID: "app_of_file", ENVIRONMENT: "environment_of_file" });
  const printed = await runCommand(root, "send", event, "--env-file", file, "--print");
  expect(printed.out).toMatch(/app_of_file.*|environment_of_file/s);
  expect(printed.out).not.toContain("app_example");
  const other = await runCommand(
    root,
    "send",
    event,
    `--env-file=${file}`,
    "--print",
    "--application",
    "app_2",
  );
  expect(other.out).toContain("app_2");
  expect(other.out).not.toContain("app_of_file");
});

it("runs the suite against the receiver that a file describes", async () => {
  const file = await writeEnv();
  const ran = await runCommand(root, "conform", "--env-file", file, "--only", "6.1/*");
  expect(ran.out + ran.err).toContain(`${new URL(receiver.url).port}/webhook`);
  expect(ran.exitCode, ran.err).not.toBe(2);
});

it("shows no secret of the file", async () => {
  const file = await writeEnv();
  const printed = await runCommand(root, "send", event, "--env-file", file, "--print");
  for (const [name, secret] of Object.entries(environment))
    if (/SECRET|TOKEN|KEY/.test(name) && secret) expect(printed.out).not.toContain(secret);
});

it.each([
  ["there is no such file", "nowhere.env", "--env-file: nowhere.env can't be read"],
  ["it has no port", "empty.env", "--to URL is missing"],
])("can't run if %s", async (_, name, message) => {
  await writeFile(join(folder, "empty.env"), "");
  const ran = await runCommand(folder, "send", event, "--env-file", name);
  expect(ran).toMatchObject({ exitCode: 2, err: expect.stringContaining(message) });
});
