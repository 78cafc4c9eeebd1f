// Publishes every package whose version npm doesn't have yet: `npm run release [-- --tag next]`. Arguments are
// passed to `changeset publish`. Refuses a tree with changes, before and after the build: only what is committed is published.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

refuseChanges("the working tree has changes; commit them first");
const waiting = readdirSync(".changeset").filter((name) => name.endsWith(".md") && name !== "README.md");
if (waiting.length > 0)
  fail(`pending changesets: ${waiting.length}; run \`npm run version-packages\` and commit first`);
if (process.env.NPM_CONFIG_PROVENANCE === "true") {
  // npm compares it with the repository that the workflow ran in, and refuses the package otherwise.
  const manifests = [
    "package.json",
    "runtime/package.json",
    "generated/package.json",
    "delivery/package.json",
    "platform/sandbox/package.json",
    "platform/console/package.json",
  ];
  const without = manifests.filter((path) => !JSON.parse(readFileSync(path, "utf8")).repository);
  if (without.length > 0) fail(`provenance needs the \`repository\` of ${without.join(", ")}`);
}
run("npm", ["run", "build"]);
run(process.execPath, ["dist/cli/index.js", "generate", "--check", "--strict"]);
refuseChanges("the build changed the working tree; commit its changes first");
run("npx", ["changeset", "publish", ...process.argv.slice(2)]);

function refuseChanges(message) {
  const { status, stdout } = spawnSync("git", ["status", "--porcelain"], { encoding: "utf8" });
  if (status !== 0 || stdout !== "") fail(`${message}\n${stdout}`);
}

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) fail(`${command} ${args.join(" ")} exited with ${status}`);
}

function fail(message) {
  console.error(message.trimEnd());
  process.exit(1);
}
