import type { ApiOperation } from "../../contract/api-contract.js";
import { bodyValue, type CallArguments, withBody } from "../../request/call-arguments.js";
import { pathNames } from "../../run/api-instance.js";
import { isSuccess } from "../../run/api-session.js";
import { ApiUntried } from "../../run/finding.js";
import { itemName, itemValue } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { type ApiCheck, type CheckContext, getItem, mustCase, untried, violated } from "../api-check.js";
import { differenceText } from "../items/lifecycle.js";

/** Operations whose answers are compared. */
const mostReads = 16;

/** What somebody else makes isn't noticed. */
export const foreignEffects: ApiCheck = {
  name: "foreign-effect",
  rule: "What another identity makes, and the caller can't see, changes no answer that the caller gets.",
  *cases({ session, contract }) {
    const reads = contract.operations.filter(({ method, isSecured }) => method === "GET" && isSecured);
    for (const resource of session.resources) {
      const { create, get } = resource;
      if (create === undefined || get === undefined || !create.isSecured) continue;
      yield mustCase(`foreign-effect/${create.id}`, async (trial, context) => {
        const { fixtures } = context;
        const [owner, other] = context.session.writers;
        if (owner === undefined || other === undefined) return untried("needs another identity");
        const own = await fixtures.accepted(trial, create, { identity: owner, isRich: true });
        // The same items each time, whatever is made in between.
        const usual = await readCalls(trial, reads.slice(0, mostReads), context);
        const first = await answers(trial, usual);
        const second = await answers(trial, usual);
        const made = await fixtures.accepted(trial, create, { identity: other, isRich: true });
        const name = itemName(itemValue(made.answer.value, resource), resource);
        if (name === undefined) return untried(`needs the id of a new item of ${create.id}`);
        const names = [...pathNames(create, made.call), name];
        const { answer } = await getItem(trial, { resource, names }, { fixtures, identity: owner });
        if (isSuccess(answer)) return untried("needs items that are hidden from another identity");
        // It also sends what the owner has sent, so that both have the same names, tags and values.
        const same = withBody(made.call, bodyValue(own.call));
        const fresh = await fixtures.renewed(trial, create, { call: same, identity: other });
        await trial.call(create, fresh, { identity: other });
        const third = await answers(trial, usual);
        for (const { id } of usual.keys()) {
          if (differs(first.get(id), second.get(id))) continue;
          const difference = differs(second.get(id), third.get(id));
          if (difference !== undefined)
            violated(
              `the answer of ${id} changes when another identity calls ${create.id}, though what that makes is hidden: ${difference}`,
            );
        }
      });
    }
  },
};

function differs(before: unknown, after: unknown): string | undefined {
  if (before === undefined || after === undefined) return undefined;
  return differenceText({ answer: before }, { answer: after });
}

/** A call of each operation that can be called. */
async function readCalls(
  trial: Trial,
  operations: readonly ApiOperation[],
  { fixtures }: CheckContext,
): Promise<ReadonlyMap<ApiOperation, CallArguments>> {
  const calls = new Map<ApiOperation, CallArguments>();
  for (const operation of operations)
    try {
      calls.set(operation, await fixtures.call(trial, operation));
    } catch (error) {
      if (!(error instanceof ApiUntried)) throw error;
    }
  return calls;
}

/** What the first identity is answered now, by operation; the first page of lists. */
async function answers(
  trial: Trial,
  calls: ReadonlyMap<ApiOperation, CallArguments>,
): Promise<ReadonlyMap<string, unknown>> {
  const found = new Map<string, unknown>();
  for (const [operation, call] of calls) {
    const answer = await trial.call(operation, call);
    if (isSuccess(answer) && answer.value !== undefined) found.set(operation.id, answer.value);
  }
  return found;
}
