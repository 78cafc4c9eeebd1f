import { isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import { type ApiCheck, mustCase, untried, violated } from "../api-check.js";
import { baseCall } from "../base-call.js";

/** Operations with security refuse a credential that was valid once. */
export const credentialExpired: ApiCheck = {
  name: "credential-expired",
  rule: "A credential that is no longer valid is refused.",
  *cases({ contract, session }) {
    for (const operation of contract.operations) {
      if (!operation.isSecured) continue;
      yield mustCase(`credential-expired/${operation.id}`, async (trial, { fixtures }) => {
        const { expired } = session.options;
        if (expired === undefined) return untried("needs an expired credential");
        const call = await baseCall(trial, operation, fixtures);
        const answer = await trial.call(operation, call, { identity: expired });
        if (isSuccess(answer))
          violated(
            `the server accepts a request of ${operation.id} with a credential that has expired`,
            statuses("401 or 403", answer.status),
          );
      });
    }
  },
};
