import type { Draft } from "../draft.js";
import type { Operation, Subscription } from "../records/commerce.js";
import type { Step } from "./lifecycle.js";

/** Begins an asynchronous operation (§2.1). */
export function beginOperation(
  draft: Draft,
  about: Pick<Operation, "kind" | "application" | "organization" | "subscription" | "nextStep">,
): Operation {
  const operation: Operation = {
    id: draft.newId("op"),
    ...about,
    status: "pending",
    createdAt: draft.now,
    updatedAt: draft.now,
  };
  draft.put("operation", operation);
  return operation;
}

/** The operation of a move that nobody began one for: the subscription's if it isn't done yet, otherwise a new one. */
export function operationFor(draft: Draft, { operation, ...subscription }: Subscription): Operation {
  const current = draft.get("operation", operation);
  if (current?.status === "pending") return current;
  return beginOperation(draft, {
    kind: "lifecycle",
    application: subscription.application,
    organization: subscription.organization,
    subscription: subscription.id,
  });
}

/** The operation after a step. Of a payment it has a redacted status and nothing else (§4.2). */
export function afterStep(draft: Draft, operation: Operation, step: Step): Operation {
  const { nextStep: _done, ...rest } = operation;
  return {
    ...rest,
    status: step.operation,
    ...(step.nextStep === undefined ? {} : { nextStep: step.nextStep }),
    ...(step.payment === undefined ? {} : { payment: step.payment }),
    updatedAt: draft.now,
  };
}
