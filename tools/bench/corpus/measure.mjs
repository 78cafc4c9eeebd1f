import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { BoundedWorker } from "./bounded-worker.mjs";
import { buildHash, keyOf, readCached, writeCached } from "./cache.mjs";
import { pinnedNode } from "./install.mjs";
import { outcomeOf } from "./outcome.mjs";
import { root } from "./paths.mjs";

/** For a tool and one document. */
export const limits = { seconds: 180, megabytes: 3072 };
/** For the compiler and one output. */
export const compilerLimits = { seconds: 300, megabytes: 4096 };

/**
 * @typedef {object} Checked
 * @property {"done" | "timeout" | "memory" | "crashed"} kind all but the first say nothing about the output
 * @property {number} count of type errors
 * @property {readonly import("./type-check.mjs").TypeError[]} errors the first of them
 * @property {number} milliseconds
 *
 * @typedef {object} Used validators that were generated, loaded and called
 * @property {Checked["kind"]} kind
 * @property {number} checks that were called
 * @property {number} count of those that failed
 * @property {readonly import("./runners/load-modules.mjs").LoadError[]} errors the first of them
 * @property {number} milliseconds
 *
 * @typedef {import("./outcome.mjs").Outcome & { readonly types?: Checked, readonly used?: Used }} Result
 * @typedef {{ readonly document: import("./documents.mjs").Document, readonly tool: import("./tools.mjs").Tool }} Task
 * @typedef {Task & { readonly result: Result }} Measured
 *
 * @typedef {object} Plan
 * @property {readonly import("./documents.mjs").Document[]} documents
 * @property {readonly import("./tools.mjs").Tool[]} tools
 * @property {number} jobs done at a time
 * @property {number} perProcess documents that one process gets, one after the other
 * @property {string} scratch folder for output
 * @property {AbortSignal} signal
 */

/**
 * Runs every tool on every document that it reads, in the documents' order; outcomes of earlier runs come from the cache.
 * @param {Plan} plan
 * @returns {Promise<Measured[]>}
 */
export async function measure({ documents, tools, jobs, perProcess, scratch, signal }) {
  const builds = new Map(await Promise.all(tools.map(async (tool) => [tool, await buildHash(tool)])));
  await linkRuntime(scratch);
  /** @type {Task[]} */
  const queue = documents.flatMap((document) =>
    tools.flatMap((tool) => (document.kind === tool.reads ? [{ document, tool }] : [])),
  );
  /** @type {Measured[]} */
  const all = new Array(queue.length);
  let [next, done] = [0, 0];
  const work = async () => {
    const processes = new Processes(perProcess, signal);
    try {
      while (next < queue.length && !signal.aborted) {
        const index = next++;
        const { document, tool } = queue[index];
        // What a document of several files refers to is pinned with the package that ships it, but not in somebody's folder.
        const isPinned = document.isPinned !== false;
        const key = keyOf(builds.get(tool), await readFile(document.path));
        const cached = isPinned ? await readCached(key) : undefined;
        const result = cached ?? (await measureOne({ document, tool }, processes, scratch));
        signal.throwIfAborted();
        // How long a task takes is the machine's affair, too.
        const isLate = [result, result.types, result.used].some((part) => part?.kind === "timeout");
        if (cached === undefined && isPinned && !isLate)
          await writeCached(key, result, { document: document.id, tool: tool.id });
        all[index] = { document, tool, result };
        if (++done % 25 === 0 || done === queue.length) process.stderr.write(`${done} of ${queue.length}\n`);
      }
    } finally {
      processes.close();
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  signal.throwIfAborted();
  return all;
}

/**
 * @param {Task} task
 * @param {Processes} processes
 * @param {string} scratch
 * @returns {Promise<Result>}
 */
async function measureOne({ document, tool }, processes, scratch) {
  const folder = await mkdtemp(join(scratch, "run-"));
  const out = join(folder, "out");
  try {
    const outcome = outcomeOf(
      await processes.of(tool).do({ path: document.path, out, folder: document.folder }),
    );
    if (outcome.kind !== "accepted" || !tool.writes) return outcome;
    const checked = await processes.compiler.do({ folder: out, strictness: tool.strictness });
    const types = { ...countOf(checked), milliseconds: checked.milliseconds };
    if (!tool.validates) return { ...outcome, types };
    const loaded = await processes.loader.do({ folder: out });
    const checks = loaded.kind === "done" ? loaded.answer.checks : 0;
    return { ...outcome, types, used: { ...countOf(loaded), checks, milliseconds: loaded.milliseconds } };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function countOf({ kind, answer }) {
  if (kind === "done") return { kind, count: answer.count, errors: answer.errors };
  return { kind, count: 0, errors: [] };
}

/** The processes of one job: one for each tool, a compiler that keeps the standard library parsed, and one that loads modules. */
class Processes {
  #perProcess;
  /** @type {Map<string, BoundedWorker>} */
  #all = new Map();

  constructor(perProcess, signal) {
    this.#perProcess = perProcess;
    this.compiler = this.#create("type-check", process.execPath, { ...compilerLimits, tasks: 50 });
    this.loader = this.#create("load-modules", process.execPath, { ...limits, tasks: perProcess });
    signal.addEventListener("abort", () => this.close(), { once: true });
  }

  /** @param {import("./tools.mjs").Tool} tool */
  of({ id, node }) {
    const path = node === "pinned" ? pinnedNode() : process.execPath;
    return this.#all.get(id) ?? this.#create(id, path, { ...limits, tasks: this.#perProcess });
  }

  close() {
    for (const worker of this.#all.values()) worker.close();
  }

  #create(id, node, limits) {
    const args = [new URL(`runners/${id}.mjs`, import.meta.url).href];
    const program = fileURLToPath(new URL("worker.mjs", import.meta.url));
    const worker = new BoundedWorker({ program, args, node, limits });
    this.#all.set(id, worker);
    return worker;
  }
}

/** Outputs are modules that import `@oipkit/runtime`, as in an application that installed it. */
async function linkRuntime(scratch) {
  await writeFile(join(scratch, "package.json"), '{"type":"module"}\n');
  const link = join(scratch, "node_modules/@oipkit/runtime");
  await mkdir(dirname(link), { recursive: true });
  await symlink(join(root, "runtime"), link, "junction");
}
