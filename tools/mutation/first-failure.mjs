// The first failure of a run that repeats itself.
import { AnswerTooLarge, runSuite, SubjectUnreachable } from "oipkit/conform";

/** A receiver with so many failures that don't repeat is broken. */
const mostUnstable = 5;
const confirmMs = 30_000;

/**
 * Runs a suite until a case of level must or should fails, and that case again: if it passes then, its failure says more about the
 * machine than about the receiver, and the run goes on without it. `unstable` collects such ids. Resolves with a verdict as `judge`
 * does, or `undefined`.
 */
export async function firstFailure(options, { deadline, unstable }) {
  const { suite } = options;
  const only = (wanted) => ({ ...options, suite: { ...suite, cases: suite.cases.filter(wanted) } });
  for (;;) {
    const run = only(({ id }) => !unstable.has(id));
    if (run.suite.cases.length === 0) return undefined;
    const { failed, noted } = await untilFailure(run, deadline);
    const found = failed ?? (deadline.aborted ? undefined : noted);
    if (found === undefined) {
      if (deadline.aborted) return { status: "timeout", by: "limit", reason: "takes too long" };
      return undefined;
    }
    const { id, reason } = found;
    if (await failsAgain(only((each) => each.id === id))) return { status: statusOf(found), by: id, reason };
    unstable.add(id);
    if (unstable.size > mostUnstable) {
      return { status: "killed", by: id, reason: `${reason}, but not each time` };
    }
  }
}

/** Whether a run couldn't even begin. */
export function isDead(thrown) {
  return thrown instanceof SubjectUnreachable || thrown instanceof AnswerTooLarge;
}

/** Whether the only case of a run fails, or the receiver has crashed since. */
async function failsAgain(options) {
  try {
    const { failed, noted } = await untilFailure(options, AbortSignal.timeout(confirmMs));
    return failed !== undefined || noted !== undefined;
  } catch (thrown) {
    if (isDead(thrown)) return true;
    throw thrown;
  }
}

async function untilFailure(options, deadline) {
  const enough = new AbortController();
  const signal = AbortSignal.any([enough.signal, deadline]);
  const found = {};
  const onResult = (result) => {
    if (!isFailure(result)) return;
    if (result.level === "info") found.noted ??= result;
    else {
      found.failed ??= result;
      enough.abort();
    }
  };
  await runSuite({ ...options, signal, onResult });
  return found;
}

/** A case that lacks something is inconclusive for the correct receiver, too; otherwise the mutant has broken its probe. */
function isFailure({ result, reason = "" }) {
  return result === "failed" || (result === "inconclusive" && !reason.startsWith("needs "));
}

function statusOf({ level, reason }) {
  if (level === "info") return "noted";
  if (/no answer within/.test(reason)) return "timeout";
  return "killed";
}
