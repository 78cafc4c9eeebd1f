// `oipkit receive` with an SQLite inbox: killed, restarted, and made to answer 503.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { application, idPrefix, organization } from "./event.mjs";

const oipkit = fileURLToPath(new URL("../../dist/cli/index.js", import.meta.url));
const binding = ["--application", application, "--environment", "sandbox", "--organization", organization];
const run = promisify(execFile);

export function createReceiverProcess({ file, secret, token }) {
  let child;
  let port = "0";
  let probeUrl = "";
  const environment = { PATH: process.env.PATH, WEBHOOK_SECRET: secret, WEBHOOK_VERIFICATION_TOKEN: token };
  return {
    get port() {
      return Number(port);
    },
    /** Resolves once it listens, after a restart on the same port. */
    async start() {
      const args = [
        "receive",
        "--port",
        port,
        "--probe-port",
        "0",
        "--store",
        `sqlite:${file}`,
        "--log-level",
        "off",
      ];
      child = spawn(process.execPath, [oipkit, ...args, ...binding], {
        stdio: ["ignore", "pipe", "inherit"],
        env: environment,
      });
      for await (const line of createInterface({ input: child.stdout })) {
        const [, name, url = ""] = /^(probe|listening) on (\S+)$/.exec(line) ?? [];
        if (name === "probe") probeUrl = url;
        if (name !== "listening") continue;
        port = new URL(url).port;
        child.stdout.resume();
        return;
      }
      throw new Error("`oipkit receive` ended before it listened");
    },
    async kill() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
    /** Its inbox fails, so that it answers 503, or works again. */
    async setFailing(inbox) {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(new URL("faults", `${probeUrl.replace(/\/$/, "")}/`), {
        method: "PUT",
        headers,
        body: JSON.stringify({ inbox }),
      });
      if (answer.status !== 204) throw new Error(`the probe answered ${answer.status}`);
    },
    /** Runs some cases of the conformance suite against it; returns the exit code and the verdict. */
    async conform(only) {
      const url = `http://127.0.0.1:${port}/`;
      const selection = only.flatMap((glob) => ["--only", glob]);
      const args = [oipkit, "conform", url, "--probe", probeUrl, ...binding, ...selection];
      const { code = 0, stdout } = await run(process.execPath, args, { env: environment }).catch(
        (failure) => failure,
      );
      return { code, text: String(stdout).trim() };
    },
    /** The records of the trial's events in its inbox. */
    async inbox() {
      const common = [
        oipkit,
        "inbox",
        "list",
        "--store",
        `sqlite:${file}`,
        "--format",
        "json",
        "--limit",
        "5000",
      ];
      const records = [];
      for (let after; after !== null; ) {
        const args = after === undefined ? common : [...common, "--after", String(after)];
        const { stdout } = await run(process.execPath, args, { maxBuffer: 2 ** 30 });
        const page = JSON.parse(stdout);
        records.push(...page.records);
        after = page.next;
      }
      return records.filter(({ eventId }) => eventId.startsWith(idPrefix));
    },
    async stop() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
    end: () => child?.kill("SIGKILL"),
  };
}
