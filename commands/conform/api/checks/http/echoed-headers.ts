import { below, childPlaces, dereference } from "../../../../../reader/documents/place.js";
import type { HttpParameter } from "../../../../../reader/model/model.js";
import { holds } from "../../../../../reader/validation/synthesis/search.js";
import { type ApiOperation, parameterSchema } from "../../contract/api-contract.js";
import { parameterText } from "../../contract/contract-words.js";
import { type CallArguments, withParameter } from "../../request/call-arguments.js";
import { type ApiAnswer, answerHeader, isSuccess } from "../../run/api-session.js";
import type { Trial } from "../../run/trial.js";
import { parameterValue } from "../../values/made-arguments.js";
import { uniqueValue } from "../../values/unique-values.js";
import {
  type ApiCase,
  type ApiCheck,
  type CheckContext,
  demandSuccess,
  untried,
  violated,
} from "../api-check.js";
import { baseCall } from "../base-call.js";

/** What a client sends under a name that answers have, too, comes back. */
export const echoedHeaders: ApiCheck = {
  name: "echo",
  rule: "A header such as X-Request-Id that a request and its answer declare comes back as it was sent.",
  *cases(context) {
    for (const operation of context.contract.operations)
      for (const parameter of operation.declared.parameters) {
        if (parameter.in !== "header" || !isOwnMark(parameter)) continue;
        const level: ApiCase["level"] = saysEcho(parameterText(parameter)) ? "must" : "should";
        if (declaresIn(context, operation, { name: parameter.name, status: /^2/ }))
          yield {
            id: `echo/${operation.id}/${parameter.name}`,
            level,
            run: (trial, own) => success(trial, { operation, parameter }, own),
          };
        if (operation.isSecured && declaresIn(context, operation, { name: parameter.name, status: /^401$/ }))
          yield {
            id: `echo/${operation.id}/${parameter.name}/401`,
            level,
            run: async (trial, own) => {
              const { call, sent } = await marked(trial, { operation, parameter }, own);
              const answer = await trial.call(operation, call, { identity: null });
              if (answer.status !== 401) return untried(`needs an answer 401 of ${operation.id}`);
              compare(answer, { operation, parameter, sent });
            },
          };
      }
  },
};

/** Whether a header names a request, or is said to come back, rather than being one of HTTP that both sides have, such as `Cache-Control`. */
function isOwnMark(parameter: HttpParameter): boolean {
  return (
    /(?:^|-)(?:id|ref|reference|correlation|trace)$/i.test(parameter.name) ||
    saysEcho(parameterText(parameter))
  );
}

function saysEcho(text: string): boolean {
  return /\b(?:comes? back|echo(?:ed|es)?|(?:is|are) (?:returned|repeated|sent back)|in the (?:answer|response))\b/i.test(
    text,
  );
}

function declaresIn(
  { contract }: CheckContext,
  { declared }: ApiOperation,
  { name, status }: { readonly name: string; readonly status: RegExp },
): boolean {
  return declared.responses.some(
    ([each, place]) =>
      status.test(each) &&
      childPlaces(below(dereference(contract.contracts, place), "headers")).some(
        ([header]) => header.toLowerCase() === name.toLowerCase(),
      ),
  );
}

interface Marked {
  readonly operation: ApiOperation;
  readonly parameter: HttpParameter;
}

/** A call with a value of its own, in capitals and small letters if the contract allows it. */
async function marked(
  trial: Trial,
  { operation, parameter }: Marked,
  { contract, fixtures, session }: CheckContext,
): Promise<{ readonly call: CallArguments; readonly sent: string }> {
  const node = contract.requestNode(parameterSchema(parameter));
  const number = session.freshNumber();
  const plain = `OipKit-${number}`;
  const value =
    node === undefined || holds(node, plain)
      ? plain
      : uniqueValue(node, parameterValue(contract, parameter), number);
  if (typeof value !== "string") return untried(`needs a text for ${parameter.name}`);
  const call = await baseCall(trial, operation, fixtures);
  return { call: withParameter(call, parameter, value), sent: value };
}

async function success(trial: Trial, { operation, parameter }: Marked, context: CheckContext): Promise<void> {
  const { call, sent } = await marked(trial, { operation, parameter }, context);
  const answer = await trial.call(operation, call);
  if (!isSuccess(answer)) demandSuccess(answer, operation);
  compare(answer, { operation, parameter, sent });
}

function compare(
  answer: ApiAnswer,
  { operation, parameter: { name }, sent }: Marked & { readonly sent: string },
): void {
  const own = answerHeader(answer, name);
  if (own === sent) return;
  violated(
    `the server answers ${operation.id} with ${own === undefined ? `no ${name}` : `${name} ${own.slice(0, 60)}`}, and ${sent} was sent`,
  );
}
