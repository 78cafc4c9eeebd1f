import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Report } from "../../../../commands/conform/index.js";
import { runWith } from "../../../support/cli/receiver-under-test.js";
import type { CommandResult } from "../../../support/cli/run-command.js";
import { project } from "../../../support/cli/small-contracts.js";
import { notesContract, notesKey, startNotes } from "../../../support/commands/conform/api/notes-server.js";

const cwd = await project({ "notes.yaml": notesContract });
const header = ["--header", "X-Tenant: acme", "--seed", "3"];
const conform = (url: string, ...args: readonly string[]): Promise<CommandResult> =>
  runWith({ cwd }, "conform", "notes.yaml", "--api", url, ...header, ...args);
const failed = (report: Report): readonly string[] =>
  report.results.filter(({ result }) => result === "failed").map(({ id }) => id);
const written = (name: string): string => readFileSync(join(cwd, name), "utf8");

describe("credentials of an API", () => {
  it.each([`query:api_key=${notesKey}`, `basic:ada:${notesKey}`, `Cookie: session=${notesKey}`])(
    "may be %s; a correct server conforms",
    async (credential) => {
      const { url } = await startNotes();
      const args = ["--auth", `ada=${credential}`, "--expired", "query:api_key=old-key-0815"];
      const { exitCode, out } = await conform(url, ...args);
      expect({ exitCode, out }).toEqual({
        exitCode: 0,
        out: expect.stringContaining("2 of 2 operations reached with a success"),
      });
      expect(out).not.toContain("needs an expired credential");
    },
  );

  it("that have expired must be refused; no report shows any of them", async () => {
    const { url } = await startNotes({ alsoAccepts: "old-key-0815" });
    const formats = ["json", "html", "markdown", "junit", "tap", "github", "pretty"];
    const { exitCode } = await conform(
      url,
      ...["--auth", `ada=query:api_key=${notesKey}`, "--expired", "query:api_key=old-key-0815"],
      ...formats.flatMap((format) => ["--format", format, "-o", `expired.${format}`]),
    );
    expect(exitCode).toBe(1);
    const report = JSON.parse(written("expired.json")) as Report;
    expect(failed(report)).toEqual(["credential-expired/addNote", "credential-expired/getNote"]);
    const [exchange] = report.results.find(({ id }) => id === "credential-expired/addNote")?.exchanges ?? [];
    expect(exchange?.request.target).toBe("/notes?api_key=***");
    expect(exchange).toMatchObject({
      curl: expect.stringContaining(`'${url}/notes?api_key='"$TOKEN_EXPIRED"''`),
    });
    for (const format of formats)
      for (const secret of [notesKey, "old-key-0815"])
        expect(written(`expired.${format}`)).not.toContain(secret);
  });

  it("that are forged are masked, since they are near to a valid one", async () => {
    const { url } = await startNotes({ alsoAccepts: `${notesKey.slice(0, -1)}A` });
    await conform(url, "--auth", `Cookie: session=${notesKey}`, "--format", "json", "-o", "forged.json");
    const report = JSON.parse(written("forged.json")) as Report;
    expect(failed(report)).toEqual([
      "credential-forged/addNote/changed",
      "credential-forged/getNote/changed",
    ]);
    const { exchanges = [] } = report.results.find(({ id }) => id === failed(report)[1]) ?? {};
    expect(exchanges.at(-1)?.request.headers).toContainEqual(["cookie", "session=***"]);
    expect(exchanges.at(-1)).toMatchObject({
      curl: expect.stringContaining(`'cookie: session='"$FORGED_TOKEN"''`),
    });
    expect(written("forged.json")).not.toContain(notesKey.slice(0, -1));
  });
});

describe("--header", () => {
  it("is sent with every request; a header of the contract is left out where a case says so", async () => {
    const { url, seen } = await startNotes();
    const only = ["--only", "refused/*/header/X-Tenant/*", "--only", "created-readable/*"];
    const { exitCode, out } = await conform(
      url,
      ...["--auth", `query:api_key=${notesKey}`, "--header", "X-Trace: yes", ...only],
    );
    expect({ exitCode, out }).toEqual({ exitCode: 0, out: expect.stringContaining("0 failed") });
    const requests = seen.slice(1);
    expect(requests.every((headers) => headers["x-trace"] === "yes")).toBe(true);
    expect(requests.filter((headers) => headers["x-tenant"] === undefined)).not.toEqual([]);
  });

  it.each([
    [["--header", "X-Tenant"], "--header must be a name and a value"],
    [["--header", "Content-Type: text/plain"], "--header: content-type depends on the request"],
    [["--auth", "ada=query:api_key"], "--auth must be a header"],
    [["--auth", "ada=basic:ada"], "--auth must be a header"],
    [["--expired", "old"], "--expired must be a header"],
  ])("refuses %j", async (args, message) => {
    const { exitCode, err } = await conform("http://127.0.0.1:9", ...args);
    expect({ exitCode, err }).toEqual({ exitCode: 2, err: expect.stringContaining(message) });
  });
});

describe("a run without --seed", () => {
  it("says its seed at once, so that it can be repeated", async () => {
    const { url } = await startNotes();
    const args = ["notes.yaml", "--api", url, "--only", "nothing/*"];
    const { err } = await runWith({ cwd }, "conform", ...args);
    expect(err).toMatch(/^The seed of this run is (\d+); --seed \1 repeats it\.\n/);
  });
});

describe("a server that refuses everything", () => {
  it.each([400, 401, 404])(
    "isn't shown to conform, though it answers %i to invalid requests",
    async (always) => {
      const { url } = await startNotes({ always });
      const { exitCode, out } = await conform(url, "--auth", `query:api_key=${notesKey}`, "--format", "json");
      const { conforms, unproven } = JSON.parse(out) as Report;
      expect({ exitCode, conforms, unproven }).toEqual({
        exitCode: 1,
        conforms: false,
        unproven: ["answers-success"],
      });
    },
  );
});
