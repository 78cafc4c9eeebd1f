import type { EndpointAnswer } from "../suite/endpoint-answer.js";
import type { SenderCase, SenderStep } from "../suite/sender-suite.js";

/** Whether a case waits for real time and needs no other time of the sender's clock, so that such cases can wait together. */
export function onlyWaits({ steps }: Pick<SenderCase, "steps">): boolean {
  return steps.some(waits) && steps.every(isTimeless);
}

/** Whether an endpoint of a case doesn't answer, so that the sender's time-out ends a request. */
export function hangs({ steps }: Pick<SenderCase, "steps">): boolean {
  return steps.some((step) => answersIn(step).some(({ fault }) => fault === "hang"));
}

function waits(step: SenderStep): boolean {
  return answersIn(step).some(({ fault, afterMs = 0 }) => fault === "hang" || afterMs > 0);
}

function answersIn(step: SenderStep): readonly EndpointAnswer[] {
  if (!("answer" in step)) return [];
  const { verification, deliveries = [] } = step.answer;
  return verification === undefined ? deliveries : [verification, ...deliveries];
}

/** Deliveries are made when the clock is advanced, so a step that causes one isn't timeless. */
function isTimeless(step: SenderStep): boolean {
  return ["answer", "verify", "save", "callback", "look"].some((kind) => kind in step);
}
