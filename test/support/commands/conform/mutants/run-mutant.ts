import { dirname, join } from "node:path";
import { type CaseResult, type Report, runSuite, type Suite } from "../../../../../commands/conform/index.js";
import { inProcessReceiver, probeUrl, subjectUrl } from "../near-misses/in-process-receiver.js";
import { configured, encryptKey, startReceiverProcess } from "../receiver-process.js";
import type { Mutant } from "./mutant.js";
import type { Workshop } from "./workshop.js";

/** Files that run only in a process of their own, and between sockets. */
const ofProcess = ["http", "receiver", "settings", "journal"];
const settleMs = 500;

/** The results of the cases that a mutant fails. */
export async function findFailures(
  mutant: Mutant,
  suite: Suite,
  workshop: Workshop,
): Promise<readonly CaseResult[]> {
  const program = workshop.make(mutant);
  const run = Object.keys(mutant.edits).some((file) => ofProcess.includes(file))
    ? inOwnProcess
    : inThisProcess;
  const { results } = await run(mutant, program, suite);
  return results.filter(({ result }) => result === "failed");
}

async function inOwnProcess({ encrypted }: Mutant, program: string, suite: Suite): Promise<Report> {
  const data = join(dirname(program), "data.ndjson");
  const subject = await startReceiverProcess({ command: [process.execPath, program], encrypted, data });
  try {
    return await runSuite({ suite, ...subject, settleMs });
  } finally {
    await subject.stop();
  }
}

async function inThisProcess(mutant: Mutant, program: string, suite: Suite): Promise<Report> {
  const encrypted = mutant.encrypted === true;
  const folder = dirname(program);
  // Each record in a file is synchronized with the disk, which only cases that restart need.
  const restarts = suite.cases.some(({ steps }) => steps.some((step) => "restart" in step));
  const data = restarts ? join(folder, "data.ndjson") : undefined;
  const send = inProcessReceiver({ folder, encrypted, data });
  return await runSuite({
    suite,
    ...configured,
    ...(encrypted && { encryptKey }),
    url: subjectUrl,
    probeUrl,
    callbacks: true,
    send,
    settleMs,
  });
}
