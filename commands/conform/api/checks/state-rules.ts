import { below } from "../../../../reader/documents/place.js";
import { type ApiOperation, declaresStatus, statusText, writtenMedia } from "../contract/api-contract.js";
import type { ApiResource } from "../contract/api-resources.js";
import { type ApiAnswer, isSuccess } from "../run/api-session.js";
import { statuses } from "../run/finding.js";
import type { Trial } from "../run/trial.js";
import { applied, declaredProperties, withValueAt } from "../values/value-places.js";
import { type ApiCheck, type CheckContext, mustCase, untried, violated } from "./api-check.js";

/** A call that brings an item into a state, such as `/orders/{id}/submit`, or a transition with `to: published`. */
export interface Transition {
  readonly action: ApiOperation;
  /** What it is called after: the verb in its path, or a declared value. */
  readonly word: string;
  /** The member of its body, and the value; absent if the path says all. */
  readonly member?: string;
}

/** What the contract says of a state in the description of 409: "It is archived", "The article isn't published". */
interface StateRule {
  readonly transition: Transition;
  /** Whether the operation is refused in the state, rather than in any other. */
  readonly isRefusedIn: boolean;
}

/** Operations are refused in the states for which the contract declares it. */
export const stateRules: ApiCheck = {
  name: "state",
  rule: "An operation for which the contract declares 409 because of an item's state is refused in that state.",
  *cases(context) {
    const { contract, fixtures } = context;
    for (const operation of contract.operations) {
      const resource = fixtures.resourceAt(operation.path);
      if (resource === undefined || operation.method === "GET" || !declaresStatus(operation, 409)) continue;
      for (const { transition, isRefusedIn } of rules(operation, resource, context))
        yield mustCase(`state/${operation.id}/${transition.word}`, (trial, own) =>
          isRefusedIn
            ? refusedIn(trial, { operation, resource, transition }, own)
            : refusedBefore(trial, { operation, resource, transition }, own),
        );
    }
  },
};

function rules(operation: ApiOperation, resource: ApiResource, context: CheckContext): readonly StateRule[] {
  const text = statusText(operation, 409).toLowerCase();
  const states = [...text.matchAll(/\b(is|are|isn't|is not|aren't|not yet) (?:already |still )?([a-z]+)/g)];
  return states.flatMap(([, verb = "", state = ""]): readonly StateRule[] => {
    const transition = stateTransitions(resource, context).find(
      ({ action, word }) => action !== operation && state.startsWith(stateStem(word)),
    );
    return transition === undefined ? [] : [{ transition, isRefusedIn: verb === "is" || verb === "are" }];
  });
}

/** The beginning of a verb and of the state that it leads to: `cancel` and `cancelled`. */
export function stateStem(word: string): string {
  return word.toLowerCase().slice(0, Math.max(4, word.length - 2));
}

/** The actions on an item of a resource, one for each declared value of a member that all their bodies have. */
export function stateTransitions(
  resource: ApiResource,
  { contract, fixtures }: CheckContext,
): readonly Transition[] {
  return contract.operations
    .filter(
      (each) =>
        each.method === "POST" &&
        each.path.startsWith(`${resource.path}/`) &&
        !each.path.slice(resource.path.length).includes("{") &&
        !fixtures.isCreator(each),
    )
    .flatMap((action): readonly Transition[] => {
      const word = action.path.split("/").at(-1) ?? "";
      const media = writtenMedia(action);
      const node = media && contract.requestNode(below(media.place, "schema"));
      const members = node === undefined ? [] : declaredProperties(applied(node, {}));
      const valued = members.flatMap(([member, schema]) =>
        applied(schema, undefined)
          .flatMap((each) => each.enum ?? [])
          .filter((value): value is string => typeof value === "string")
          .map((value) => ({ action, word: value, member })),
      );
      return word.length < 4 ? valued : [{ action, word }, ...valued];
    });
}

interface StateCase {
  readonly operation: ApiOperation;
  readonly resource: ApiResource;
  readonly transition: Transition;
}

async function refusedIn(trial: Trial, stateCase: StateCase, context: CheckContext): Promise<void> {
  const { operation, resource, transition } = stateCase;
  // The same call must be fine in another state, or a refusal says nothing.
  const other = await context.fixtures.make(trial, resource);
  const { answer: control } = await attempt(trial, operation, { names: other.names, context });
  if (!isSuccess(control))
    return untried(`needs a call of ${operation.id} that the server accepts; it answers ${control.status}`);
  const { names } = await context.fixtures.make(trial, resource);
  if (!(await enter(trial, { names, resource, transition }, context)))
    return untried(`needs an item of ${resource.collection} that is ${transition.word}`);
  const { answer } = await attempt(trial, operation, { names, context });
  if (isSuccess(answer))
    violated(
      `the server carries out ${operation.id} after ${transition.action.id} (${transition.word}), for which the contract declares 409: ${statusText(operation, 409).slice(0, 100)}`,
      statuses("409", answer.status),
    );
}

async function refusedBefore(trial: Trial, stateCase: StateCase, context: CheckContext): Promise<void> {
  const { operation, resource, transition } = stateCase;
  const { names } = await context.fixtures.make(trial, resource);
  const { answer } = await attempt(trial, operation, { names, context });
  if (isSuccess(answer))
    violated(
      `the server carries out ${operation.id} for a new item, before ${transition.action.id} (${transition.word}), and the contract declares 409: ${statusText(operation, 409).slice(0, 100)}`,
      statuses("409", answer.status),
    );
  // Afterwards it must be fine, or the refusal says nothing.
  if (!(await enter(trial, { names, resource, transition }, context)))
    return untried(`needs an item of ${resource.collection} that is ${transition.word}`);
  const { answer: control } = await attempt(trial, operation, { names, context });
  if (!isSuccess(control))
    untried(`needs a call of ${operation.id} that the server accepts; it answers ${control.status}`);
}

interface Entering {
  readonly names: readonly unknown[];
  readonly resource: ApiResource;
  readonly transition: Transition;
}

/** Brings an item into a state, if need be after one other transition. */
async function enter(
  trial: Trial,
  { names, resource, transition }: Entering,
  context: CheckContext,
): Promise<boolean> {
  if (await moved(trial, transition, { names, context })) return true;
  for (const first of stateTransitions(resource, context)) {
    if (first.word === transition.word || !(await moved(trial, first, { names, context }))) continue;
    if (await moved(trial, transition, { names, context })) return true;
  }
  return false;
}

interface Target {
  readonly names: readonly unknown[];
  readonly context: CheckContext;
  /** What the body says, if it has a member for the state. */
  readonly value?: Pick<Transition, "word" | "member">;
}

/** An answer, and whether it is a success. */
interface Attempt {
  readonly answer: ApiAnswer;
  readonly isDone: boolean;
}

async function moved(trial: Trial, transition: Transition, target: Target): Promise<boolean> {
  return (await attempt(trial, transition.action, { ...target, value: transition })).isDone;
}

/** Calls an operation on an item with the body that is likeliest to be accepted. */
export async function attempt(
  trial: Trial,
  operation: ApiOperation,
  { names, context: { fixtures }, value }: Target,
): Promise<Attempt> {
  const path = await fixtures.call(trial, operation, { names });
  const candidate = fixtures.learned.likeliest(operation);
  const type = fixtures.bodies.mediaType(operation);
  let call = path;
  if (candidate !== undefined && type !== undefined) {
    const body = await fixtures.filled(trial, operation, { value: candidate.value, names });
    const own = value?.member === undefined ? body : withValueAt(body, [value.member], value.word);
    call = { ...path, body: { type, value: own } };
  }
  const answer = await trial.call(operation, call);
  return { answer, isDone: isSuccess(answer) };
}
