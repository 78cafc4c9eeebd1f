import type { ApiOperation } from "../../contract/api-contract.js";
import { bodyValue, type CallArguments, withBody, writeCall } from "../../request/call-arguments.js";
import { isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import { isRecord } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { recoded } from "../../values/unique-values.js";
import { valueAtPath, withValueAt } from "../../values/value-places.js";
import { type ApiCase, type ApiCheck, type CheckContext, untried, violated } from "../api-check.js";
import { acceptedOrNot, baseCall } from "../base-call.js";
import { type InvalidCall, invalidCalls } from "./invalid-calls.js";

/** Invalid requests must be refused: one violated keyword at a time. */
export const refused: ApiCheck = {
  name: "refused",
  rule: "A request that breaks the contract is refused with a status from 400 to 499.",
  async *cases(context, trial) {
    for (const operation of context.contract.operations) {
      const accepted = await acceptedOrNot(trial, operation, context);
      if (accepted === undefined) {
        yield untriedCase(
          `refused/${operation.id}`,
          `needs a call of ${operation.id} that the server accepts`,
        );
        continue;
      }
      for (const invalid of await invalidCalls(operation, accepted, context))
        yield {
          id: `refused/${operation.id}/${invalid.detail}`,
          level: invalid.level,
          run: (each, own) => send(each, { operation, invalid }, own),
        };
    }
  },
};

/** A case that says why nothing can be said. */
export function untriedCase(id: string, reason: string): ApiCase {
  return { id, level: "must", run: async () => untried(reason) };
}

/** An operation, and an invalid call of it. */
export interface InvalidSending {
  readonly operation: ApiOperation;
  readonly invalid: InvalidCall;
}

async function send(
  trial: Trial,
  { operation, invalid }: InvalidSending,
  context: CheckContext,
): Promise<void> {
  const call = await invalidCall(trial, { operation, invalid }, context);
  const answer = await trial.call(operation, call);
  if (!isSuccess(answer)) return;
  const reason = `the server accepts a request of ${operation.id} in which ${invalid.words}`;
  const isConverted = invalid.member !== undefined && isConversion(answer.value, invalid.member);
  violated(reason, {
    ...statuses("400 to 499", answer.status),
    isCertain: true,
    ...(isConverted && { level: "should" as const }),
  });
}

/** Whether the answer shows what null is converted to: an empty text, 0 or false. */
function isConversion(value: unknown, member: string): boolean {
  if (!isRecord(value) || !Object.hasOwn(value, member)) return false;
  return ["", 0, false].includes(value[member] as string);
}

/** A new invalid call: with names that no other item has, a wrong one too, so that it isn't refused as a conflict. */
export async function invalidCall(
  trial: Trial,
  { operation, invalid: { change, path } }: InvalidSending,
  { contract, fixtures, session }: CheckContext,
): Promise<CallArguments> {
  const call = change(await baseCall(trial, operation, fixtures));
  const body = bodyValue(call);
  const text = path === undefined ? undefined : valueAtPath(body, path);
  if (path === undefined || typeof text !== "string") return call;
  const renamed = withBody(call, withValueAt(body, path, recoded(text, session.freshNumber())));
  const written = writeCall(operation, renamed);
  if (written === undefined || (await contract.judgeRequest(operation, written)).length === 0) return call;
  return renamed;
}
