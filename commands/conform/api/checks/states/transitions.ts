import { below } from "../../../../../reader/documents/place.js";
import type { NodeObject } from "../../../../../reader/validation/nodes/node.js";
import { type ApiOperation, writtenMedia } from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import { shownProperties } from "../../contract/shown-properties.js";
import { type ApiAnswer, isSuccess } from "../../run/api-session.js";
import type { Trial } from "../../run/trial.js";
import { applied, declaredProperties, withValueAt } from "../../values/value-places.js";
import type { CheckContext } from "../api-check.js";

/** A call that brings an item into a state, such as `/orders/{id}/submit`, or a transition with `to: published`. */
export interface Transition {
  readonly action: ApiOperation;
  /** What it is called after: the verb in its path, or a declared value. */
  readonly word: string;
  /** The member of its body, and the value; absent if the path says all. */
  readonly member?: string;
}

/** Members of an item that hold its state. */
const stateMembers = /^(?:state|status|phase|stage|lifecycle)$/i;

/** The calls that change the state of an item: the actions below it, one for each declared value, and a PATCH of its state. */
export function transitions(
  resource: ApiResource,
  { contract, fixtures }: CheckContext,
): readonly Transition[] {
  const actions = contract.operations.filter(
    (each) =>
      each.method === "POST" &&
      each.path.startsWith(`${resource.path}/`) &&
      !each.path.slice(resource.path.length).includes("{") &&
      !fixtures.isCreator(each),
  );
  const byPath = actions.flatMap((action): readonly Transition[] => {
    const word = action.path.split("/").at(-1) ?? "";
    const valued = declaredValues(action, contract, /./).map((value) => ({ action, ...value }));
    return word.length < 4 ? valued : [{ action, word }, ...valued];
  });
  const { patch } = resource;
  if (patch === undefined) return byPath;
  return [
    ...byPath,
    ...declaredValues(patch, contract, stateMembers).map((value) => ({ action: patch, ...value })),
  ];
}

/** The texts that members of an operation's body may have, as far as these are enumerated. */
function declaredValues(
  operation: ApiOperation,
  contract: CheckContext["contract"],
  names: RegExp,
): readonly { readonly word: string; readonly member: string }[] {
  const media = writtenMedia(operation);
  const node = media && contract.requestNode(below(media.place, "schema"));
  if (node === undefined) return [];
  return declaredProperties(applied(node, {}))
    .filter(([member]) => names.test(member))
    .flatMap(([member, schema]) => texts(applied(schema, undefined)).map((word) => ({ word, member })));
}

function texts(nodes: readonly NodeObject[]): readonly string[] {
  return nodes.flatMap((each) => each.enum ?? []).filter((value) => typeof value === "string");
}

/** The state that an item shows; `undefined` if it shows none. */
export function shownState(item: Readonly<Record<string, unknown>>): string | undefined {
  for (const [name, value] of Object.entries(item))
    if (stateMembers.test(name) && typeof value === "string") return value;
  return undefined;
}

/** The states that the contract declares for an item in the answers to its GET. */
export function declaredStates(resource: ApiResource, { contract }: CheckContext): readonly string[] {
  return shownProperties(resource, contract)
    .filter(([name]) => stateMembers.test(name))
    .flatMap(([, schema]) => texts(applied(schema, undefined)));
}

/** An item, and how it is brought into another state. */
interface Entering {
  readonly names: readonly unknown[];
  readonly resource: ApiResource;
  readonly transition: Transition;
}

/** Brings an item into a state, if need be after one other transition; whether that succeeds. */
export async function enter(
  trial: Trial,
  { names, resource, transition }: Entering,
  context: CheckContext,
): Promise<boolean> {
  if (await moved(trial, transition, { names, context })) return true;
  for (const first of transitions(resource, context)) {
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

/** Carries out a transition; whether it succeeds. */
export async function moved(trial: Trial, transition: Transition, target: Target): Promise<boolean> {
  return isSuccess(await attempt(trial, transition.action, { ...target, value: transition }));
}

/** Calls an operation on an item with the body that is likeliest to be accepted. */
export async function attempt(
  trial: Trial,
  operation: ApiOperation,
  { names, context: { fixtures }, value }: Target,
): Promise<ApiAnswer> {
  const call = await fixtures.call(trial, operation, { names });
  const candidate = fixtures.learned.likeliest(operation);
  const type = fixtures.bodies.mediaType(operation);
  if (candidate === undefined || type === undefined) return trial.call(operation, call);
  const body = await fixtures.filled(trial, operation, { value: candidate.value, names });
  const changed = value?.member === undefined ? body : withValueAt(body, [value.member], value.word);
  return trial.call(operation, { ...call, body: { type, value: changed } });
}
