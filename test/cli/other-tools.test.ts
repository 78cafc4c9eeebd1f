import { existsSync, readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { startedCommand } from "../support/cli/started-command.js";
import { contractFolder, temporaryFolder, writeTree } from "../support/generator/emit/contract-folder.js";

/** Notes each file that the program opens by the functions of `node:fs`. */
const watcher = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const { appendFileSync } = fs;
const note = (path) => appendFileSync(process.env.OPENED, String(path) + "\\n");
for (const name of ["openSync", "readFileSync", "open", "readFile", "createReadStream"]) {
  const original = fs[name];
  fs[name] = (path, ...rest) => (note(path), original(path, ...rest));
}
for (const name of ["open", "readFile"]) {
  const original = fs.promises[name];
  fs.promises[name] = (path, ...rest) => (note(path), original(path, ...rest));
}
syncBuiltinESMExports();
`;

const plugin = `require("node:fs").writeFileSync(require("node:path").join(__dirname, "..", "ran"), "");
module.exports = { id: "theme" };\n`;

/** What other tools read in a folder, each so that a program that takes it says something else, does something else, or fails. */
const traps: Readonly<Record<string, string>> = {
  "@theme/plugin.js": plugin,
  "@theme/plugin.cjs": plugin,
  ".redocly.lint-ignore.yaml": "c/a.openapi.yaml:\n  security-defined:\n    - '#/paths/~1a/get'\n",
  "redocly.yaml": "extends: [minimal]\nplugins: [./@theme/plugin.js]\n",
  ".redocly.yaml": "extends: [minimal]\nplugins: [./@theme/plugin.js]\n",
  ".spectral.yaml": "extends: ./@theme/plugin.js\n",
  ".spectral.json": "{",
  ".env": "OIPKIT_DEBUG=1\nNODE_OPTIONS=--bad\nWEBHOOK_SECRET=from-the-file\n",
  "tsconfig.json": "{ ]",
  "biome.json": "{ ]",
  ".prettierrc": "{ ]",
  ".npmrc": "script-shell=false\n",
  ".babelrc": "{ ]",
  "vite.config.ts": "throw new Error('ran');\n",
  "openapi-ts.config.ts": "throw new Error('ran');\n",
  "asyncapi.config.js": "throw new Error('ran');\n",
  "openssl.cnf": "[ broken",
  ".pgpass": "*:*:*:*:trap\n",
};

const contracts = {
  "c/a.openapi.yaml": `openapi: 3.1.0
info: { title: t, version: "1", unknown: 1 }
paths:
  /a:
    get: { operationId: a, responses: { "200": { description: d, unknown: 1 } } }
`,
  "c/b.asyncapi.yaml": `asyncapi: 3.0.0
info: { title: t, version: "1" }
channels:
  c: { address: c, messages: { m: { name: m, payload: { type: object, properties: { type: { const: m } } } } } }
operations:
  o: { action: send, channel: { $ref: "#/channels/c" } }
`,
  "s/c.schema.json": '{ "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object" }',
  "x.json": "[]",
  "m/index.js": "",
};

/** What a command does in a folder. */
async function runIn(folder: string, args: readonly string[]) {
  const log = `${folder}.opened`;
  const preload = pathToFileURL(`${folder}.watcher.mjs`).href;
  const command = startedCommand({ cwd: folder, preload, env: { OPENED: log } }, ...args);
  const ended = await command.ended;
  const without = (text: string): string =>
    text.replaceAll(folder, "").replace(/\d+\.\d s|\(node:\d+\)/g, "");
  const opened = readFileSync(log, "utf8").split("\n");
  return {
    result: { ended, out: without(command.out()), err: without(command.err()) },
    traps: Object.keys(traps).filter((name) => opened.includes(name) || opened.includes(join(folder, name))),
  };
}

describe("files of other tools in the working folder", () => {
  it.each([
    [["generate", "--contracts", "c", "--out", "g"]],
    [["lint", "c", "s"]],
    [["diff", "c", "s"]],
    [["changelog", "c", "s"]],
    [["validate", "--schema", "s/c.schema.json", "x.json"]],
    [["manifest", "build", "m", "--entry", "index.js", "-o", "m.json"]],
    [["conform", "--list"]],
    [["init", "project"]],
    [["mock", "c/none.yaml"]],
    [["send", "oem.subscription.created.v1", "--to", "http://127.0.0.1:1/"]],
  ])("change nothing that `oipkit %j` says or does, and are never opened", async (args) => {
    const folder = await contractFolder(contracts);
    const trapped = await temporaryFolder();
    await cp(folder, trapped, { recursive: true });
    await writeTree(trapped, traps);
    for (const each of [folder, trapped])
      await writeTree(`${each}/..`, { [`${each.split("/").at(-1)}.watcher.mjs`]: watcher });
    const clean = await runIn(folder, args);
    expect(await runIn(trapped, args)).toEqual({ result: clean.result, traps: [] });
    expect(existsSync(join(trapped, "ran"))).toBe(false);
  });
});
