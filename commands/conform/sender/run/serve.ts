import { isVerification, objectIn, textAt } from "../check/facts.js";
import { deliveryAnswer, sendAnswer, verificationAnswer } from "../endpoint/answer.js";
import type { Received } from "../endpoint/received.js";
import type { Arrived, EndpointResponse } from "../endpoint/server.js";
import { answersOf, type SenderCaseState } from "./case-state.js";

/** Label of the address that redirects lead to. */
export const redirected = "redirected";

/** Records a request to a case's URLs and answers it as the case says. */
export async function serve(
  state: SenderCaseState,
  arrived: Arrived,
  response: EndpointResponse,
): Promise<void> {
  const received: Received = { ...arrived, from: state.clock, until: state.clock, step: state.step };
  state.received.push(received);
  const { protocol } = state.run.suite;
  const { verification: scheme } = protocol;
  const elsewhere = state.base + redirected;
  const answers = answersOf(state, arrived.at);
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

/** A redirect may be followed without the body: whoever does that must find what it looks for. */
function isFollowed(state: SenderCaseState, { at, body }: Arrived): boolean {
  return at === redirected && body.length === 0 && state.challenge !== "";
}
