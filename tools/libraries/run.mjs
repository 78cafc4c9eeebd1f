// Installs the libraries of libraries.mjs in a temporary folder, asks each about the vectors of its scheme, and writes
// docs/reference/libraries.md and libraries.json. Usage: node tools/libraries/run.mjs [FOLDER]; a folder is kept and used again.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { makeVerifierVectors } from "../../dist/commands/conform/index.js";
import { libraries } from "./libraries.mjs";
import { librariesPage } from "./page.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const given = process.argv[2];
const folder = given ?? mkdtempSync(join(tmpdir(), "oipkit-libraries-"));

try {
  install();
  const results = libraries.map(judge);
  writeFileSync(join(root, "docs/reference/libraries.json"), `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(join(root, "docs/reference/libraries.md"), librariesPage(results));
} finally {
  if (given === undefined) rmSync(folder, { recursive: true, force: true });
}

function install() {
  mkdirSync(join(folder, "debs"), { recursive: true });
  const packages = libraries.flatMap(({ npm }) => npm ?? []);
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...packages], {
    cwd: folder,
    stdio: "inherit",
  });
  const debian = libraries.flatMap(({ debian: names = [] }) => names);
  execFileSync("apt-get", ["download", ...debian], { cwd: join(folder, "debs"), stdio: "inherit" });
  execFileSync("sh", ["-c", "for each in debs/*.deb; do dpkg -x $each deb; done"], {
    cwd: folder,
    stdio: "inherit",
  });
  cpSync(join(root, "examples/libraries"), join(folder, "adapters"), { recursive: true });
  for (const { build } of libraries)
    if (build !== undefined) execFileSync("sh", ["-c", build], { cwd: folder, stdio: "inherit" });
}

function judge({ scheme, library, language, command }) {
  const suite = join(folder, `${scheme}.verifier.json`);
  const contract = parse(
    readFileSync(join(root, "examples/schemes", scheme, "events.asyncapi.yaml"), "utf8"),
  );
  writeFileSync(suite, JSON.stringify(makeVerifierVectors(contract["x-webhook-protocol"])));
  const report = join(folder, "report.json");
  rmSync(report, { force: true });
  const args = ["conform", "--library", command, "--suite", suite, "--format", "json", "-o", report];
  const since = performance.now();
  const { stderr, status } = spawnSync(process.execPath, [join(root, "dist/cli/index.js"), ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  const seconds = ((performance.now() - since) / 1000).toFixed(2);
  if (status === 2) throw new Error(`${library} (${language}): ${stderr}`);
  console.log(`${scheme} ${library} (${language}): ${seconds} s; ${stderr.trim()}`);
  const { results, subject } = JSON.parse(readFileSync(report, "utf8"));
  const conclusive = results.filter(({ result }) => result !== "inconclusive");
  return {
    scheme,
    library,
    version: subject.version,
    language,
    judged: conclusive.length,
    skipped: results.length - conclusive.length,
    wrong: results.filter(({ result }) => result === "failed").map(wrongAnswer),
  };
}

function wrongAnswer({ id, level, actual, reason }) {
  const kind = actual.aspect === "verdict" ? actual.value : "broken";
  return kind === "broken" ? { id, level, kind, reason } : { id, level, kind };
}
