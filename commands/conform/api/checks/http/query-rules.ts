import type { HttpParameter } from "../../../../../reader/model/model.js";
import {
  type ApiContract,
  type ApiOperation,
  declaresStatus,
  parameterSchema,
} from "../../contract/api-contract.js";
import { refusalStatements, saysRefused } from "../../contract/contract-words.js";
import { withParameter } from "../../request/call-arguments.js";
import { type ApiAnswer, isRefusal, isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import type { Trial } from "../../run/trial.js";
import { parameterValue } from "../../values/made-arguments.js";
import { applied } from "../../values/value-places.js";
import { type ApiCheck, type CheckContext, mustCase, untried, violated } from "../api-check.js";

/** What the contract says of query parameters that it doesn't declare. */
function unknownRule(contract: ApiContract, operation: ApiOperation): "refused" | "ignored" | undefined {
  const about = refusalStatements(contract, operation, 400).filter(
    (each) =>
      /\bparameters?\b/i.test(each) &&
      /\b(?:unknown|undocumented|undeclared|unrecogni[sz]ed|unexpected|(?:isn't|aren't|is not|are not) (?:documented|declared|known|defined|listed))\b/i.test(
        each,
      ),
  );
  if (about.some((each) => /\bignored?\b/i.test(each))) return "ignored";
  // What is said of 400 needn't say so again.
  if (about.some((each) => saysRefused(each) || /\bunknown\b/i.test(each))) return "refused";
  return undefined;
}

/** Unknown query parameters are treated alike. */
export const unknownQueries: ApiCheck = {
  name: "unknown-query",
  rule: "A query parameter that the contract doesn't declare is refused or ignored as it says, and if it says nothing, by all lists alike.",
  *cases({ contract, session }) {
    const lists = session.resources.flatMap(({ list }) => list ?? []);
    for (const operation of contract.operations) {
      if (operation.method !== "GET") continue;
      const rule = unknownRule(contract, operation);
      const isList = lists.includes(operation);
      if (rule === undefined && !isList) continue;
      yield mustCase(`unknown-query/${operation.id}`, async (trial, { fixtures }) => {
        const answer = await withUnknown(trial, operation, fixtures);
        if (rule === "refused" && isSuccess(answer))
          violated(
            `the server ignores an unknown query parameter of ${operation.id}, and the contract says that it is refused`,
            statuses("400", answer.status),
          );
        if (rule === "ignored" && isRefusal(answer)) {
          const control = await trial.call(operation, await fixtures.call(trial, operation));
          if (!isSuccess(control)) return untried(`needs a success of ${operation.id}`);
          violated(
            `the server refuses an unknown query parameter of ${operation.id}, and the contract says that it is ignored`,
            statuses("a success", answer.status),
          );
        }
        if (rule !== undefined || !isSuccess(answer)) return;
        const others = [...new Set(lists)].filter((each) => each !== operation);
        let refusing = 0;
        for (const other of others) if (isRefusal(await withUnknown(trial, other, fixtures))) refusing++;
        if (refusing > 1 && refusing > others.length / 2)
          violated(
            `the server ignores an unknown query parameter of ${operation.id}, and most other lists refuse it`,
            {
              ...statuses("400 to 499", answer.status),
              level: "should",
            },
          );
      });
    }
  },
};

async function withUnknown(
  trial: Trial,
  operation: ApiOperation,
  fixtures: CheckContext["fixtures"],
): Promise<ApiAnswer> {
  const respelled = (target: string): string => `${target}${target.includes("?") ? "&" : "?"}oipkitUnknown=1`;
  return trial.call(operation, await fixtures.call(trial, operation), { respelled });
}

/** A parameter that isn't a list isn't repeated. */
export const repeatedQueries: ApiCheck = {
  name: "repeated-query",
  rule: "A query parameter that isn't a list is refused a second time in a request if the contract says so.",
  *cases(context) {
    for (const operation of context.contract.operations) {
      if (operation.method !== "GET" || !declaresStatus(operation, 400)) continue;
      const isRefused = refusalStatements(context.contract, operation, 400).some(
        (each) =>
          /\bparameters?\b|\bthose that are documented\b/i.test(each) &&
          /\b(?:repeated|duplicated?|more than once|twice|several times)\b/i.test(each) &&
          saysRefused(each),
      );
      if (!isRefused) continue;
      for (const parameter of operation.declared.parameters)
        if (parameter.in === "query" && !isList(context.contract, parameter))
          yield mustCase(
            `repeated-query/${operation.id}/${parameter.name}`,
            async (trial, { contract, fixtures }) => {
              const value = parameterValue(contract, parameter);
              const call = withParameter(await fixtures.call(trial, operation), parameter, value);
              if (value === undefined) return untried(`needs a value for \`${parameter.name}\``);
              const own = `${encodeURIComponent(parameter.name)}=${encodeURIComponent(String(value))}`;
              const answer = await trial.call(operation, call, {
                respelled: (target) => `${target}&${own}`,
              });
              if (isSuccess(answer))
                violated(
                  `the server accepts the query parameter \`${parameter.name}\` of ${operation.id} twice, and the contract says that it is refused`,
                  statuses("400", answer.status),
                );
            },
          );
    }
  },
};

function isList(contract: ApiContract, parameter: HttpParameter): boolean {
  const node = contract.requestNode(parameterSchema(parameter));
  return (
    node !== undefined &&
    applied(node, []).some(({ type }) => type?.includes("array") || type?.includes("object"))
  );
}
