import { isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import { type ApiCheck, mustCase, violated } from "../api-check.js";
import { baseCall } from "../base-call.js";

/** Who may only read doesn't write. */
export const readers: ApiCheck = {
  name: "reader",
  rule: "An identity that may only read (--reader) is refused what changes something, and may read.",
  *cases({ contract, session }) {
    for (const name of session.options.readers) {
      const identity = session.identities.find((each) => each.name === name);
      if (identity === undefined) continue;
      for (const operation of contract.operations) {
        if (!operation.isSecured || operation.method === "GET" || operation.method === "HEAD") continue;
        yield mustCase(`reader/${operation.id}/${name}`, async (trial, { fixtures }) => {
          const answer = await trial.call(operation, await baseCall(trial, operation, fixtures), {
            identity,
          });
          if (isSuccess(answer))
            violated(`the server accepts a request of ${operation.id} by ${name}, who may only read`, {
              ...statuses("403", answer.status),
              isCertain: true,
            });
        });
      }
    }
  },
};
