import { miss } from "../check/expectation.js";
import type { Miss } from "../check/miss.js";
import { isCrash, isWanted, type WantedStatus, wantedStatuses, wantedText } from "../check/wanted.js";
import { MachineExhausted, MalformedCase } from "../errors.js";
import { type Incoming, NoAnswer, type NoAnswerKind, type Send } from "../exchange/send.js";
import type { CaseIdentities } from "../request/case-identities.js";
import { deliveryRequest } from "../request/delivery-request.js";
import { changedHeaders, type Outgoing, type Sender, withQuery } from "../request/outgoing.js";
import { verificationRequest } from "../request/verification-request.js";
import type { ExchangeRecord } from "../result.js";
import type { FaultStep, PauseStep, RestartStep, Step, TogetherStep } from "../suite/suite.js";
import { exchangeRecord, type Mask } from "./mask.js";

/** A step that sends something. */
type SendingStep = Exclude<Step, FaultStep | RestartStep | PauseStep>;

/** What a step has sent and received. */
interface Sent {
  readonly requests: readonly Outgoing[];
  readonly answers: readonly (Incoming | NoAnswerKind)[];
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
  /** Called if a request gets no answer, also if it is sent again. */
  readonly onNoAnswer?: ((thrown: NoAnswer) => void) | undefined;
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
  if (step.headers === undefined) return earlier.requests;
  const context = { protocol: sender.suite.protocol, fresh: identities.fresh };
  return earlier.requests.map((request) => ({
    ...request,
    headers: changedHeaders(request.headers, step.headers, context),
  }));
}

/** Sends a request to the subject; throws `StaleConnection`. */
export async function answerTo(options: StepOptions, request: Outgoing): Promise<Incoming | NoAnswerKind> {
  const { url, send, timeoutMs, maxAnswerBytes, newConnections } = options;
  try {
    const { query, ...rest } = request;
    const target = withQuery(url, query);
    return await send({ ...rest, url: target, timeoutMs, maxAnswerBytes, newConnection: newConnections });
  } catch (thrown) {
    if (!(thrown instanceof NoAnswer)) throw thrown;
    options.onNoAnswer?.(thrown);
    if (thrown.kind === "exhausted") throw new MachineExhausted({ cause: thrown });
    if (thrown.kind === "closed" && thrown.reused) throw new StaleConnection();
    return thrown.kind;
  }
}

interface Attempt {
  readonly step: SendingStep;
  readonly sent: Outgoing;
  readonly got: Incoming | NoAnswerKind;
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
  kind: NoAnswerKind,
  wanted: readonly WantedStatus[],
  { timeoutMs, maxAnswerBytes }: StepOptions,
): Miss {
  const reason = {
    timeout: `gives no answer within ${timeoutMs} ms`,
    unfinished: `begins an answer, but doesn't end it within ${timeoutMs} ms`,
    closed: "closes the connection without an answer",
    refused: "accepts no connection",
    exhausted: "wasn't reached",
    malformed: "answers with something that isn't HTTP",
    "too-large": `answers with more than ${maxAnswerBytes} bytes`,
    "error-page": `answers with an error of more than ${maxAnswerBytes} bytes`,
  }[kind];
  const texts: Partial<Record<NoAnswerKind, string>> = {
    timeout: `no answer within ${timeoutMs} ms`,
    unfinished: `no end of the answer within ${timeoutMs} ms`,
    refused: "no connection",
    "too-large": `more than ${maxAnswerBytes} bytes`,
    "error-page": `an error of more than ${maxAnswerBytes} bytes`,
  };
  return {
    aspect: "answer",
    expected: { value: wanted, text: wantedText(wanted) },
    actual: { value: kind, text: texts[kind] ?? "no answer" },
    reason,
    ...(kind !== "too-large" && isCrash(undefined, wanted) && { refused: true }),
  };
}

function miscounted(
  { sender }: CaseState,
  { exactly }: TogetherStep,
  answers: readonly (Incoming | NoAnswerKind)[],
): Miss | undefined {
  if (exactly === undefined) return undefined;
  const wanted = wantedStatuses(sender.suite.protocol, exactly.status);
  const statuses = answers.map((got) => (typeof got === "string" ? got : got.status));
  const count = statuses.filter((status) => typeof status === "number" && isWanted(status, wanted)).length;
  if (count === exactly.times) return undefined;
  const text = wantedText(wanted);
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
