import { denied, notNeeded, passed } from "../denial.js";
import { idempotencyHeader } from "../request/read-parameters.js";
import { defineCheck } from "./check.js";

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
    if (!present)
      return required
        ? denied("idempotency-key-missing", "The command has no `Idempotency-Key`.")
        : notNeeded;
    if (!valid)
      return denied("idempotency-key-malformed", "The `Idempotency-Key` isn't what the contract describes.");
    if (used_for === null || same_request) return passed;
    return denied("idempotency-key-reused", `The key was used for another request (${used_for}).`);
  },
});
