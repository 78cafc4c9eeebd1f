import { type Cast, newCast } from "./cast.js";
import { deliveryRequest, type Sender } from "./delivery-request.js";
import { MalformedCase, ProbeFailed } from "./errors.js";
import { type ExchangeOptions, exchange } from "./exchange.js";
import { miss, wantedStatuses } from "./expectation.js";
import { exchangeRecord } from "./mask.js";
import type { Outgoing } from "./outgoing.js";
import { type Probe, type ProbeFacts, probeMiss } from "./probe.js";
import type { CaseResult, ExchangeRecord } from "./result.js";
import { describeNeed, offers, type Subject } from "./subject.js";
import type { Case, Step, Wanted } from "./suite.js";
import { verificationRequest } from "./verification-request.js";

export interface CaseOptions {
  readonly subject: Subject;
  readonly sender: Sender;
  readonly probe: Probe | undefined;
  readonly exchange: ExchangeOptions;
}

type Verdict = Pick<CaseResult, "result" | "reason">;

/** Runs one case. Rejects only with `MalformedCase`; whatever the subject does becomes a result. */
export async function runCase(options: CaseOptions, testCase: Case): Promise<CaseResult> {
  const exchanges: ExchangeRecord[] = [];
  const verdict = await judge(options, testCase, exchanges);
  const { id, clause, level, why } = testCase;
  return { id, clause, level, why, ...verdict, exchanges };
}

async function judge(options: CaseOptions, testCase: Case, exchanges: ExchangeRecord[]): Promise<Verdict> {
  const { subject, sender, probe } = options;
  const lacking = (testCase.needs ?? []).find((need) => !offers(subject, need, sender.suite.protocol));
  if (lacking !== undefined) return { result: "inconclusive", reason: `needs ${describeNeed(lacking)}` };
  const faulty = breaksStores(testCase);
  if (faulty && probe === undefined) return { result: "inconclusive", reason: "needs a probe" };
  try {
    return await runSteps(options, testCase, exchanges);
  } catch (thrown) {
    if (!(thrown instanceof ProbeFailed)) throw thrown;
    return { result: "inconclusive", reason: thrown.message };
  } finally {
    // A probe that fails here fails the next case that needs it, too.
    if (faulty) await probe?.setFaults({ nonces: false, inbox: false }).catch(() => {});
  }
}

/** Whether a case makes the subject's stores fail, so that no other may run beside it. */
export function breaksStores({ steps }: Case): boolean {
  return steps.some((step) => "fault" in step);
}

async function runSteps(options: CaseOptions, testCase: Case, exchanges: ExchangeRecord[]): Promise<Verdict> {
  const { sender, probe } = options;
  const cast = newCast(sender.suite.protocol, sender.random);
  const sent: (Outgoing | undefined)[] = [];
  let unseen = false;
  for (const step of testCase.steps) {
    if ("fault" in step) {
      await probe?.setFaults(step.fault);
      sent.push(undefined);
      continue;
    }
    const request = requestOf(step, { sender, cast, sent });
    sent.push(request);
    const failure = await answerMiss(options, { step, request, exchanges });
    if (failure !== undefined) return { result: "failed", reason: `the receiver ${failure}` };
    for (const check of step.probe ?? []) {
      if (probe === undefined) unseen = true;
      else {
        const amiss = await probeMiss(probe, check, probeFacts(sender, cast, sent));
        if (amiss !== undefined) return { result: "failed", reason: `the receiver ${amiss}` };
      }
    }
  }
  return unseen ? { result: "inconclusive", reason: "needs a probe" } : { result: "passed" };
}

interface RequestContext {
  readonly sender: Sender;
  readonly cast: Cast;
  readonly sent: readonly (Outgoing | undefined)[];
}

function requestOf(
  step: Exclude<Step, { fault: unknown }>,
  { sender, cast, sent }: RequestContext,
): Outgoing {
  if ("deliver" in step) return deliveryRequest(sender, cast, step.deliver);
  if ("verify" in step) return verificationRequest(sender.suite.protocol, cast, step.verify);
  const earlier = sent[step.repeat - 1];
  if (earlier === undefined) throw new MalformedCase(`step ${step.repeat} sent nothing to repeat`);
  return earlier;
}

interface Attempt {
  readonly step: Wanted;
  readonly request: Outgoing;
  readonly exchanges: ExchangeRecord[];
}

async function answerMiss(
  options: CaseOptions,
  { step, request, exchanges }: Attempt,
): Promise<string | undefined> {
  const { subject, sender } = options;
  const { protocol } = sender.suite;
  const wanted = wantedStatuses(protocol, step.expect);
  try {
    const got = await exchange(subject.url, request, options.exchange);
    exchanges.push(exchangeRecord({ credentials: subject, sent: request, wanted, got }));
    return miss(protocol, step.expect, { sent: request, got });
  } catch (thrown) {
    exchanges.push(exchangeRecord({ credentials: subject, sent: request, wanted }));
    const { timeoutMs } = options.exchange;
    return isTimeout(thrown)
      ? `gives no answer within ${timeoutMs} ms`
      : "breaks the connection off without an answer";
  }
}

function isTimeout(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === "TimeoutError";
}

function probeFacts(sender: Sender, cast: Cast, sent: RequestContext["sent"]): ProbeFacts {
  const { protocol } = sender.suite;
  const verifications = sent.filter((request) => request?.challenge !== undefined);
  return {
    protocol,
    credentials: sender.credentials,
    eventId: (label) => cast.identity(label, false).eventId,
    challenges: verifications.map((request) => request?.challenge ?? ""),
    challengeTokens: verifications.map((request) => request?.challengeToken ?? ""),
  };
}
