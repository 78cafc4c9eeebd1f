import { json } from "../../../reader/text/json.js";
import { likelyCause, type Miss } from "../check/miss.js";
import { probeMiss } from "../check/probe-check.js";
import { wantedText } from "../check/wanted.js";
import { MachineExhausted, NotApplicable, ProbeFailed } from "../errors.js";
import type { ProbeClient } from "../exchange/probe.js";
import { newCaseIdentities } from "../request/case-identities.js";
import type { Sender } from "../request/outgoing.js";
import type { CaseResult, Observation } from "../result.js";
import { describeNeed, offers, type Subject } from "../subject.js";
import type { Case, Step } from "../suite/suite.js";
import { type PauseStart, pauses, type Wait } from "./pauses.js";
import { type CaseState, runStep, StaleConnection, type StepOptions } from "./run-step.js";

/** What a case needs to run. */
export interface CaseOptions extends Omit<StepOptions, "newConnections" | "url"> {
  readonly subject: Subject;
  readonly sender: Sender;
  readonly probe: ProbeClient | undefined;
  /** Milliseconds that never decrease. */
  readonly clock: () => number;
  /** Whether to poll a probe again for something that happens after the answer; waits a moment before it returns. */
  readonly again: (attempt: number, since: number) => Promise<boolean>;
  /** Waits in a pause. */
  readonly wait: Wait;
  /** How many deliveries the subject has accepted so far. */
  readonly accepted: () => number;
}

/** Called when a case is about to wait; it goes on when the promise resolves. */
export type OnPause = () => Promise<void>;

/** With a level of its own if it is weaker than the case's. */
type Verdict = Pick<CaseResult, "result" | "reason" | "step" | "expected" | "actual" | "likelyCause"> &
  Partial<Pick<CaseResult, "level" | "refused" | "thrown">>;

/** Runs one case. Rejects only with `MalformedCase`; anything the subject does becomes a result. */
export async function runCase(
  common: CaseOptions,
  testCase: Case,
  onPause: OnPause = async () => {},
): Promise<CaseResult> {
  const options = { ...common, onPause };
  const started = options.clock();
  let attempt = await tryCase(options, testCase, false);
  // It is unknown whether such a request arrived, so the case restarts with new identities.
  if (attempt === "stale") attempt = await tryCase(options, testCase, true);
  if (attempt === "stale") throw new TypeError("a new connection can't be stale");
  const { id, clause, level, why, open } = testCase;
  const { verdict, exchanges } = attempt;
  const durationMs = Math.round(options.clock() - started);
  return { id, clause, level, why, ...(open !== undefined && { open }), ...verdict, durationMs, exchanges };
}

interface Attempt {
  readonly verdict: Verdict;
  readonly exchanges: CaseResult["exchanges"];
}

async function tryCase(
  options: CaseOptions & { readonly onPause: OnPause },
  testCase: Case,
  newConnections: boolean,
): Promise<Attempt | "stale"> {
  const { sender } = options;
  const identities = newCaseIdentities(sender.suite.protocol, sender.random);
  const state: CaseState = { sender, identities, done: [], exchanges: [] };
  try {
    const verdict = await judge({ ...options, newConnections }, testCase, state);
    return { verdict, exchanges: state.exchanges };
  } catch (thrown) {
    if (thrown instanceof StaleConnection) return "stale";
    throw thrown;
  }
}

type AttemptOptions = CaseOptions & Pick<StepOptions, "newConnections"> & { readonly onPause: OnPause };

async function judge(options: AttemptOptions, testCase: Case, state: CaseState): Promise<Verdict> {
  const { subject, sender, probe } = options;
  const lacking = (testCase.needs ?? []).find((need) => !offers(subject, need, sender.suite.protocol));
  if (lacking !== undefined) return { result: "inconclusive", reason: `needs ${describeNeed(lacking)}` };
  const faulty = breaksStores(testCase);
  const showsNothing = testCase.steps.some(asksProbe) && pauses(testCase);
  if ((faulty || restarts(testCase) || showsNothing) && probe === undefined) {
    return { result: "inconclusive", reason: "needs a probe" };
  }
  try {
    return await runSteps(options, testCase, state);
  } catch (thrown) {
    const isOwn = [ProbeFailed, NotApplicable, MachineExhausted].some((kind) => thrown instanceof kind);
    if (!isOwn) throw thrown;
    return { result: "inconclusive", reason: (thrown as Error).message };
  } finally {
    // A probe that fails here also fails the next case that needs it.
    if (faulty) await probe?.setFaults({ nonces: false, inbox: false }).catch(() => {});
  }
}

/** Whether a case makes the subject's stores fail. */
function breaksStores({ steps }: Case): boolean {
  return steps.some((step) => "fault" in step);
}

/** Whether a case restarts the subject. */
export function restarts({ steps }: Pick<Case, "steps">): boolean {
  return steps.some((step) => "restart" in step);
}

/** Whether no other case may run concurrently: it makes stores fail, restarts, measures time, or sends piece by piece. */
export function runsAlone(testCase: Case): boolean {
  return breaksStores(testCase) || restarts(testCase) || testCase.steps.some(isSlowOrTimed);
}

/** A body in pieces takes one turn of the event loop per piece; next to other cases these turns are long. */
function isSlowOrTimed(step: Step): boolean {
  if ("expect" in step && step.expect.timely === true) return true;
  if ("verify" in step) return step.verify.pieceBytes !== undefined;
  return "deliver" in step && step.deliver.pieceBytes !== undefined;
}

/** Why a case that restarts the subject is inconclusive although there is a probe. */
const needsRestart = "needs a probe that can restart the receiver";

async function runSteps(options: AttemptOptions, testCase: Case, state: CaseState): Promise<Verdict> {
  const { subject, probe } = options;
  let { newConnections } = options;
  let unseen = false;
  for (const step of testCase.steps) {
    if ("pause" in step) {
      const since: PauseStart = { at: options.clock(), accepted: options.accepted() };
      await options.onPause();
      const missing = await options.wait(step.pause, since);
      if (missing !== undefined) return { result: "inconclusive", reason: missing };
      // The subject may have closed the old ones meanwhile.
      newConnections = true;
      state.done.push(undefined);
      continue;
    }
    if ("fault" in step) {
      await probe?.setFaults(step.fault);
      state.done.push(undefined);
      continue;
    }
    if ("restart" in step) {
      if ((await probe?.restart()) === false) return { result: "inconclusive", reason: needsRestart };
      // The old ones may have ended with the old process.
      newConnections = true;
      state.done.push(undefined);
    } else {
      const missed = await runStep({ ...options, newConnections, url: subject.url }, state, step);
      if (missed !== undefined) return failed(await withException(missed, probe, state), testCase, state);
    }
    for (const check of step.probe ?? []) {
      if (probe === undefined) unseen = true;
      else {
        const since = options.clock();
        const again = (attempt: number): Promise<boolean> => options.again(attempt, since);
        const sent = state.done.flatMap((done) => done?.requests ?? []);
        const facts = {
          protocol: state.sender.suite.protocol,
          credentials: subject,
          identities: state.identities,
          sent,
          again,
        };
        const amiss = await probeMiss(probe, check, facts);
        if (amiss !== undefined) return failed(await withException(amiss, probe, state), testCase, state);
      }
    }
  }
  const last = lastObservations(state);
  if (unseen) return { result: "inconclusive", reason: "needs a probe", ...last };
  return { result: "passed", ...last };
}

/** A failure with what a handler threw for one of the case's events, if the probe shows it: that is known, and a cause is a guess. */
async function withException(
  missed: Miss,
  probe: ProbeClient | undefined,
  { identities }: CaseState,
): Promise<Miss> {
  const ids = identities.eventIds();
  const shown = await probe?.handlers().catch(() => undefined);
  const thrown = shown?.failures.find((each) => ids.includes(each.event_id));
  if (thrown === undefined) return missed;
  const place = thrown.at === null ? "" : ` at ${thrown.at}`;
  const text = `${json(String(thrown.error))}${place}`;
  return { ...missed, reason: `${missed.reason}; your handler threw ${text}`, thrown: text };
}

function failed(missed: Miss, { level, cause, causeIf, steps }: Case, state: CaseState): Verdict {
  const { aspect, expected, actual, reason, refused, thrown } = missed;
  const preparing = state.done.length < steps.length;
  const likely = likelyCause(missed, { cause, causeIf, preparing, probed: steps.some(asksProbe) });
  return {
    result: "failed",
    reason: `the receiver ${reason}`,
    step: state.done.length,
    expected: { aspect, ...expected },
    actual: { aspect, ...actual },
    ...(thrown !== undefined && { thrown }),
    ...(likely !== undefined && { likelyCause: likely }),
    ...(refused === true && { refused, level: level === "must" ? "should" : level }),
  };
}

function asksProbe(step: Step): boolean {
  return "probe" in step && step.probe !== undefined;
}

function lastObservations({ exchanges }: CaseState): Partial<Verdict> {
  const last = exchanges.at(-1);
  if (last === undefined) return {};
  const status = (value: unknown, text: string): Observation => ({ aspect: "status", value, text });
  const got = last.response?.status ?? null;
  return {
    step: last.step,
    expected: status(last.wanted, wantedText(last.wanted)),
    actual:
      got === null ? { aspect: "answer", value: last.noAnswer, text: "no answer" } : status(got, String(got)),
  };
}
