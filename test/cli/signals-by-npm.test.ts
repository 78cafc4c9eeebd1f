import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pets } from "../support/commands/mock/pets.js";
import { contractFolder, root } from "../support/generator/emit/contract-folder.js";

test.each([
  ["npx", ["oipkit"]],
  ["npm", ["exec", "--", "oipkit"]],
])("a signal to `%s` ends the command that it runs", async (runner, args) => {
  const cwd = await contractFolder({ "api.yaml": pets, "package.json": '{ "private": true }' });
  mkdirSync(join(cwd, "node_modules/.bin"), { recursive: true });
  symlinkSync(join(root, "dist/cli/index.js"), join(cwd, "node_modules/.bin/oipkit"));
  const command = spawn(runner, [...args, "mock", "api.yaml", "--port", "0"], {
    cwd,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [said] = (await once(command.stderr, "data")) as [Buffer];
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(String(said))?.[0] ?? "";
  expect((await fetch(url)).status).toBe(404);
  command.kill("SIGTERM");
  // It holds standard error open for as long as it runs.
  await once(command.stderr, "close");
  await expect(fetch(url)).rejects.toThrow();
});
