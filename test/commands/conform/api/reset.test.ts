import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runReset } from "../../../../commands/conform/command/reset-command.js";
import type { Report } from "../../../../commands/conform/index.js";
import { afterThisTest } from "../../../support/clean-up.js";
import { runWith } from "../../../support/cli/receiver-under-test.js";
import type { CommandResult } from "../../../support/cli/run-command.js";
import { project } from "../../../support/cli/small-contracts.js";
import { notesContract, notesKey, startNotes } from "../../../support/commands/conform/api/notes-server.js";

const cwd = await project({ "notes.yaml": notesContract });
const conform = (url: string, ...args: readonly string[]): Promise<CommandResult> =>
  runWith(
    { cwd, env: { PATH: process.env.PATH ?? "" } },
    ...["conform", "notes.yaml", "--api", url, "--seed", "3", "--header", "X-Tenant: acme"],
    ...["--auth", `query:api_key=${notesKey}`, ...args],
  );

/** A program that asks an address, for `--reset`. */
async function resetting(forget: () => void): Promise<string> {
  const server = createServer((_, response) => {
    forget();
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterThisTest(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  writeFileSync(join(cwd, "reset.mjs"), `await fetch("http://127.0.0.1:${port}");\n`);
  return "node reset.mjs";
}

describe("--reset", () => {
  it("is run before the run and before each failed case is repeated, which begins with an empty server", async () => {
    const notes = await startNotes({ longest: 25 });
    const counts: number[] = [];
    const command = await resetting(() => {
      counts.push(notes.notes.size);
      notes.forget();
    });
    const only = ["--only", "refused/*", "--format", "json", "-o", "reset.json"];
    const { exitCode } = await conform(notes.url, "--reset", command, ...only);
    expect(exitCode).toBe(1);
    const report = JSON.parse(readFileSync(join(cwd, "reset.json"), "utf8")) as Report;
    const [failed, ...others] = report.results.filter(({ result }) => result === "failed");
    expect(others).toEqual([]);
    expect(failed?.id).toBe("refused/addNote/body/text/maxLength");
    // The first note of an empty server.
    expect(failed?.exchanges.at(-1)?.response?.body).toContain('"id":"n1"');
    expect(counts).toEqual([0, expect.any(Number)]);
  });

  it("that fails ends the run with exit code 2 and the end of its output", async () => {
    const { url, seen } = await startNotes();
    const { exitCode, err } = await conform(url, "--reset", "echo no database >&2; exit 3");
    expect({ exitCode, err }).toEqual({
      exitCode: 2,
      err: expect.stringMatching(/failed \(exit code 3\):\s+no database/),
    });
    expect(seen).toEqual([]);
  });

  it("has limited time, and nothing of it goes on afterwards", async () => {
    const { signal } = new AbortController();
    const command = "echo starting; sleep 1000";
    const reset = runReset({ command, cwd, env: process.env, signal, timeoutMs: 500 });
    await expect(reset).rejects.toMatchObject({ how: "it took longer than 0.5 s", output: "starting" });
  });
});
