import { below, childPlaces } from "../../../../../reader/documents/place.js";
import type { ApiOperation } from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import type { CallArguments } from "../../request/call-arguments.js";
import { type ApiAnswer, answerHeader, isSuccess } from "../../run/api-session.js";
import { itemValue } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { type CheckContext, demandSuccess, getItem, untried } from "../api-check.js";
import { attempt, type Transition, transitions } from "../states/transitions.js";
import { differenceText } from "./lifecycle.js";
import { settled } from "./same-content.js";

/** Something that changes an item: PUT, PATCH, or an action on it. */
export interface ItemChange {
  readonly resource: ApiResource;
  readonly operation: ApiOperation;
  /** Of an action. */
  readonly transition?: Transition;
  /** The end of a case's id: the operation, and the declared value if it takes one. */
  readonly id: string;
}

/** An item as an answer shows it. */
export interface ItemSnapshot {
  readonly item: Readonly<Record<string, unknown>>;
  readonly tag: string | undefined;
}

/** What a change did to an item. */
export interface ObservedChange {
  readonly names: readonly unknown[];
  readonly before: ItemSnapshot;
  readonly after: ItemSnapshot;
  /** To the change itself. */
  readonly answer: ApiAnswer;
  /** Whether the item's content is another one, apart from members that change by themselves. */
  readonly isChanged: boolean;
  /** What was sent; `undefined` for actions. */
  readonly call: CallArguments | undefined;
}

/** The changes of all items that can be made and read. */
export function* itemChanges(context: CheckContext): Generator<ItemChange> {
  for (const resource of context.session.resources) {
    const { put, patch, get, create, isNamedByClient } = resource;
    if (get === undefined || (create === undefined && !isNamedByClient)) continue;
    for (const operation of [put, patch])
      if (operation !== undefined) yield { resource, operation, id: operation.id };
    const all = transitions(resource, context);
    for (const transition of all) {
      const { action, word, member } = transition;
      // Its declared values say what it does.
      if (member === undefined && all.some((each) => each.action === action && each !== transition)) continue;
      yield {
        resource,
        operation: action,
        transition,
        id: member === undefined ? action.id : `${action.id}/${word}`,
      };
    }
  }
}

/** Longest pause for a clock of seconds to show another time, in milliseconds. */
const secondMs = 1_100;

/** Changes a new item, and reads it before and after; a clock that it shows has moved in between. Throws `ApiUntried`. */
export async function observedChange(
  trial: Trial,
  change: ItemChange,
  context: CheckContext,
): Promise<ObservedChange> {
  const { resource, operation, transition } = change;
  if (transition === undefined) return updated(trial, { resource, operation }, context);
  const firsts = transitions(resource, context).filter(({ word }) => word !== transition.word);
  for (const first of [undefined, ...firsts]) {
    const { names } = await context.fixtures.make(trial, resource, { isRich: true });
    if (
      first !== undefined &&
      !isSuccess(await attempt(trial, first.action, { names, context, value: first }))
    )
      continue;
    const before = await snapshot(trial, { resource, names }, context);
    await pause(before, context);
    const answer = await attempt(trial, operation, { names, context, value: transition });
    if (!isSuccess(answer)) continue;
    if (answer.status === 202) return untried(`needs a change at once, and ${operation.id} answers 202`);
    return { ...(await compared(trial, { resource, names, before }, context)), answer, call: undefined };
  }
  return untried(`needs a call of ${operation.id} that the server accepts`);
}

async function updated(
  trial: Trial,
  { resource, operation }: Pick<ItemChange, "resource" | "operation">,
  context: CheckContext,
): Promise<ObservedChange> {
  const { names } = await context.fixtures.make(trial, resource, { isRich: true });
  const before = await snapshot(trial, { resource, names }, context);
  await pause(before, context);
  const headers: Record<string, string> = before.tag === undefined ? {} : { "if-match": before.tag };
  const { call, answer } = await context.fixtures.accepted(trial, operation, {
    names,
    isRich: true,
    headers,
  });
  if (answer.status === 202) return untried(`needs a change at once, and ${operation.id} answers 202`);
  return { ...(await compared(trial, { resource, names, before }, context)), answer, call };
}

interface Seen {
  readonly resource: ApiResource;
  readonly names: readonly unknown[];
  readonly before: ItemSnapshot;
}

async function compared(trial: Trial, { resource, names, before }: Seen, context: CheckContext) {
  const after = await snapshot(trial, { resource, names }, context);
  const isChanged = differenceText(settled(before.item), settled(after.item)) !== undefined;
  return { names, before, after, isChanged };
}

/** An item as it is now. Throws `ApiUntried` if the server doesn't show it. */
export async function snapshot(
  trial: Trial,
  { resource, names }: Pick<Seen, "resource" | "names">,
  { fixtures }: Pick<CheckContext, "fixtures">,
): Promise<ItemSnapshot> {
  const { answer, operation } = await getItem(trial, { resource, names }, { fixtures });
  demandSuccess(answer, operation);
  const item = itemValue(answer.value, resource);
  if (item === undefined) return untried(`needs an answer of ${operation.id} that is a JSON object`);
  return { item, tag: answerHeader(answer, "etag") };
}

/** Waits until a clock shows another time than an item: of seconds, if its times have no fraction. */
async function pause({ item }: ItemSnapshot, { session }: CheckContext): Promise<void> {
  const times = Object.entries(item).filter(([name]) => isChangeTime(name));
  if (times.length === 0) return;
  const isCoarse = times.some(([, value]) => !/\.\d*[1-9]/.test(String(value)));
  await session.options.sleep(isCoarse ? secondMs : 20);
}

/** Whether a member is called like the time of an item's last change. */
export function isChangeTime(name: string): boolean {
  return /^(?:date_?)?(?:last_?)?(?:updated?|modified|modification|changed|edited)(?:_?(?:at|on|time|date|timestamp))?$/i.test(
    name,
  );
}

/** Whether a success of an operation declares a header, whose name is in lower case. */
export function declaresAnswerHeader({ declared }: ApiOperation, name: string): boolean {
  return declared.responses.some(
    ([status, place]) =>
      status.startsWith("2") &&
      childPlaces(below(place, "headers")).some(([each]) => each.toLowerCase() === name),
  );
}
