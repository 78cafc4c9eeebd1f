import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { main } from "../../../cli/main.js";
import { temporaryFolder } from "../../support/generator/emit/contract-folder.js";

const keys = { down: "\x1b[B", enter: "\r", interrupt: "\x03" };

/** Runs `oipkit init` in a terminal; as soon as a question is shown, its answer is typed. */
async function answer(
  cwd: string,
  answers: readonly (readonly [question: string, ...keys: string[]])[],
  ...args: string[]
) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const pending = [...answers];
  let shown = "";
  let [out, err] = ["", ""];
  output.on("data", (chunk: Buffer) => {
    shown += chunk;
    const [question, ...typed] = pending[0] ?? ["\0"];
    if (!shown.includes(question)) return;
    pending.shift();
    setImmediate(() => {
      for (const key of typed) input.write(key);
    });
  });
  const exitCode = await main(["init", ...args], {
    cwd,
    env: {},
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    now: () => 0,
    signal: new AbortController().signal,
    prompt: { input, output },
  });
  return { exitCode, out, err, shown, unanswered: pending.length };
}

it("asks for framework, store and identity in a terminal, with the defaults marked", async () => {
  const cwd = await temporaryFolder();
  const { exitCode, unanswered } = await answer(cwd, [
    ["framework", keys.down, keys.enter],
    ["events kept", keys.down, keys.enter],
    ["client act", keys.enter],
  ]);
  expect({ exitCode, unanswered }).toEqual({ exitCode: 0, unanswered: 0 });
  const { dependencies } = JSON.parse(await readFile(join(cwd, "package.json"), "utf8"));
  expect(Object.keys(dependencies)).toEqual(["@oipkit/runtime", "@oipkit/sdk", "express", "pg"]);
  expect(await readFile(join(cwd, "src/client.ts"), "utf8")).toContain("clientCredentials");
});

it("stops on Ctrl-C and writes nothing", async () => {
  const cwd = await temporaryFolder();
  const { exitCode, out, err } = await answer(cwd, [
    ["framework", keys.enter],
    ["events kept", keys.interrupt],
  ]);
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: "" });
  expect(err).toContain("stopped; nothing was written");
});

it.each([[["--yes"]], [["--store", "memory"]]])("asks nothing with %j", async (args) => {
  const cwd = await temporaryFolder();
  const { exitCode, shown } = await answer(cwd, [], ...args);
  expect({ exitCode, shown }).toEqual({ exitCode: 0, shown: "" });
});
