import { type ApiOperation, declaresStatus, statusText } from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import type { ApiInstance } from "../../run/api-instance.js";
import { isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import type { Trial } from "../../run/trial.js";
import { type ApiCheck, type CheckContext, mustCase, readItem, untried, violated } from "../api-check.js";
import { isInner } from "../items/lifecycle.js";
import { stateMembers } from "./action-shown.js";
import { stateStem } from "./state-words.js";

/** Longest wait for a job to end, in milliseconds, if the contract doesn't say. */
const patienceMs = 3_000;

/** Pause between two looks, in milliseconds. */
const pauseMs = 100;

/** What is made later is made, and isn't there before. */
export const asynchronous: ApiCheck = {
  name: "asynchronous",
  rule: "What is answered 202 reaches another state, and what the contract refuses until then is refused until then, and no longer.",
  *cases({ session, contract }) {
    for (const resource of session.resources) {
      const { create, get } = resource;
      if (create === undefined || get === undefined || !declaresStatus(create, 202)) continue;
      yield mustCase(`asynchronous/${create.id}`, async (trial, context) => {
        const { instance, state } = await begun(trial, resource, context);
        const wait = waitMs(create);
        // What is pending may wait for somebody.
        if (wait === undefined && !/run|process|progress|queue/i.test(state.value))
          return untried(`needs words about how long ${create.id} takes`);
        if (await ended(trial, { instance, state, wait: wait ?? patienceMs }, context)) return;
        violated(
          `what ${create.id} has begun is still ${state.value} after ${(wait ?? patienceMs) / 1000} seconds`,
          wait === undefined ? { level: "should" } : {},
        );
      });
      for (const inner of contract.operations)
        if (isInner(inner, resource) && inner.method === "GET" && declaresStatus(inner, 409))
          yield mustCase(`asynchronous/${create.id}/${inner.id}`, (trial, context) =>
            refusedUntil(trial, { resource, create, inner }, context),
          );
    }
  },
};

/** A member that tells the state of an item, and its value. */
interface ShownState {
  readonly name: string;
  readonly value: string;
}

/** A job that has just begun. Throws `ApiUntried` if it doesn't show that it runs. */
async function begun(
  trial: Trial,
  resource: ApiResource,
  context: CheckContext,
): Promise<{ readonly instance: ApiInstance; readonly state: ShownState }> {
  const instance = await context.fixtures.make(trial, resource);
  const shown = instance.answer?.value as Readonly<Record<string, unknown>> | undefined;
  if (instance.answer?.status !== 202) return untried("needs an answer 202");
  for (const [name] of stateMembers(resource, context)) {
    const value = shown?.[name];
    if (
      typeof value === "string" &&
      /run|pend|queue|process|progress|start|creat|new|wait|open|accept/i.test(value)
    )
      return { instance, state: { name, value } };
  }
  return untried("needs an answer 202 with a state");
}

interface Waiting {
  readonly instance: ApiInstance;
  readonly state: ShownState;
  readonly wait: number;
}

/** Whether an item reaches another state in time. */
async function ended(
  trial: Trial,
  { instance, state, wait }: Waiting,
  context: CheckContext,
): Promise<boolean> {
  for (let waited = 0; ; waited += pauseMs) {
    const item = await readItem(trial, instance, context);
    if (item[state.name] !== state.value) return true;
    if (waited >= wait) return false;
    await context.session.options.sleep(pauseMs);
  }
}

interface Inner {
  readonly resource: ApiResource;
  readonly create: ApiOperation;
  readonly inner: ApiOperation;
}

async function refusedUntil(
  trial: Trial,
  { resource, create, inner }: Inner,
  context: CheckContext,
): Promise<void> {
  const { instance, state } = await begun(trial, resource, context);
  if (!statusText(inner, 409).toLowerCase().includes(stateStem(state.value)))
    return untried(`needs a refusal of ${inner.id} because of ${state.value}`);
  const call = await context.fixtures.call(trial, inner, { names: instance.names });
  const early = await trial.call(inner, call);
  const between = await readItem(trial, instance, context);
  if (isSuccess(early) && between[state.name] === state.value)
    violated(
      `the server carries out ${inner.id} while what ${create.id} has begun is still ${state.value}, for which the contract declares 409`,
      statuses("409", early.status),
    );
  if (!(await ended(trial, { instance, state, wait: waitMs(create) ?? patienceMs }, context)))
    return untried(`needs what ${create.id} has begun to end`);
  const late = await trial.call(inner, call);
  if (late.status === 409)
    violated(
      `the server refuses ${inner.id} though the item of ${create.id} is no longer ${state.value}`,
      statuses("a success", late.status),
    );
}

/** How long the contract says that it takes at most, in milliseconds; `undefined` if it doesn't. */
function waitMs(create: ApiOperation): number | undefined {
  const match = /\bwithin (a|one|two|three|\d{1,2}) seconds?\b/i.exec(statusText(create, 202));
  const word = (match?.[1] ?? "").toLowerCase();
  const seconds = { a: 1, one: 1, two: 2, three: 3 }[word] ?? Number(word);
  // A busy machine may be late.
  return match === null || seconds > 10 ? undefined : seconds * 2_000;
}
