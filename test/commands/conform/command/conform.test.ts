import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  encryptKey,
  environment,
  runWith,
  startTestReceiver,
} from "../../../support/cli/receiver-under-test.js";
import type { CommandResult } from "../../../support/cli/run-command.js";
import { type RunningSubject, startServer } from "../../../support/commands/conform/subject.js";
import { root, temporaryFolder } from "../../../support/generator/emit/contract-folder.js";
import { startEndlessServer } from "../../../support/runtime/http/endless-server.js";

const suite = join(root, "generated/conformance/events.json");
let folder: string;
let plain: RunningSubject;
let encrypted: RunningSubject;

beforeAll(async () => {
  folder = await temporaryFolder();
  [plain, encrypted] = await Promise.all([startTestReceiver(), startTestReceiver({ encrypted: true })]);
});

afterAll(async () => {
  await Promise.all([plain.close(), encrypted.close()]);
});

const conform = (...args: readonly string[]): Promise<CommandResult> =>
  runWith({ cwd: folder }, "conform", "--suite", suite, ...args);

/** A receiver that accepts every request without checking it. */
const startUncheckedReceiver = (): ReturnType<typeof startServer> =>
  startServer((request, response) => {
    request.resume();
    request.on("end", () => response.writeHead(204).end());
  });

const file = (name: string): string => readFileSync(join(folder, name), "utf8");

describe("oipkit conform", () => {
  test("prints the report and exits with 0 if the receiver conforms", async () => {
    const result = await conform(plain.url, "--only", "6.3.*");
    expect(result.exitCode, result.out).toBe(0);
    const selected = "in the selected cases \\(partial run: \\d+ of \\d+ cases\\)";
    const unchecked = "whether events survive a restart was not checked \\(no probe\\)";
    expect(result.out).toMatch(
      new RegExp(`^\\S+ conforms ${selected}; ${unchecked}\n\\d+ passed, 0 failed, \\d+ inconclusive in`),
    );
    expect(result.out).toContain("application app_example, sandbox, plaintext, no probe");
    expect(result.err).toMatch(new RegExp(`^\\S+ conforms ${selected}; ${unchecked}: \\d+ passed, 0 failed`));
  });

  test("encrypts deliveries if the environment has the key", async () => {
    const env = { ...environment, WEBHOOK_ENCRYPT_KEY: encryptKey };
    const args = ["conform", encrypted.url, "--suite", suite, "--only", "6.3.4/*"];
    const result = await runWith({ cwd: folder, env }, ...args);
    expect(result.exitCode, result.out).toBe(0);
    expect(result.out).toContain("sandbox, encrypted, no probe");
  });

  test("decides more cases with a probe", async () => {
    const args = ["--probe", plain.probeUrl ?? "", "--only", "6.3/test-recorded"];
    const result = await conform(plain.url, ...args);
    expect(result).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining("1 passed, 0 failed, 0 inconclusive"),
    });
  });

  test("reports the violated clauses and exits with 1 if the receiver doesn't conform", async () => {
    const server = await startUncheckedReceiver();
    const result = await conform(server.url, "--only", "6.3.3/*");
    await server.close();
    expect(result.exitCode).toBe(1);
    expect(result.out).toMatch(/doesn't conform: \d+ clauses? (?:is|are) broken/);
    expect(result.out).toContain("The receiver checks neither the signature nor the content");
    expect(result.out).toContain("Cases: 6.3.3/other-secret, ");
  });

  test("fails the run for a violated `should` with --strict", async () => {
    const server = await startServer((request, response) => {
      request.resume();
      const type = String(request.headers["content-type"]);
      request.on("end", () => response.writeHead(type === "application/json" ? 204 : 415).end());
    });
    const only = ["--only", "6.2/content-type-charset", "--only", "6.3.1/complete"];
    const lenient = await conform(server.url, ...only);
    const strict = await conform(server.url, ...only, "--strict");
    await server.close();
    expect([lenient.exitCode, strict.exitCode]).toEqual([0, 1]);
    expect(lenient.out).toContain("Noted, without effect on the verdict");
  });

  test("writes several reports, each to its file, and nothing to standard output", async () => {
    const formats = ["html", "json", "junit", "tap", "markdown", "pretty"];
    const flags = formats.flatMap((format) => ["--format", format, "-o", `report.${format}`]);
    const result = await conform(plain.url, "--only", "6.3.1/*", ...flags);
    expect(result).toMatchObject({ exitCode: 0, out: "" });
    const json = JSON.parse(file("report.json"));
    expect(json.results).toHaveLength(json.counts.passed);
    expect(file("report.html")).toMatch(/^<!doctype html>/);
    expect(file("report.junit")).toMatch(/^<\?xml/);
    expect(file("report.tap")).toMatch(/^TAP version 14\n/);
    expect(file("report.markdown")).toMatch(/^## ❔.*partial run/);
    expect(file("report.pretty")).toMatch(/^\S+ conforms in the selected cases /);
    expect(readdirSync(folder).filter((name) => name.includes("tmp"))).toEqual([]);
  });

  test("masks secrets in every report, even if the receiver echoes them", async () => {
    const env = {
      ...environment,
      WEBHOOK_PREVIOUS_SECRET: "the-secret-before",
      WEBHOOK_ENCRYPT_KEY: encryptKey,
    };
    const secrets = Object.values(env);
    const server = await startServer((request, response) => {
      request.resume();
      const all = secrets.join(" ");
      request.on("end", () => response.writeHead(500, { "x-all": all }).end(all));
    });
    const formats = ["html", "json", "junit", "tap", "markdown", "github", "pretty"];
    const flags = formats.flatMap((format) => ["--format", format, "-o", `leak.${format}`]);
    const args = ["conform", server.url, "--suite", suite, "--only", "6.1/*", "--only", "6.3*", ...flags];
    const result = await runWith({ cwd: folder, env }, ...args);
    await server.close();
    expect(result.exitCode).toBe(1);
    const all = formats.map((format) => file(`leak.${format}`)).join("") + result.out + result.err;
    expect(all).toContain("***");
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
  });

  test("accepts known failures, fails if one of them passes, and rejects an unknown case", async () => {
    const server = await startUncheckedReceiver();
    const only = ["--only", "6.3.1/complete", "--only", "6.3.3/other-secret"];
    writeFileSync(join(folder, "known"), "# to be fixed\n6.3.3/other-secret # soon\n\n");
    const known = await conform(server.url, ...only, "--known-failures", "known");
    writeFileSync(join(folder, "old"), "6.3.3/other-secret\n6.3.1/complete\n");
    const old = await conform(server.url, ...only, "--known-failures", "old");
    writeFileSync(join(folder, "wrong"), "\n6.3.3/other-secrets\n");
    const wrong = await conform(server.url, ...only, "--known-failures", "wrong");
    await server.close();
    expect(known).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining("failed, as known: 6.3.3/other-secret"),
    });
    expect(old).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining("remove them from the list: 6.3.1/complete"),
    });
    expect(wrong).toMatchObject({
      exitCode: 2,
      out: "",
      err: expect.stringContaining(
        "wrong:2: there is no case `6.3.3/other-secrets`; did you mean `6.3.3/other-secret`",
      ),
    });
  });

  test("draws progress only on a terminal, and removes it at the end", async () => {
    const args = ["conform", plain.url, "--suite", suite, "--only", "6.3.1/*"];
    const isTerminal = { out: false, err: true };
    const { err } = await runWith({ cwd: folder, isTerminal }, ...args);
    const drawn = err.split("\r\u001b[K");
    expect(drawn.at(-2)).toMatch(/^\d+ of \d+ cases, 0 failed$/);
    expect(drawn.at(-1)).toMatch(/^\S+ conforms in the selected cases [^\r]+\n$/);
    expect((await runWith({ cwd: folder }, ...args)).err).not.toContain("\r");
  });

  test("colours the output on a terminal unless NO_COLOR is set", async () => {
    const run = (env: Readonly<Record<string, string>>): Promise<CommandResult> =>
      runWith(
        { cwd: folder, env: { ...environment, ...env }, isTerminal: { out: true, err: false } },
        ...["conform", plain.url, "--suite", suite, "--only", "6.3.1/complete"],
      );
    expect((await run({})).out).toContain("\u001b[1;33mpasses the selected cases");
    expect((await run({ NO_COLOR: "1" })).out).not.toContain("\u001b");
  });

  test("reports what it has found if it is interrupted", async () => {
    const ending = new AbortController();
    let requests = 0;
    const server = await startServer((request, response) => {
      request.resume();
      if (++requests === 20) ending.abort();
      request.on("end", () => response.writeHead(request.method === "POST" ? 204 : 405).end());
    });
    const options = { cwd: folder, signal: ending.signal };
    const args = ["conform", server.url, "--suite", suite, "--only", "6.5/*/status-*", "--concurrency", "2"];
    const result = await runWith(options, ...args, "--format", "json");
    await server.close();
    const report = JSON.parse(result.out);
    expect(report).toMatchObject({ interrupted: true, conforms: false });
    expect(report.results.length).toBeGreaterThan(5);
    expect(report.results.length).toBeLessThan(30);
    expect(result.exitCode).toBe(report.counts.failed > 0 ? 1 : 2);
  });
});

describe("oipkit conform can't run", () => {
  test("if the receiver answers without end", async () => {
    await using server = await startEndlessServer({ piece: Buffer.alloc(64 * 1024, " ") });
    const result = await conform(server.origin, "--max-answer", "70000");
    expect(result.exitCode).toBe(2);
    expect(result.err).toContain("answers with more than 70000 bytes [answer-too-large]");
    expect(await server.closed).toBe("early");
  });

  test.each([
    [["http://127.0.0.1:9/"], "http://127.0.0.1:9/ doesn't answer [subject-unreachable]"],
    [["http://127.0.0.1:9/", "--probe", "http://127.0.0.1:9/probe"], "probe-failed"],
    [["http://127.0.0.1:9/", "--only", "nothing/*"], "no case is selected by nothing/*"],
    [["http://127.0.0.1:9/", "--skip", "*"], "no case is selected"],
    [["http://127.0.0.1:9/", "-o", "no/such/folder/report"], "cannot write the file"],
    [["http://127.0.0.1:9/", "--known-failures", "missing"], "missing: cannot read the file"],
  ])("exits with 2 and prints nothing on standard output: %j", async (args, text) => {
    const result = await conform(...args);
    expect(result).toMatchObject({ exitCode: 2, out: "", err: expect.stringContaining(text) });
    expect(result.err).not.toMatch(/^ +at /m);
  });

  test("keeps the report of an earlier run if a run fails", async () => {
    writeFileSync(join(folder, "kept.json"), "old");
    await conform("http://127.0.0.1:9/", "--format", "json", "-o", "kept.json");
    expect(file("kept.json")).toBe("old");
    expect(readdirSync(folder).filter((name) => name.includes("tmp"))).toEqual([]);
  });

  test("exits with 2 if a secret isn't set", async () => {
    const env = { WEBHOOK_SECRET: "", WEBHOOK_VERIFICATION_TOKEN: "token" };
    const result = await runWith({ cwd: folder, env }, "conform", plain.url, "--suite", suite);
    expect(result).toMatchObject({
      exitCode: 2,
      out: "",
      err: expect.stringContaining("WEBHOOK_SECRET isn't set"),
    });
  });
});

describe("the cases of a suite", () => {
  const run = (...args: readonly string[]): Promise<CommandResult> =>
    runWith({ cwd: root, env: {} }, "conform", ...args);

  test("--list shows the selected cases, without a receiver or secrets", async () => {
    const result = await run("--list", "--only", "6.3.3/*", "--skip", "*/other-*");
    expect(result).toMatchObject({ exitCode: 0, err: "" });
    const lines = result.out.trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(5);
    const form = /^6\.3\.3\/(?!other-)\S+ {2}(must|should|info) {2}§\S+ {2}\S/;
    expect(lines.filter((line) => !form.test(line))).toEqual([]);
  });

  test("--explain describes what a case does, and why", async () => {
    const { exitCode, out } = await run("--explain", "6.3.3/other-secret");
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^6\.3\.3\/other-secret {2}\(§6\.3\(3\), must\)\n\nOnly the platform/);
    expect(out).toContain('"secret": "other"');
  });

  test("--explain suggests a case for an unknown name", async () => {
    const result = await run("--explain", "6.3.3/other-secrt");
    expect(result).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining("did you mean `6.3.3/other-secret`"),
    });
  });
});
