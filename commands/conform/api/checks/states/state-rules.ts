import { type ApiOperation, declaresStatus, statusText } from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import { type ApiAnswer, isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import type { Trial } from "../../run/trial.js";
import {
  type ApiCase,
  type ApiCheck,
  type CheckContext,
  mustCase,
  readItem,
  untried,
  violated,
} from "../api-check.js";
import { refusedWithoutEffect } from "./effects.js";
import { isStateWord, type StateWord, stateWords } from "./state-words.js";
import { attempt, declaredStates, enter, shownState, type Transition, transitions } from "./transitions.js";

/** Operations are refused in the states for which the contract says so. */
export const stateRules: ApiCheck = {
  name: "state",
  rule: "An operation that the contract forbids because of an item's state is refused in that state, and changes nothing then.",
  *cases(context) {
    const { contract, fixtures } = context;
    for (const operation of contract.operations) {
      const resource = fixtures.resourceAt(operation.path);
      if (resource === undefined || operation.method === "GET") continue;
      if (!declaresStatus(operation, 409) && !declaresStatus(operation, 423)) continue;
      const seen = new Set<string>();
      for (const word of stateWords(operation))
        for (const each of wordCases({ operation, resource }, word, context)) {
          if (seen.has(each.id)) continue;
          seen.add(each.id);
          yield each;
        }
    }
  },
};

/** An operation on items that have states. */
interface StatefulCall {
  readonly operation: ApiOperation;
  readonly resource: ApiResource;
}

/** The cases about one word of the contract, if it is a state. */
function* wordCases(
  call: StatefulCall,
  { word, isRefusedIn }: StateWord,
  context: CheckContext,
): Generator<ApiCase> {
  const { operation, resource } = call;
  const all = transitions(resource, context);
  const others = all.filter(({ action }) => action !== operation);
  const id = `state/${operation.id}`;
  const transition = others.find((each) => isStateWord(word, each.word));
  if (transition !== undefined) {
    const entered = { ...call, transition };
    yield mustCase(`${id}/${transition.word}`, (trial, own) =>
      isRefusedIn ? refusedIn(trial, entered, own) : refusedBefore(trial, entered, own),
    );
    if (isRefusedIn) return;
    for (const away of others.filter((each) => each.word !== transition.word))
      yield mustCase(`${id}/${transition.word}/${away.word}`, (trial, own) =>
        refusedIn(trial, { ...call, transition: away, before: transition, only: word }, own),
      );
    return;
  }
  if (!declaredStates(resource, context).some((state) => isStateWord(word, state))) return;
  // A state that items have from the start.
  if (isRefusedIn)
    for (const each of others)
      yield mustCase(`${id}/${word}/${each.word}`, (trial, own) =>
        refusedBefore(trial, { ...call, transition: each, initial: word }, own),
      );
  else
    for (const each of all)
      yield mustCase(`${id}/${word}/${each.word}`, (trial, own) =>
        refusedIn(trial, { ...call, transition: each, only: word }, own),
      );
}

interface StateCase extends StatefulCall {
  readonly transition: Transition;
}

/** A call that the contract forbids after a transition. */
interface LateCall extends StateCase {
  /** What comes before the transition. */
  readonly before?: Transition;
  /** The only state in which the contract allows the call, if it says so. */
  readonly only?: string;
}

async function refusedIn(trial: Trial, late: LateCall, context: CheckContext): Promise<void> {
  const { operation, resource, transition, before, only } = late;
  const prepared = async (): Promise<readonly unknown[]> => {
    const { names } = await context.fixtures.make(trial, resource);
    if (before !== undefined && !(await enter(trial, { names, resource, transition: before }, context)))
      return untried(`needs an item of ${resource.collection} that is ${before.word}`);
    return names;
  };
  // The same call must be fine in another state, or a refusal says nothing.
  const other = await prepared();
  if (only !== undefined && !(await isIn(trial, { resource, names: other }, { word: only, context })))
    return untried(`needs an item of ${resource.collection} that is ${only}`);
  const control = await attempt(trial, operation, { names: other, context });
  if (!isSuccess(control))
    return untried(`needs a call of ${operation.id} that the server accepts; it answers ${control.status}`);
  const names = await prepared();
  if (!(await enter(trial, { names, resource, transition }, context)))
    return untried(`needs an item of ${resource.collection} that is ${transition.word}`);
  if (only !== undefined && (await isIn(trial, { resource, names }, { word: only, context })))
    return untried(`needs an item of ${resource.collection} that isn't ${only}`);
  const answer = await refusable(trial, { operation, names }, context);
  if (isSuccess(answer))
    violated(
      `the server carries out ${operation.id} after ${transition.action.id} (${transition.word}), and the contract says: ${ruleText(operation)}`,
      statuses("409", answer.status),
    );
}

/** A call that the contract forbids before a transition. */
interface EarlyCall extends StateCase {
  /** The state of a new item, as the contract calls it. */
  readonly initial?: string;
}

async function refusedBefore(trial: Trial, early: EarlyCall, context: CheckContext): Promise<void> {
  const { operation, resource, transition, initial } = early;
  const { names } = await context.fixtures.make(trial, resource);
  if (initial !== undefined && !(await isIn(trial, { resource, names }, { word: initial, context })))
    return untried(`needs an item of ${resource.collection} that is ${initial}`);
  const answer = await refusable(trial, { operation, names }, context);
  if (isSuccess(answer))
    violated(
      `the server carries out ${operation.id} for a new item, before ${transition.action.id} (${transition.word}), and the contract says: ${ruleText(operation)}`,
      statuses("409", answer.status),
    );
  // Afterwards it must be fine, or the refusal says nothing.
  if (!(await enter(trial, { names, resource, transition }, context)))
    return untried(`needs an item of ${resource.collection} that is ${transition.word}`);
  const control = await attempt(trial, operation, { names, context });
  if (!isSuccess(control))
    untried(`needs a call of ${operation.id} that the server accepts; it answers ${control.status}`);
}

interface Named {
  readonly resource: ApiResource;
  readonly names: readonly unknown[];
}

/** Whether an item shows that it is in a state. */
async function isIn(
  trial: Trial,
  { resource, names }: Named,
  { word, context }: { readonly word: string; readonly context: CheckContext },
): Promise<boolean> {
  const item = await readItem(
    trial,
    { resource, names, sent: undefined, answer: undefined, call: undefined },
    context,
  );
  const state = shownState(item);
  if (state === undefined) return untried(`needs an item of ${resource.collection} that shows its state`);
  return isStateWord(word, state);
}

function refusable(
  trial: Trial,
  { operation, names }: { readonly operation: ApiOperation; readonly names: readonly unknown[] },
  context: CheckContext,
): Promise<ApiAnswer> {
  const send = (): Promise<ApiAnswer> => attempt(trial, operation, { names, context });
  return refusedWithoutEffect(trial, { operation, names }, { context, send });
}

function ruleText(operation: ApiOperation): string {
  return (statusText(operation, 409) || statusText(operation, 423)).slice(0, 100);
}
