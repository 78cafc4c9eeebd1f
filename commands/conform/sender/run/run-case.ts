import { masker } from "../../../../reader/text/mask.js";
import type { Miss } from "../../check/miss.js";
import { ControlFailed, ControlLacking, NotApplicable } from "../../errors.js";
import { newCaseIdentities } from "../../request/case-identities.js";
import type { CaseResult, ExchangeRecord } from "../../result.js";
import { exchangeRecord, maskedResult } from "../../run/mask.js";
import { isVerification, objectIn, textAt } from "../check/facts.js";
import {
  type Arrived,
  deliveryAnswer,
  type EndpointResponse,
  type EndpointServer,
  type Received,
  sendAnswer,
  verificationAnswer,
} from "../endpoint.js";
import type { SenderCase, SenderStep } from "../sender-suite.js";
import { readClock, type SenderCaseState, type SenderRun, urlAnswers } from "./case-state.js";
import { look } from "./look.js";
import { perform } from "./perform.js";

/** What a case needs to run. */
interface SenderCaseOptions {
  readonly run: SenderRun;
  readonly server: EndpointServer;
  /** Milliseconds that never decrease. */
  readonly clock: () => number;
}

type Verdict = Pick<CaseResult, "result" | "reason" | "step" | "expected" | "actual" | "likelyCause">;

/** Runs one case. Rejects only with `MalformedCase`; anything the sender does becomes a result. */
export async function runSenderCase(options: SenderCaseOptions, testCase: SenderCase): Promise<CaseResult> {
  const started = options.clock();
  const { run, server } = options;
  const identities = newCaseIdentities(run.suite.protocol, run.random);
  const name = identities.fresh();
  const state: SenderCaseState = {
    run,
    testCase,
    identities,
    base: server.caseUrl(name),
    applications: new Map(),
    answers: new Map(),
    received: [],
    events: new Map(),
    usedIds: new Set(),
    proofs: new Map(),
    operations: new Map(),
    secrets: new Set(),
    challenge: "",
    step: 0,
    clock: 0,
  };
  const close = server.open(name, (arrived, response) => serve(state, arrived, response));
  try {
    const verdict = await judge(state);
    const { id, clause, level, why } = testCase;
    const durationMs = Math.round(options.clock() - started);
    const result = { id, clause, level, why, ...verdict, durationMs, exchanges: toExchanges(state) };
    return maskedResult(result, masker(state.secrets));
  } finally {
    close();
  }
}

const prepared: readonly SenderStep[] = [
  { verify: {}, expect: { accepted: true } },
  { save: {}, expect: { accepted: true } },
];

async function judge(state: SenderCaseState): Promise<Verdict> {
  const { start, steps, cause } = state.testCase;
  const preparation = start === "nothing" ? [] : prepared;
  try {
    for (const [at, step] of [...preparation, ...steps].entries()) {
      state.step = Math.max(1, at + 1 - preparation.length);
      await readClock(state);
      const missed = (await perform(state, step)) ?? (await look(state, step));
      if (missed !== undefined)
        return failed(missed, state.step, at < preparation.length ? undefined : cause);
    }
  } catch (thrown) {
    const isUnseen =
      thrown instanceof ControlFailed || thrown instanceof ControlLacking || thrown instanceof NotApplicable;
    if (!isUnseen) throw thrown;
    return { result: "inconclusive", reason: thrown.message };
  }
  return { result: "passed", step: steps.length };
}

function failed(
  { aspect, expected, actual, reason }: Miss,
  step: number,
  cause: string | undefined,
): Verdict {
  return {
    result: "failed",
    reason: `the sender ${reason}`,
    step,
    expected: { aspect, ...expected },
    actual: { aspect, ...actual },
    ...(cause !== undefined && { likelyCause: cause }),
  };
}

/** Reports of a case with many attempts show the first ones. */
const mostExchanges = 20;

function toExchanges(state: SenderCaseState): readonly ExchangeRecord[] {
  const masked = masker(state.secrets);
  const credentials = { secrets: [...state.secrets], verificationToken: undefined };
  return state.received.slice(0, mostExchanges).map((received) =>
    exchangeRecord({
      credentials,
      masked,
      step: received.step,
      sent: {
        method: received.method,
        query: received.query,
        headers: received.headers,
        body: received.body,
      },
      wanted: [],
      got: toAnswer(received),
    }),
  );
}

function toAnswer({ response, noAnswer = "closed" }: Received): Parameters<typeof exchangeRecord>[0]["got"] {
  if (response === undefined) return noAnswer;
  return { ...response, body: Buffer.from(response.body), firstByteMs: 0, elapsedMs: 0 };
}

/** Label of the address that redirects lead to. */
const redirected = "redirected";

/** Records a request to a case's URLs and answers it as the case says. */
async function serve(state: SenderCaseState, arrived: Arrived, response: EndpointResponse): Promise<void> {
  const received: Received = { ...arrived, from: state.clock, until: state.clock, step: state.step };
  state.received.push(received);
  const { protocol } = state.run.suite;
  const { verification: scheme } = protocol;
  const elsewhere = state.base + redirected;
  const answers = urlAnswers(state, arrived.at);
  const channel = { response, received };
  if (scheme !== undefined && (isVerification(received, protocol) || isFollowed(state, arrived))) {
    const property = scheme.challengeProperty ?? "challenge";
    const body = objectIn(received.body);
    state.challenge = textAt(body, `/${property}`) ?? state.challenge;
    for (const name of [property, scheme.tokenProperty ?? ""]) {
      const text = textAt(body, `/${name}`);
      if (text !== undefined && text !== "") state.secrets.add(text);
    }
    const ready = verificationAnswer(
      answers.verification,
      { property, scheme, challenge: state.challenge },
      elsewhere,
    );
    await sendAnswer(ready, answers.verification, channel);
    return;
  }
  const { deliveries } = answers;
  const answer = deliveries[Math.min(answers.served, deliveries.length - 1)] ?? {};
  answers.served += 1;
  await sendAnswer(deliveryAnswer(answer, protocol, elsewhere), answer, channel);
}

/** A redirect may be followed without the body, so the redirect target answers, too. */
function isFollowed(state: SenderCaseState, { at, body }: Arrived): boolean {
  return at === redirected && body.length === 0 && state.challenge !== "";
}
