// Runs the suite against one mutant, until a case fails.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configurations } from "./configurations.mjs";
import { firstFailure, isDead } from "./first-failure.mjs";
import { seededRandom } from "./random.mjs";
import { startReceiver } from "./receiver-process.mjs";

/** Events are applied right after the answer, so this is long. */
const settleMs = 500;

/**
 * Judges a mutant, which `command` starts, with `env`. Resolves with one of
 *
 * - `{ status: "killed", by, reason, configuration }`: it fails the case `by` of level must or should twice, or doesn't start;
 * - `{ status: "timeout", by, reason, configuration }`: likewise, for want of an answer within `answerMs`, or the whole run takes
 *   longer than `limitMs`;
 * - `{ status: "noted", by, reason, configuration }`: it fails only cases of level info, so the document allows what it does;
 * - `{ status: "survived" }`.
 */
export async function judge(command, { env = {}, stages, seed, answerMs, limitMs, durable }) {
  const folder = mkdtempSync(join(tmpdir(), "oipkit-mutation-"));
  const deadline = AbortSignal.timeout(limitMs);
  const unstable = new Set();
  let noted;
  try {
    for (const [number, { configuration, suite }] of stages.entries()) {
      const settings = configurations[configuration];
      const data = join(folder, `${number}.ndjson`);
      const options = { configuration: { ...settings, durable: durable && settings.durable }, data, env };
      const run = { suite, random: seededRandom(`${seed} ${number}`), timeoutMs: answerMs, settleMs };
      const found = await verdictOf(() => startReceiver(command, options), { run, deadline, unstable });
      if (found !== undefined && found.status !== "noted") return { ...found, configuration };
      if (found !== undefined) noted ??= { ...found, configuration };
    }
    return noted ?? { status: "survived" };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function verdictOf(start, { run, deadline, unstable }) {
  let subject;
  try {
    subject = await start();
  } catch (thrown) {
    return { status: "killed", by: "start", reason: thrown.message };
  }
  try {
    return await firstFailure({ ...run, ...subject }, { deadline, unstable });
  } catch (thrown) {
    if (!isDead(thrown)) throw thrown;
    return { status: "killed", by: "start", reason: thrown.message };
  } finally {
    await subject.stop();
  }
}
