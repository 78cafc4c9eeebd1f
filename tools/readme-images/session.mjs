import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { credentials } from "./faulty-receiver.mjs";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/** What a terminal shows: commands and their output, with escape sequences for colours; the same in every run. */
export async function terminalSession(receiver) {
  const { url, probeUrl } = receiver;
  const commands = [
    { args: ["send", "oem.subscription.activated.v1", "--to", url], exit: 0 },
    { args: ["conform", url, "--probe", probeUrl, "--only", "6.3.2/time*"], exit: 1 },
  ];
  const parts = [];
  for (const { args, exit } of commands) {
    const output = await oipkit(args, exit);
    parts.push(`\u001b[2m$\u001b[0m \u001b[1mnpx oipkit ${args.map(quoted).join(" ")}\u001b[0m\n${output}`);
  }
  return withoutChance(withFixedPorts(parts.join("\n"), receiver));
}

/** Runs the whole suite and writes its HTML report to a folder; returns the path. */
export async function reportPage(receiver, folder) {
  const { url, probeUrl } = receiver;
  const path = join(folder, "report.html");
  await oipkit(["conform", url, "--probe", probeUrl, "--format", "html", "-o", path], 1);
  writeFileSync(path, withFixedPorts(readFileSync(path, "utf8"), receiver));
  return path;
}

/** Rejects if the command exits with another code. */
function oipkit(args, expected) {
  const options = { cwd: repository, env: { ...process.env, ...credentials, FORCE_COLOR: "1" } };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ["dist/cli/index.js", ...args], options, (error, stdout, stderr) => {
      const code = error?.code ?? 0;
      if (code === expected) resolve(stdout);
      else reject(new Error(`oipkit ${args.join(" ")} exited with ${code}: ${stdout}${stderr}`));
    });
  });
}

function withFixedPorts(text, { url, probeUrl }) {
  return text.replaceAll(url, "http://localhost:8080").replaceAll(probeUrl, "http://localhost:8081");
}

/** Replaces random ids and measured times with fixed ones. */
function withoutChance(text) {
  return text
    .replace(/(?<=_)[0-9a-f]{24}\b/g, "5f1c9a27d3e84b60a2c7f19e")
    .replace(/(?<= in )[\d.]+ ms/, "3 ms")
    .replace(/(?<= in )[\d.]+ s\b/, "0.4 s")
    .replace(/a round trip takes [\d.]+ ms; [\d.]+ ms/, "a round trip takes 0.8 ms; 100 ms");
}

function quoted(word) {
  if (word.includes("*")) return `'${word}'`;
  return word;
}
