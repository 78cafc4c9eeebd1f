// Runs `oipkit receive` on Bun and Deno, and the conformance suite against it, plain and encrypted:
// `node tools/conform-on-runtimes.mjs`. The binaries come from the npm registry. Exits with 1 if one fails.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { installPackage } from "./npm-binary.mjs";

// The latest releases when these tests last changed.
const bun = { name: `@oven/bun-${process.platform}-${process.arch}`, version: "1.4.5" };
const deno = { name: `@deno/${process.platform}-${process.arch}-glibc`, version: "2.9.6" };

const oipkit = "dist/cli/index.js";
const binding = [
  "--application",
  "app_1",
  "--environment",
  "sandbox",
  "--organization",
  "org_1",
  "--product",
  "product_1",
];
const credentials = {
  WEBHOOK_SECRET: "a-signing-secret-of-this-run",
  WEBHOOK_PREVIOUS_SECRET: "a-signing-secret-of-before",
  WEBHOOK_VERIFICATION_TOKEN: "a-verification-token-of-this-run",
};

if (!existsSync(oipkit)) {
  console.error("dist/ is missing; run `npm run build` first");
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "oipkit-runtimes-"));
try {
  const runtimes = [
    ["Bun", [join(installPackage(folder, bun.name, bun.version), "bin", "bun")]],
    ["Deno", [join(installPackage(folder, deno.name, deno.version), "deno"), "run", "--allow-all"]],
  ];
  for (const [name, [binary, ...args]] of runtimes) {
    chmodSync(binary, 0o755);
    for (const key of [undefined, "an-encrypt-key"]) {
      console.log(`\n${name}, ${key === undefined ? "plaintext" : "encrypted"}`);
      if (!(await conforms([binary, ...args], key))) process.exitCode = 1;
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function conforms([binary, ...args], encryptKey) {
  const { WEBHOOK_ENCRYPT_KEY: _, ...inherited } = process.env;
  const env = { ...inherited, ...credentials, ...(encryptKey && { WEBHOOK_ENCRYPT_KEY: encryptKey }) };
  const flags = ["receive", "--port", "0", "--probe-port", "0", "--log-level", "off", ...binding];
  const receiver = spawn(binary, [...args, oipkit, ...flags], { env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(receiver, "exit");
  try {
    const { listening, probe } = await addresses(receiver);
    // It keeps everything in memory, so what survives a restart is no question here.
    const suite = [oipkit, "conform", listening, "--probe", probe, ...binding, "--skip", "*/restart-*"];
    // The verdict is printed to stderr.
    const conform = spawn(process.execPath, suite, { env, stdio: ["ignore", "pipe", "inherit"] });
    const [report, [status]] = await Promise.all([text(conform.stdout), once(conform, "close")]);
    if (status !== 0) console.log(report);
    receiver.kill("SIGTERM");
    const [code] = await ended;
    if (code !== 0) console.log(`the receiver exited with ${code}`);
    return status === 0 && code === 0;
  } finally {
    receiver.kill("SIGKILL");
  }
}

/** The addresses that the receiver prints before it listens. Rejects if it exits instead. */
async function addresses({ stdout }) {
  const found = {};
  const lines = createInterface({ input: stdout });
  for await (const line of lines) {
    const [, name, url] = /^(probe|listening) on (\S+)$/.exec(line) ?? [];
    if (name !== undefined) found[name] = url;
    if (found.listening !== undefined && found.probe !== undefined) {
      // The rest isn't needed, but must be read, or the pipe fills up.
      stdout.resume();
      return found;
    }
  }
  throw new Error("the receiver exited before it listened");
}
