import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { countOf, readOptions } from "../command-line.mjs";
import { currentLoad, describeMachine } from "../machine.mjs";
import { writeSection } from "../results-file.mjs";
import { inTemporaryFolder } from "../temporary-folder.mjs";
import { casesFor, oipkit } from "./cases.mjs";
import { writeFiles } from "./input.mjs";
import { isReached, section } from "./section.mjs";

const help = `Usage: node tools/bench/manifest/run.mjs [options]

  --rounds N      rounds of all commands                (default: 9)
  --files N       files, at most 100                    (default: 100)
  --bytes N       size of each file                     (default: 10000000)
  --results FILE  Markdown to write the section into    (default: tools/bench/RESULTS.md)
  --date DATE     the date that the results bear        (default: today)

Writes 1 GB to a temporary folder and takes it away again. Needs openssl, find and xargs.
Exit codes: 0 the target reached, 1 missed, 2 couldn't run.
`;

async function main() {
  const values = readOptions(help, {
    rounds: { type: "string", default: "9" },
    files: { type: "string", default: "100" },
    bytes: { type: "string", default: "10000000" },
  });
  if (values === undefined) return 0;
  const [rounds, files, bytes] = ["rounds", "files", "bytes"].map((name) => countOf(values, name));
  if (!existsSync(oipkit)) throw new Error("dist/ isn't built; run `npm run build`");
  const openssl = execFileSync("openssl", ["version"], { encoding: "utf8" }).split(" ").slice(0, 2).join(" ");
  const load = currentLoad();
  const measured = casesFor(files).map((one) => ({ ...one, times: [] }));
  await inTemporaryFolder(async (cwd, signal) => {
    await writeFiles(join(cwd, "files"), { files, bytes });
    for (let round = 0; round <= rounds; round++) {
      process.stderr.write(round === 0 ? "warming up\n" : `round ${round} of ${rounds}\n`);
      for (const one of round % 2 === 0 ? measured : measured.toReversed()) {
        const time = await one.run(cwd, signal);
        if (round > 0) one.times.push(time);
      }
    }
  });
  const versions = [`Node.js ${process.versions.node}`, openssl];
  const run = { date: values.date, machine: describeMachine(), load, versions, rounds, files, bytes };
  const body = section(measured, run);
  await writeSection(resolve(values.results), "manifest", body);
  process.stdout.write(body);
  if (isReached(measured)) return 0;
  return 1;
}

process.exitCode = await main().catch((error) => {
  process.stderr.write(`tools/bench/manifest: ${error instanceof Error ? error.message : error}\n`);
  return 2;
});
