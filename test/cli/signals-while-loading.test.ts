import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pets } from "../support/commands/mock/pets.js";
import { contractFolder, root } from "../support/generator/emit/contract-folder.js";

/** Sends the process a signal as soon as it opens a file of this name. */
const interruption = (name: string): string => `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const { openSync } = fs;
fs.openSync = (path, ...rest) => {
  if (String(path).endsWith(${JSON.stringify(name)})) process.kill(process.pid, "SIGINT");
  return openSync(path, ...rest);
};
syncBuiltinESMExports();
`;

test.each([
  ["mock", ["mock", "api.yaml", "--port", "0"], "api.yaml"],
  ["validate", ["validate", "data.json", "--schema", "thing.schema.json"], "thing.schema.json"],
])("a signal ends `oipkit %s` at once while it reads contracts", async (_, args, name) => {
  const cwd = await contractFolder({
    "api.yaml": pets,
    "thing.schema.json": '{ "$schema": "https://json-schema.org/draft/2020-12/schema" }',
    "data.json": "{}",
    "interruption.mjs": interruption(name),
  });
  const node = ["--import", join(cwd, "interruption.mjs"), join(root, "dist/cli/index.js")];
  const command = spawn(process.execPath, [...node, ...args], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [command.stdout, command.stderr])
    stream.on("data", (text: Buffer) => (printed += text));
  expect(await once(command, "close")).toEqual([null, "SIGINT"]);
  expect(printed).toBe("");
});
