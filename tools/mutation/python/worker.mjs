// A process that judges mutants of the Python receiver, one after another, as its parent sends their names.
import { fileURLToPath } from "node:url";
import { judge } from "../judge.mjs";
import { recentCases } from "../recent.mjs";
import { readStages, stagesFor } from "../stages.mjs";

const run = fileURLToPath(new URL("run.py", import.meta.url));
const [folder, seed, ...only] = process.argv.slice(2);
const stages = readStages(only);
const recent = recentCases();

process.on("message", async (name) => {
  const verdict = await judge(["python3", "-B", run, folder, name], {
    stages: recent.sort(stagesFor(stages, name.split(":")[0])),
    seed: `${seed} ${name}`,
    // Its AES takes half a second for a megabyte, and a busy machine twice as long.
    answerMs: 8_000,
    limitMs: 240_000,
    durable: false,
  });
  if (verdict.by !== undefined) recent.add(verdict.by);
  process.send(verdict);
});

// Its parent has ended; a receiver must not outlive them.
process.on("disconnect", () => process.exit(2));
