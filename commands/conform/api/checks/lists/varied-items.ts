import type { Node } from "../../../../../reader/validation/nodes/node.js";
import { holds } from "../../../../../reader/validation/synthesis/search.js";
import { bodyValue, withBody } from "../../request/call-arguments.js";
import { listNames, madeInstance } from "../../run/api-instance.js";
import { isSuccess } from "../../run/api-session.js";
import { isRecord } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { applied, type ValuePath, valueAtPath, valuePlaces, withValueAt } from "../../values/value-places.js";
import { type CheckContext, readItem, untried } from "../api-check.js";
import { baseCall } from "../base-call.js";
import { enter, transitions } from "../states/transitions.js";
import { type FilterReading, filterReading } from "./filter-readings.js";
import type { ListedItem } from "./read-lists.js";
import type { ListSearch } from "./searches.js";

/** A list with items that differ in what its filters select by. */
export interface VariedList extends Omit<ListSearch, "parameter"> {
  /** Names of what it is a list of. */
  readonly parents: readonly unknown[];
  readonly readings: readonly FilterReading[];
  /** Names of items of another parent. */
  readonly foreign: readonly string[];
  /** Names of the items that differ in a member. */
  readonly made: readonly string[];
}

const known = new WeakMap<object, Map<string, VariedList>>();

/** Makes items that differ in one member each. Throws `ApiUntried` if no filter of the list can be read. */
export async function variedList(
  trial: Trial,
  { resource, list }: Omit<ListSearch, "parameter">,
  context: CheckContext,
): Promise<VariedList> {
  const { fixtures, contract } = context;
  const own = known.get(fixtures) ?? new Map<string, VariedList>();
  known.set(fixtures, own);
  const ready = own.get(list.id);
  if (ready !== undefined) return ready;
  const foreign = await foreignNames(trial, { resource, list }, context);
  const instance = await fixtures.make(trial, resource, { isRich: true });
  const item = await readItem(trial, instance, context);
  const readings = list.declared.parameters.flatMap(
    (parameter) => filterReading(parameter, [item], contract) ?? [],
  );
  if (readings.length === 0) return untried(`needs a parameter of ${list.id} that is about a member`);
  const parents = listNames(instance);
  const made: string[] = [];
  for (const reading of readings) made.push(...(await vary(trial, { resource, reading }, context)));
  const varied = { resource, list, parents, readings, foreign, made };
  own.set(list.id, varied);
  return varied;
}

async function foreignNames(
  trial: Trial,
  { resource, list }: Omit<ListSearch, "parameter">,
  { fixtures }: CheckContext,
): Promise<readonly string[]> {
  const parent = fixtures.resourceAt(list.path);
  if (parent === undefined) return [];
  const instance = await fixtures.make(trial, resource);
  fixtures.items.forget(parent);
  return [String(instance.names.at(-1))];
}

async function vary(
  trial: Trial,
  { resource, reading }: Pick<ListSearch, "resource"> & { readonly reading: FilterReading },
  context: CheckContext,
): Promise<readonly string[]> {
  const { fixtures } = context;
  const { create } = resource;
  if (create === undefined || reading.relation === "text") return [];
  if (reading.relation === "equal" || reading.relation === "any")
    await varyState(trial, { resource, reading }, context);
  const node = fixtures.bodies.node(create);
  const body = bodyValue(await baseCall(trial, create, fixtures));
  const path = node === undefined ? undefined : memberPath(body, reading);
  if (node === undefined || path === undefined) return [];
  const made: string[] = [];
  for (const [index, value] of otherValues(node, body, path).slice(0, mostOthers).entries()) {
    const call = await baseCall(trial, create, fixtures);
    const changed = withValueAt(bodyValue(call), path, value);
    const varied = withOtherChoice(node, changed, { path, index });
    let sent = withBody(call, varied);
    let answer = await trial.call(create, sent);
    if (!isSuccess(answer) && varied !== changed) {
      const again = await baseCall(trial, create, fixtures);
      sent = withBody(again, withValueAt(bodyValue(again), path, value));
      answer = await trial.call(create, sent);
    }
    const instance = isSuccess(answer) ? madeInstance(resource, sent, answer) : undefined;
    if (instance !== undefined && answer.status !== 202) made.push(String(instance.names.at(-1)));
  }
  return made;
}

/** The body with another declared value at one of its other places, so that items differ in what no filter is about as well. */
export function withOtherChoice(
  node: Node,
  body: unknown,
  { path, index }: { readonly path: ValuePath; readonly index: number },
): unknown {
  const choices = valuePlaces(node, body).flatMap(({ path: place, value, nodes }) => {
    const declared = nodes.flatMap((each) => each.enum ?? []).filter((each) => each !== value);
    const changed = declared
      .map((each) => withValueAt(body, place, each))
      .filter((each) => String(place) !== String(path) && holds(node, each));
    return changed;
  });
  return choices.length === 0 ? body : choices[index % choices.length];
}

const mostOthers = 6;

/** Brings items into the states that the values of a filter are called after. */
async function varyState(
  trial: Trial,
  { resource, reading }: Pick<ListSearch, "resource"> & { readonly reading: FilterReading },
  context: CheckContext,
): Promise<void> {
  const [member = ""] = reading.members;
  for (const transition of transitions(resource, context).slice(0, mostOthers)) {
    const instance = await context.fixtures.make(trial, resource);
    if (isRecord(instance.sent) && Object.hasOwn(instance.sent, member)) return;
    await enter(trial, { names: instance.names, resource, transition }, context);
  }
}

/** Where a body has the member that a filter is about; the number of an amount with its currency. */
export function memberPath(
  body: unknown,
  { members, relation }: Pick<FilterReading, "members" | "relation">,
): ValuePath | undefined {
  const [member = ""] = members;
  const value = valueAtPath(body, [member]);
  if (value === undefined) return undefined;
  if (!isRecord(value)) return [member];
  const inner = Object.keys(value).find((key) => typeof value[key] === "number");
  return inner === undefined || relation === "equal" ? undefined : [member, inner];
}

/** Numbers that careless programs take for none, or compare as texts. */
const numbers = [0, -1, 1, 9, 10, 100, 2];

/** Other valid values at a place of a valid body. */
export function otherValues(node: Node, body: unknown, path: ValuePath): readonly unknown[] {
  const own = valueAtPath(body, path);
  const nodes = valuePlaces(node, body).find((each) => String(each.path) === String(path))?.nodes ?? [];
  const declared = nodes.flatMap((each) => each.enum ?? []);
  const candidates: unknown[] = [...declared];
  if (typeof own === "boolean") candidates.push(!own);
  else if (typeof own === "number") candidates.push(...numbers, own + 1);
  else if (typeof own === "string" && declared.length === 0) candidates.push(`x${own.slice(1)}`, `${own}x`);
  else if (Array.isArray(own)) {
    const items = nodes.flatMap((each) => (each.items === undefined ? [] : applied(each.items, undefined)));
    const others = items.flatMap((each) => each.enum ?? []).filter((each) => !own.includes(each));
    const [first] = own as readonly unknown[];
    const text = typeof first === "string" ? `${first.slice(0, 20)}x` : undefined;
    const other = others[0] ?? text;
    candidates.push([...own, other], [...own], own.slice(1), own.slice(0, 1), [other], []);
  }
  const valid = candidates.filter((value) => value !== own && holds(node, withValueAt(body, path, value)));
  return [...new Map(valid.map((value) => [String(value), value])).values()];
}

/** A value of a query that an item has, by which a filter selects it. */
export function wantedIn(item: ListedItem, { members, relation }: FilterReading): unknown {
  const own = item[members[0] ?? ""];
  if (relation === "all" || relation === "several" || relation === "any")
    return Array.isArray(own) ? own.slice(0, 1) : [own];
  if (Array.isArray(own)) return own[0] as unknown;
  if (relation === "text" && typeof own === "string") return [...own].slice(0, 30).join("").trim();
  return own;
}
