import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../support/generator/emit/contract-folder.js";
import { fromCorpus } from "../../support/repository/corpus/modules.js";

interface Done {
  readonly kind: string;
  readonly answer?: unknown;
  readonly end?: string;
}
type Worker = new (options: object) => { do(task: unknown): Promise<Done>; close(): void };

const BoundedWorker = await fromCorpus<Worker>("bounded-worker.mjs", "BoundedWorker");
const program = fileURLToPath(new URL("../../../tools/bench/corpus/worker.mjs", import.meta.url));

/** A worker whose tasks are JavaScript, with its answers. */
async function runTasks(tasks: readonly string[], limits: object): Promise<Done[]> {
  const module = join(await temporaryFolder(), "answer.mjs");
  await writeFile(
    module,
    "export let served = 0;\nexport default (task) => { served++; return new Function('served', task)(served); };\n",
  );
  const args = [pathToFileURL(module).href];
  const worker = new BoundedWorker({
    program,
    args,
    limits: { seconds: 30, megabytes: 64, tasks: 100, ...limits },
  });
  try {
    const answers: Done[] = [];
    for (const task of tasks) answers.push(await worker.do(task));
    return answers;
  } finally {
    worker.close();
  }
}

it("does tasks in one process, up to a number", async () => {
  const answers = await runTasks(["return served", "return served", "return served"], { tasks: 2 });
  expect(answers.map(({ answer }) => answer)).toEqual([1, 2, 1]);
});

it("tells how a process ended, and does the next task in a new one", async () => {
  const endless = "const all = []; for (;;) all.push({ a: [1, 2, 3] });";
  const answers = await runTasks(["console.error('oh'); process.exit(3)", endless, "return served"], {});
  expect(answers).toMatchObject([
    { kind: "crashed", end: "oh\n" },
    { kind: "memory" },
    { kind: "done", answer: 1 },
  ]);
});

it("tries a task again alone if the process did others before", async () => {
  const answers = await runTasks(["return 1", "if (served > 1) process.exit(3); return 'alone'"], {});
  expect(answers.map(({ answer }) => answer)).toEqual([1, "alone"]);
});

it("starts nothing again for the task that it does when it is closed", async () => {
  const module = join(await temporaryFolder(), "answer.mjs");
  await writeFile(module, "export default (task) => task === 'wait' ? new Promise(() => {}) : task;\n");
  const limits = { seconds: 30, megabytes: 64, tasks: 100 };
  const worker = new BoundedWorker({ program, args: [pathToFileURL(module).href], limits });
  await worker.do("ready");
  const waiting = worker.do("wait");
  worker.close();
  expect(await waiting).toMatchObject({ kind: "crashed" });
});

it("ends a task that takes too long", async () => {
  const answers = await runTasks(["for (;;);"], { seconds: 0.5 });
  expect(answers).toMatchObject([{ kind: "timeout" }]);
});
