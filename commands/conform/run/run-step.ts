import { miss, wantedStatuses } from "../check/expectation.js";
import type { Miss } from "../check/miss.js";
import { MalformedCase } from "../errors.js";
import { type Incoming, NoAnswer, type Send } from "../exchange/send.js";
import type { CaseIdentities } from "../request/case-identities.js";
import { deliveryRequest } from "../request/delivery-request.js";
import { type Outgoing, type Sender, withQuery } from "../request/outgoing.js";
import { verificationRequest } from "../request/verification-request.js";
import type { ExchangeRecord } from "../result.js";
import type { FaultStep, RestartStep, Step, TogetherStep } from "../suite/suite.js";
import { exchangeRecord, type Mask } from "./mask.js";

/** A step that sends something. */
type SendingStep = Exclude<Step, FaultStep | RestartStep>;

/** What a step has sent and received. */
interface Sent {
  readonly requests: readonly Outgoing[];
  readonly answers: readonly (Incoming | NoAnswer["kind"])[];
}

/** The state shared by a case's steps. */
export interface CaseState {
  readonly sender: Sender;
  readonly identities: CaseIdentities;
  /** By step number minus one; `undefined` for a step that sent nothing. */
  readonly done: (Sent | undefined)[];
  readonly exchanges: ExchangeRecord[];
}

/** What a step needs to send its requests. */
export interface StepOptions {
  readonly url: string;
  readonly send: Send;
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  /** Added to every time that the contract allows, in milliseconds. */
  readonly toleranceMs: number;
  /** Don't reuse connections. */
  readonly newConnections: boolean;
  /** Masks the subject's credentials. */
  readonly masked: Mask;
}

/** Thrown if a reused connection broke: it may have ended before the request, so this proves nothing. */
export class StaleConnection extends Error {}

/** Sends the requests of a step and compares the answers. Throws `MalformedCase` and `StaleConnection`. */
export async function runStep(
  options: StepOptions,
  state: CaseState,
  step: SendingStep,
): Promise<Miss | undefined> {
  const requests = makeRequests(state, step);
  const answers = await Promise.all(requests.map((request) => answerTo(options, request)));
  const number = state.done.push({ requests, answers });
  const { protocol } = state.sender.suite;
  const wanted = wantedStatuses(protocol, step.expect.status);
  const { credentials } = state.sender;
  const { masked } = options;
  for (const [at, got] of answers.entries()) {
    const sent = requests[at] as Outgoing;
    state.exchanges.push(exchangeRecord({ credentials, masked, step: number, sent, wanted, got }));
  }
  for (const [at, got] of answers.entries()) {
    const found = findMiss(options, state, { step, sent: requests[at] as Outgoing, got });
    if (found !== undefined) return found;
  }
  if ("together" in step) return miscounted(state, step, answers);
  return undefined;
}

function makeRequests({ sender, identities, done }: CaseState, step: SendingStep): readonly Outgoing[] {
  if ("deliver" in step) return [deliveryRequest(sender, identities, step.deliver)];
  if ("verify" in step) return [verificationRequest(sender, identities, step.verify)];
  if ("together" in step) {
    const { deliver, times = 1, alike = false } = step.together;
    return deliver.flatMap((delivery) => {
      const first = deliveryRequest(sender, identities, delivery);
      const another = (): Outgoing => {
        if (alike) return first;
        return deliveryRequest(sender, identities, delivery);
      };
      return [first, ...Array.from({ length: times - 1 }, another)];
    });
  }
  const earlier = done[step.repeat - 1];
  if (earlier === undefined) throw new MalformedCase(`step ${step.repeat} sent nothing to repeat`);
  return earlier.requests;
}

async function answerTo(options: StepOptions, request: Outgoing): Promise<Incoming | NoAnswer["kind"]> {
  const { url, send, timeoutMs, maxAnswerBytes, newConnections } = options;
  try {
    const { query, ...rest } = request;
    const target = withQuery(url, query);
    return await send({ ...rest, url: target, timeoutMs, maxAnswerBytes, newConnection: newConnections });
  } catch (thrown) {
    if (!(thrown instanceof NoAnswer)) throw thrown;
    if (thrown.kind === "closed" && thrown.reused) throw new StaleConnection();
    return thrown.kind;
  }
}

interface Attempt {
  readonly step: SendingStep;
  readonly sent: Outgoing;
  readonly got: Incoming | NoAnswer["kind"];
}

function findMiss(options: StepOptions, state: CaseState, { step, sent, got }: Attempt): Miss | undefined {
  const { protocol } = state.sender.suite;
  if (typeof got === "string") {
    if (got === "closed" && step.expect.closed === true) return undefined;
    return unanswered(got, wantedStatuses(protocol, step.expect.status), options);
  }
  const { sameAs } = step.expect;
  const [earlier] = sameAs === undefined ? [] : (state.done[sameAs - 1]?.answers ?? []);
  if (sameAs !== undefined && (earlier === undefined || typeof earlier === "string")) {
    throw new MalformedCase(`step ${sameAs} has no answer to compare with`);
  }
  const same = typeof earlier === "string" ? undefined : earlier;
  return miss(protocol, step.expect, { sent, got, earlier: same, toleranceMs: options.toleranceMs });
}

function unanswered(
  kind: NoAnswer["kind"],
  wanted: readonly number[],
  { timeoutMs, maxAnswerBytes }: StepOptions,
): Miss {
  const reason = {
    timeout: `gives no answer within ${timeoutMs} ms`,
    closed: "closes the connection without an answer",
    malformed: "answers with something that isn't HTTP",
    "too-large": `answers with more than ${maxAnswerBytes} bytes`,
  }[kind];
  const texts: Partial<Record<NoAnswer["kind"], string>> = {
    timeout: `no answer within ${timeoutMs} ms`,
    "too-large": `more than ${maxAnswerBytes} bytes`,
  };
  return {
    aspect: "answer",
    expected: { value: wanted, text: wanted.join(" or ") },
    actual: { value: kind, text: texts[kind] ?? "no answer" },
    reason,
  };
}

function miscounted(
  { sender }: CaseState,
  { exactly }: TogetherStep,
  answers: readonly (Incoming | NoAnswer["kind"])[],
): Miss | undefined {
  if (exactly === undefined) return undefined;
  const wanted = wantedStatuses(sender.suite.protocol, exactly.status);
  const statuses = answers.map((got) => (typeof got === "string" ? got : got.status));
  const count = statuses.filter((status) => wanted.some((each) => each === status)).length;
  if (count === exactly.times) return undefined;
  const text = wanted.join(" or ");
  return {
    aspect: "status",
    expected: {
      value: { status: wanted, times: exactly.times },
      text: `${text} exactly ${exactly.times} times`,
    },
    actual: { value: { statuses, times: count }, text: `${text} ${count} times` },
    reason: `returns ${text} for ${count} of ${answers.length} simultaneous requests, expected ${exactly.times}`,
  };
}
