import { idempotencyHeader } from "../request-content.js";
import { defineCheck, denied, notNeeded, passed } from "./check.js";

/** A command has an `Idempotency-Key` that wasn't used for anything else (§4). */
export const idempotencyKey = defineCheck({
  name: "idempotency-key",
  clause: "§7.2",
  look: ({ route, content, idempotency }) => ({
    required: route.requiredHeaders.includes(idempotencyHeader),
    present: content.key !== undefined,
    valid: content.keyProblems.length === 0,
    used_for: idempotency.known?.operation ?? null,
    same_request: idempotency.replay,
  }),
  decide: ({ required, present, valid, used_for, same_request }) => {
    if (!present && !required) return notNeeded;
    if (!present) return denied("idempotency-key-missing", "The command has no `Idempotency-Key`.");
    if (!valid)
      return denied("idempotency-key-malformed", "The `Idempotency-Key` isn't what the contract describes.");
    if (used_for === null || same_request) return passed;
    return denied("idempotency-key-reused", `The key was used for another request (${used_for}).`);
  },
});

/** Parameters and body are what the contract describes. */
export const body = defineCheck({
  name: "body",
  clause: "§4",
  look: ({ route, content }) => ({
    takes_body: route.body !== undefined,
    required: route.body?.required ?? false,
    body: content.body.kind,
    problems: content.body.kind === "json" ? content.body.problems.length : 0,
    parameter_problems: content.parameterProblems.map(({ pointer }) => pointer),
  }),
  decide: ({ takes_body, required, body: kind, problems, parameter_problems }) => {
    if (parameter_problems.length > 0)
      return denied("parameter-malformed", `Invalid: ${parameter_problems.join(", ")}.`);
    if (!takes_body) return notNeeded;
    if (kind === "none") return required ? denied("body-missing", "The operation needs a body.") : notNeeded;
    if (kind === "too-large") return denied("body-too-large", "The body is larger than the sandbox takes.");
    if (kind === "media-type") return denied("media-type-unsupported", "The body must be JSON in UTF-8.");
    if (kind === "malformed") return denied("body-malformed", "The body isn't JSON, or nested too deeply.");
    if (problems === 0) return passed;
    return denied("body-invalid", `The contract's validator found ${problems} problems.`);
  },
});

/** The resource exists and belongs to the caller's application and environment. Which of the two fails, only the log says. */
export const ownership = defineCheck({
  name: "ownership",
  clause: "§5.5",
  look: ({ target: { resource }, application, environment }) => ({
    kind: resource?.kind ?? null,
    resource: resource?.id ?? null,
    owner: resource?.owner ?? null,
    application: application?.id ?? null,
    same_environment: resource?.environment === environment,
  }),
  decide: ({ kind, resource, owner, application, same_environment }) => {
    if (kind === null) return notNeeded;
    if (resource === null) return denied("resource-unknown", `There is no ${kind} with this id.`);
    if (owner !== application)
      return denied("resource-unknown", `The ${kind} ${resource} belongs to the application ${owner}.`);
    if (same_environment) return passed;
    return denied("resource-unknown", `The ${kind} ${resource} is of the other environment.`);
  },
});

/** The subscription's state permits the change. The same command again gets its answer again, whatever the state is now. */
export const resourceState = defineCheck({
  name: "resource-state",
  clause: "§5.5",
  look: ({ target: { subscription }, trigger, possible, idempotency }) => ({
    subscription: subscription?.id ?? null,
    status: subscription?.status ?? null,
    wanted: trigger ?? null,
    possible,
    replay: idempotency.replay,
  }),
  decide: ({ subscription, status, wanted, possible, replay }) => {
    if (subscription === null || wanted === null) return notNeeded;
    if (replay || possible.includes(wanted)) return passed;
    return denied("resource-state", `${wanted} isn't possible in the status ${status}.`);
  },
});
