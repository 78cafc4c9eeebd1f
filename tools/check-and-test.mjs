// Runs `npm run check` while the tests are set up and begin, which leaves a core idle. The arguments are passed to Vitest.
// Prints the check's output when it has ended, and exits with 1 if the check or a test fails.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";

const vitest = resolve("node_modules/vitest/vitest.mjs");
const projects = ["source", "services", "own-process", "package"].flatMap((name) => ["--project", name]);

// A terminal also sends Ctrl+C to the programs, which end by themselves.
process.on("SIGINT", () => {});
const args = [vitest, "run", ...projects, ...process.argv.slice(2)];
const tested = once(spawn(process.execPath, args, { stdio: "inherit" }), "close");
const check = spawn("npm", ["run", "check"], { stdio: ["ignore", "pipe", "pipe"] });
// Printed as a whole, since Vitest prints, too.
const printed = [];
for (const stream of [check.stdout, check.stderr]) stream.on("data", (chunk) => printed.push(chunk));

const [checkStatus] = await once(check, "close");
process.stderr.write(Buffer.concat(printed));
const [testStatus] = await tested;
if (checkStatus !== 0) console.error("`npm run check` failed; its output is above, where it ended");
process.exitCode = checkStatus === 0 && testStatus === 0 ? 0 : 1;
