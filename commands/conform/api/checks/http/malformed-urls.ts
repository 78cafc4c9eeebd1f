import { declaresStatus } from "../../contract/api-contract.js";
import { hasInOrder, refusalStatements } from "../../contract/contract-words.js";
import { isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import { type ApiCheck, mustCase, untried, violated } from "../api-check.js";

/** What isn't percent-encoded UTF-8. */
const odd = ["%zz", "%ff", "%"];

/** A URL that can't be decoded is a bad request. */
export const malformedUrls: ApiCheck = {
  name: "malformed-url",
  rule: "A path or a query that isn't percent-encoded UTF-8 is refused with 400 if the contract says so.",
  *cases({ contract }) {
    for (const operation of contract.operations) {
      if (operation.method !== "GET") continue;
      const isSaid =
        declaresStatus(operation, 400) &&
        refusalStatements(contract, operation, 400).some(
          (each) =>
            /\bpercent-encod|\bcan't be decoded\b/i.test(each) ||
            hasInOrder(each, [/\burls?\b/i, /\b(?:decoded|encoded|utf-8)\b/i]),
        );
      if (!isSaid) continue;
      const isItem = /\}$/.test(operation.path);
      const hasQuery = operation.declared.parameters.some((each) => each.in === "query");
      for (const place of [...(isItem ? ["path"] : []), ...(hasQuery ? ["query"] : [])])
        yield mustCase(`malformed-url/${operation.id}/${place}`, async (trial, { fixtures }) => {
          const call = await fixtures.call(trial, operation);
          if (!isSuccess(await trial.call(operation, call)))
            return untried(`needs a success of ${operation.id}`);
          const names = operation.declared.parameters.flatMap((each) =>
            each.in === "query" ? each.name : [],
          );
          const spellings =
            place === "path"
              ? odd
              : [...odd.map((text) => `${encodeURIComponent(names[0] ?? "")}=${text}`), "%zz=1"];
          for (const text of spellings) {
            const respelled = (target: string): string =>
              place === "path"
                ? lastSegmentReplaced(target, text)
                : `${target}${target.includes("?") ? "&" : "?"}${text}`;
            const answer = await trial.call(operation, call, { respelled });
            if (answer.status >= 500)
              violated(
                `the server fails at ${operation.id} with ${text} in its ${place}`,
                statuses("400", answer.status),
              );
            if (answer.status !== 400)
              violated(
                `the server answers ${operation.id} with ${text} in its ${place} otherwise than the contract says`,
                statuses("400", answer.status),
              );
          }
        });
    }
  },
};

function lastSegmentReplaced(target: string, text: string): string {
  const end = target.indexOf("?");
  const path = end === -1 ? target : target.slice(0, end);
  return `${path.slice(0, path.lastIndexOf("/") + 1)}${text}${target.slice(path.length)}`;
}
