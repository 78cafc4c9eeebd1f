import { below, childPlaces } from "../../../../../reader/documents/place.js";
import { type ApiOperation, declaresStatus } from "../../contract/api-contract.js";
import { isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import { type ApiCheck, mustCase, shouldCase, untried, violated } from "../api-check.js";
import { baseCall } from "../base-call.js";

/** Values of `Accept` that take a media type, one way or another. */
const accepting: Readonly<Record<string, (type: string) => string>> = {
  any: () => "*/*",
  kind: (type) => `${type.split("/")[0] ?? ""}/*`,
  later: (type) => `text/x-oipkit, ${type};q=0.5`,
  spaces: (type) => `text/x-oipkit;q=0.9 , ${type} ; q=0.1`,
  fallback: () => "text/x-oipkit;q=0.9, */*;q=0.1",
  parameters: (type) => `${type};q=1.0, text/x-oipkit;q=0.3`,
  capitals: (type) => type.toUpperCase(),
  specific: (type) => `*/*;q=0, ${type}`,
};

/** `Accept` is heeded where the contract says so. */
export const acceptance: ApiCheck = {
  name: "accept",
  rule: "An operation that declares 406 answers with it if Accept names no media type that it has, and only then (RFC 9110, section 12.5.1).",
  *cases({ contract }) {
    for (const operation of contract.operations) {
      const [type, ...others] = answerTypes(operation);
      if (!declaresStatus(operation, 406) || type === undefined) continue;
      yield mustCase(`accept/${operation.id}`, async (trial, { fixtures }) => {
        const call = await baseCall(trial, operation, fixtures);
        const answer = await trial.call(operation, call, { headers: { accept: "application/x-oipkit" } });
        if (isSuccess(answer))
          violated(
            `the server answers ${operation.id} as if Accept weren't there, and the contract declares 406`,
            statuses("406", answer.status),
          );
      });
      // A request without effects is enough: others would need an item each.
      if (operation.method !== "GET") continue;
      if (others.length === 0)
        yield shouldCase(`accept/${operation.id}/excluded`, async (trial, { fixtures }) => {
          const call = await baseCall(trial, operation, fixtures);
          for (const accept of [`${type};q=0`, `${type};q=0, */*`]) {
            const answer = await trial.call(operation, call, { headers: { accept } });
            if (isSuccess(answer))
              violated(
                `the server answers ${operation.id} with ${type}, which Accept \`${accept}\` excludes`,
                statuses("406", answer.status),
              );
          }
        });
      yield mustCase(`accept/${operation.id}/accepted`, async (trial, { fixtures }) => {
        const call = await baseCall(trial, operation, fixtures);
        if (!isSuccess(await trial.call(operation, call, { headers: { accept: type } })))
          return untried(`needs a success of ${operation.id}`);
        for (const [name, spelling] of Object.entries(accepting)) {
          const accept = spelling(type);
          const answer = await trial.call(operation, call, { headers: { accept } });
          if (answer.status === 406)
            violated(
              `the server refuses ${operation.id} with Accept \`${accept}\` (${name}), which takes ${type}`,
              statuses("a success", answer.status),
            );
        }
      });
    }
  },
};

/** The media types of an operation's successes. */
function answerTypes({ declared }: ApiOperation): readonly string[] {
  const types = declared.responses
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([, place]) =>
      childPlaces(below(place, "content")).map(([type]) => type.split(";", 1)[0] ?? ""),
    );
  return [...new Set(types)].filter((type) => type !== "");
}
