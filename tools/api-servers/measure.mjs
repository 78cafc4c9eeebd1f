// node tools/api-servers/measure.mjs [--kept-aside] [--match TEXT] [--parallel N] [--correct] [--out FILE]
// Runs the built `oipkit conform --api` against servers of test/support/api-servers, each with one planted fault or, with
// --correct, with none. Prints a line per fault: the level at which it was found, the failed cases, the number of requests. Those that
// are kept aside appear by their numbers, since nobody who works on the checks may know what they are.
import { execFile } from "node:child_process";
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { parseArgs, promisify } from "node:util";
import { createJiti } from "jiti";

const { values } = parseArgs({
  options: {
    "kept-aside": { type: "boolean" },
    correct: { type: "boolean" },
    match: { type: "string", default: "" },
    parallel: { type: "string", default: "2" },
    seed: { type: "string", default: "7" },
    out: { type: "string" },
  },
});

const program = new URL("../../dist/cli/oipkit.js", import.meta.url).pathname;
const support = "../../test/support/api-servers";
const jiti = createJiti(import.meta.url);
const { faults } = await jiti.import(`${support}/faults/all.ts`);
const { keptAside } = await jiti.import(`${support}/kept-aside.ts`);
const { serverNames, startServer } = await jiti.import(`${support}/start-server.ts`);

const subjects = chosen().filter(({ id }) => id.includes(values.match));
if (values.out !== undefined) rmSync(values.out, { force: true });
const results = [];
/** By server: what fails without a fault, and so says nothing about one. */
const usual = new Map();
for (const server of values.correct ? [] : new Set(subjects.map(({ server }) => server))) {
  const { must, should } = await measured({ id: `correct-${server}`, server, kind: "none" });
  usual.set(server, [...must, ...should]);
}
const waiting = [...subjects];
await Promise.all(Array.from({ length: Number(values.parallel) }, work));
summarize();

function chosen() {
  if (values.correct) return serverNames.map((server) => ({ id: `correct-${server}`, server, kind: "none" }));
  if (!values["kept-aside"]) return faults.map((fault) => ({ ...fault, fault }));
  return keptAside.map((fault, index) => ({
    id: `kept-aside-${index + 1}`,
    server: fault.server,
    kind: fault.kind,
    severity: fault.severity,
    fault,
  }));
}

async function work() {
  for (let subject = waiting.shift(); subject !== undefined; subject = waiting.shift()) {
    const result = await measured(subject);
    results.push(result);
    const line = JSON.stringify(result);
    console.log(line);
    if (values.out !== undefined) appendFileSync(values.out, `${line}\n`);
  }
}

async function measured({ id, server: name, kind, severity, what, fault }) {
  const server = await startServer(name, fault);
  try {
    const auth = server.identities.flatMap(({ tenant, mayWrite, headers }) => {
      const who = mayWrite ? tenant : `${tenant}-reader`;
      const given = Object.entries(headers).flatMap(([header, value]) => [
        "--auth",
        `${who}=${header}: ${value}`,
      ]);
      return mayWrite ? given : [...given, "--reader", who];
    });
    const args = [
      "conform",
      server.document,
      "--api",
      server.url,
      ...auth,
      "--format",
      "json",
      "--budget",
      "10m",
      "--seed",
      values.seed,
    ];
    const { stdout, code } = await run(process.execPath, [program, ...args]);
    const report = JSON.parse(stdout);
    if (process.env.KEEP_REPORTS !== undefined)
      writeFileSync(`${process.env.KEEP_REPORTS}/${id}.json`, stdout);
    const failed = report.results.filter(({ result }) => result === "failed");
    const ids = (level) =>
      failed.filter((one) => one.level === level && !usual.get(name)?.includes(one.id)).map((one) => one.id);
    const must = ids("must");
    const should = ids("should");
    const weaker = should.length > 0 ? "should" : "missed";
    const level = must.length > 0 ? "must" : weaker;
    return {
      id,
      server: name,
      kind,
      severity,
      what,
      level,
      code,
      must,
      should,
      requests: report.subject?.requests,
    };
  } finally {
    await server.close();
  }
}

async function run(command, args) {
  try {
    const { stdout } = await promisify(execFile)(command, args, { maxBuffer: 256 * 2 ** 20 });
    return { stdout, code: 0 };
  } catch (error) {
    if (error.code !== 1) throw error;
    return { stdout: error.stdout, code: error.code };
  }
}

function summarize() {
  const kinds = Map.groupBy === undefined ? grouped() : Map.groupBy(results, ({ kind }) => kind);
  for (const [kind, ofKind] of kinds) console.error(`${kind}: ${counts(ofKind)}`);
  console.error(`all: ${counts(results)}`);
}

function grouped() {
  const groups = new Map();
  for (const result of results) groups.set(result.kind, [...(groups.get(result.kind) ?? []), result]);
  return groups;
}

function counts(some) {
  const number = (level) => some.filter((one) => one.level === level).length;
  return `${number("must")} must, ${number("should")} should, ${number("missed")} missed of ${some.length}`;
}
