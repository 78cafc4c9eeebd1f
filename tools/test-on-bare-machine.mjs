// Proves that `npm ci && npm test` needs only Node.js and git: runs them on a fresh clone of HEAD in a minimal Debian
// with an empty environment, whose PATH has node, npm, npx, git and the shell in which npm runs scripts.
// `node tools/test-on-bare-machine.mjs [FOLDER]` keeps the Debian in FOLDER for the next run. Needs root, Debian and
// debootstrap. Uses the machine's network, for the npm registry; the tests start their own services.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const [kept] = process.argv.slice(2);
const machine = kept === undefined ? mkdtempSync(join(tmpdir(), "oipkit-bare-")) : resolve(kept);
const repository = join(machine, "root/oipkit");

function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { stdio: "inherit", ...options });
  if (error !== undefined || status !== 0) {
    throw new Error(
      `${program} ${error === undefined ? `exited with ${status}` : `can't be started: ${error.message}`}`,
    );
  }
}

try {
  if (!existsSync(join(machine, "usr/bin/git"))) {
    run("debootstrap", ["--variant=minbase", "--include=git,ca-certificates", "bookworm", machine]);
  }
  rmSync(repository, { recursive: true, force: true });
  run("git", ["clone", "--quiet", "--no-local", process.cwd(), repository]);
  installNode();
  runInside("node --version && npm ci && npm test");
} catch (failure) {
  console.error(failure.message);
  process.exitCode = 1;
} finally {
  if (kept === undefined) rmSync(machine, { recursive: true, force: true });
}

/** Copies this Node.js and its npm, and creates the folder of links that is the whole PATH. */
function installNode() {
  const node = realpathSync(process.execPath);
  const npm = [join(dirname(node), "../lib/node_modules/npm"), "/usr/share/nodejs/npm"].find(existsSync);
  if (npm === undefined) throw new Error("can't find the npm of this Node.js");
  for (const folder of ["opt/npm", "opt/node", "opt/path"])
    rmSync(join(machine, folder), { recursive: true, force: true });
  mkdirSync(join(machine, "opt/node"), { recursive: true });
  mkdirSync(join(machine, "opt/path"));
  cpSync(node, join(machine, "opt/node/node"));
  cpSync(npm, join(machine, "opt/npm"), { recursive: true });
  const links = {
    node: "/opt/node/node",
    npm: "/opt/npm/bin/npm-cli.js",
    npx: "/opt/npm/bin/npx-cli.js",
    git: "/usr/bin/git",
    sh: "/bin/sh",
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(machine, "opt/path", name));
  // The registry must be reachable as from this machine.
  for (const file of ["/etc/resolv.conf", "/etc/hosts"]) {
    if (existsSync(file)) cpSync(realpathSync(file), join(machine, file));
  }
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates !== undefined) cpSync(realpathSync(certificates), join(machine, "opt/certificates.pem"));
}

/** Runs a command in the clone. Its mounts and processes end with the command. */
function runInside(command) {
  const variables = ["HOME=/root", "PATH=/opt/path", "OIPKIT_TEST_OWN_SERVICES=1"];
  if (process.env.NODE_EXTRA_CA_CERTS !== undefined)
    variables.push("NODE_EXTRA_CA_CERTS=/opt/certificates.pem");
  const script = `set -e
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"
machine=$1
shift
exec chroot "$machine" /usr/bin/env -i "$@"`;
  const inside = [...variables, "/bin/sh", "-c", `cd /root/oipkit && ${command}`];
  const namespaces = ["--mount", "--pid", "--fork", "--kill-child"];
  run("unshare", [...namespaces, "sh", "-c", script, "sh", machine, ...inside]);
}
