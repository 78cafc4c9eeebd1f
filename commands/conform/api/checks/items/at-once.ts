import {
  type ApiOperation,
  declaresStatus,
  headerParameter,
  statusText,
} from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import type { CallArguments } from "../../request/call-arguments.js";
import { isAsBefore } from "../../run/api-instance.js";
import { type ApiAnswer, answerHeader, isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import { itemName, itemValue } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { type ApiCheck, type CheckContext, getItem, mustCase, untried, violated } from "../api-check.js";
import { baseCall } from "../base-call.js";
import { saysUnique } from "./repeated-calls.js";

/** Requests that are sent at once: enough to meet, and few for any server. */
const together = 6;

/** Requests that come at once have the effect of some order of them. */
export const atOnce: ApiCheck = {
  name: "at-once",
  rule: "Requests that come at once have the same effect as one after the other: each makes an item of its own, and one wins where only one can.",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { create, get, put, patch } = resource;
      if (create !== undefined)
        yield mustCase(`at-once/${create.id}`, (trial, context) =>
          madeAtOnce(trial, { resource, create }, context),
        );
      if (create !== undefined && declaresStatus(create, 409) && saysUnique(statusText(create, 409)))
        yield mustCase(`at-once/${create.id}/same`, (trial, context) => sameAtOnce(trial, create, context));
      for (const change of [put, patch])
        if (change !== undefined && get !== undefined && isConditional(change))
          yield mustCase(`at-once/${change.id}`, (trial, context) =>
            changedAtOnce(trial, { resource, change }, context),
          );
    }
  },
};

function isConditional(change: ApiOperation): boolean {
  return headerParameter(change, "if-match") !== undefined && declaresStatus(change, 412);
}

/** Items that are made at once have ids of their own. */
async function madeAtOnce(
  trial: Trial,
  { resource, create }: { readonly resource: ApiResource; readonly create: ApiOperation },
  { fixtures }: CheckContext,
): Promise<void> {
  const calls = await several(() => baseCall(trial, create, fixtures));
  const answers = await Promise.all(calls.map((call) => trial.call(create, call)));
  const names = answers
    .filter((answer) => isSuccess(answer) && !isAsBefore(create, answer))
    .map(({ value }) => itemName(itemValue(value, resource), resource))
    .filter((name) => name !== undefined)
    .map(String);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    violated(
      `the server gives two items of ${create.id} that are made at once the same id, ${twice.slice(0, 40)}`,
    );
  if (names.length < 2) return untried(`needs two successes of ${create.id} at once`);
}

/** Of equal items that exclude each other, one is made. */
async function sameAtOnce(trial: Trial, create: ApiOperation, { fixtures }: CheckContext): Promise<void> {
  const { call } = await fixtures.accepted(trial, create, { isRich: true });
  const again = await trial.call(create, await fixtures.renewed(trial, create, { call }));
  if (again.status !== 409) return untried(`needs the answer 409 of ${create.id} to the same content`);
  const fresh = fixtures.bodies.renamed(create, call);
  const calls = await several(() => fixtures.renewed(trial, create, { call: fresh }));
  const answers = await Promise.all(calls.map((each) => trial.call(create, each)));
  demandOneWinner(answers, {
    did: `makes the same item of ${create.id} more than once`,
    refusal: "409",
  });
}

/** Of changes of the same state, one is carried out. */
async function changedAtOnce(
  trial: Trial,
  { resource, change }: { readonly resource: ApiResource; readonly change: ApiOperation },
  { fixtures }: CheckContext,
): Promise<void> {
  const entityTag = (answer: ApiAnswer): string =>
    answerHeader(answer, "etag") ?? untried(`needs an ETag of an item of ${resource.path}`);
  const instance = await fixtures.make(trial, resource);
  const first = entityTag((await getItem(trial, instance, { fixtures })).answer);
  const { call } = await fixtures.accepted(trial, change, {
    names: instance.names,
    isRich: true,
    headers: { "if-match": first },
  });
  const tag = entityTag((await getItem(trial, instance, { fixtures })).answer);
  if (tag === first) return untried(`needs an ETag that ${change.id} changes`);
  const calls = await several(async () => fixtures.bodies.renamed(change, call));
  const answers = await Promise.all(
    calls.map((each) => trial.call(change, each, { headers: { "if-match": tag } })),
  );
  demandOneWinner(answers, { did: `carries out ${change.id} more than once for one ETag`, refusal: "412" });
}

/** One after the other, since a call may need items that are made first. */
async function several(make: () => Promise<CallArguments>): Promise<readonly CallArguments[]> {
  const calls: CallArguments[] = [];
  while (calls.length < together) calls.push(await make());
  return calls;
}

function demandOneWinner(
  answers: readonly ApiAnswer[],
  { did, refusal }: { readonly did: string; readonly refusal: string },
): void {
  const won = answers.filter(isSuccess);
  const [, second] = won;
  if (won.length === 0) untried("needs a success of one of the requests");
  if (second !== undefined)
    violated(`the server ${did} if the requests come at once: ${won.length} of ${answers.length} succeed`, {
      ...statuses(refusal, second.status),
    });
}
