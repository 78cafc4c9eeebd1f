import { isDeepStrictEqual } from "node:util";
import { holds } from "../../../../../reader/validation/synthesis/search.js";
import { parameterSchema } from "../../contract/api-contract.js";
import { withParameter } from "../../request/call-arguments.js";
import { type ApiInstance, listNames } from "../../run/api-instance.js";
import { isSuccess } from "../../run/api-session.js";
import { isRecord } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { valueAtPath, withValueAt } from "../../values/value-places.js";
import {
  type ApiCheck,
  type CheckContext,
  getItem,
  mustCase,
  readItem,
  untried,
  violated,
} from "../api-check.js";
import { condition } from "../items/updates.js";
import { moved, transitions } from "../states/transitions.js";
import { type FilterReading, filterReading, isSelected, isTimeText, position } from "./filter-readings.js";
import { filteredLists, wishText } from "./filter-values.js";
import { listedNames } from "./listed-names.js";
import { type ListedItem, plainName } from "./read-lists.js";
import type { ListSearch } from "./searches.js";
import { memberPath, otherValues, wantedIn } from "./varied-items.js";

/** A filter follows what has changed. */
export const filterChanges: ApiCheck = {
  name: "filter-changes",
  rule: "After a change or an action, a filter finds an item by what it is now, and not by what it was.",
  *cases(context) {
    for (const search of filteredLists(context)) {
      const id = `filter-changes/${search.list.id}/${search.parameter.name}`;
      yield mustCase(id, (trial, own) => follow(trial, search, own));
    }
  },
};

/** A filter of a list, and the item that it is asked for. */
interface Following {
  readonly search: ListSearch;
  readonly reading: FilterReading;
  readonly instance: ApiInstance;
}

async function follow(trial: Trial, search: ListSearch, context: CheckContext): Promise<void> {
  const { resource, parameter } = search;
  const instance = await context.fixtures.make(trial, resource, { isRich: true });
  const item = await readItem(trial, instance, context);
  const reading = filterReading(parameter, [item], context.contract);
  if (reading === undefined) return untried(`needs items with a member that \`${parameter.name}\` is about`);
  const following = { search, reading, instance };
  const isLast = reading.relation === "least" && /updated|modified|changed/.test(plainName(parameter.name));
  const count = isLast
    ? await followTime(trial, following, context)
    : (await followChanges(trial, following, context)) +
      (await followActions(trial, following, context)) +
      (await followDeletion(trial, following, context));
  if (count === 0) return untried(`needs a change of what \`${parameter.name}\` is about`);
}

/** A selection before and after. */
interface Wanted {
  readonly wanted: unknown;
  readonly item: ListedItem;
}

/** Throws if a filter finds or misses an item, other than what it is now says. */
async function demand(
  trial: Trial,
  { search, reading, instance, wanted, item, by }: Following & Wanted & { readonly by: string },
  context: CheckContext,
): Promise<boolean> {
  const wish = isSelected(reading, item, wanted);
  const node = context.contract.requestNode(parameterSchema(search.parameter));
  if (wish === undefined || wanted === undefined || node === undefined || !holds(node, wanted)) return false;
  const found = await isFound(trial, { search, instance, wanted }, context);
  if (found === undefined) return false;
  if (found === wish) return true;
  // What a list leaves out by default, such as archived items, is for its author to say.
  const isHidden = wish && (await isFound(trial, { search, instance, wanted: undefined }, context)) !== true;
  const [member = ""] = reading.members;
  violated(
    `the server answers ${search.list.id} with \`${search.parameter.name}\` ${wishText(wanted)} ${found ? "with" : "without"} an item in which \`${member}\` is ${wishText(item[member])} since ${by}`,
    reading.isGuessed === true || isHidden ? { level: "should" } : {},
  );
}

/** Whether a filter, or the list without it, has an item; `undefined` if it isn't known. */
async function isFound(
  trial: Trial,
  { search, instance, wanted }: Omit<Following, "reading"> & { readonly wanted: unknown },
  context: CheckContext,
): Promise<boolean | undefined> {
  const { resource, list, parameter } = search;
  const { found, isComplete } = await listedNames(
    trial,
    {
      resource,
      list,
      parents: listNames(instance),
      selected: (call) => withParameter(call, parameter, wanted),
    },
    context,
  );
  const isThere = found.has(String(instance.names.at(-1)));
  return isThere || isComplete ? isThere : undefined;
}

/** The value by which an item is found, and by which it isn't found otherwise. */
function wantedFor(reading: FilterReading, item: ListedItem): unknown {
  const { relation, members } = reading;
  const own = item[members[0] ?? ""];
  if (relation === "present") return isSelected(reading, item, true);
  if (relation === "least" || relation === "most") return isTimeText(own) ? own : position(own);
  return wantedIn(item, reading);
}

/** PATCH and PUT of the member. */
async function followChanges(trial: Trial, following: Following, context: CheckContext): Promise<number> {
  const { search, reading } = following;
  const { resource } = search;
  const { fixtures } = context;
  let count = 0;
  for (const change of [resource.patch, resource.put]) {
    const node = change && fixtures.bodies.node(change);
    if (change === undefined || node === undefined) continue;
    const instance = await fixtures.make(trial, resource, { isRich: true });
    const before = await readItem(trial, instance, context);
    const path = memberPath(instance.sent, reading);
    if (path === undefined) continue;
    const base =
      change.method === "PATCH"
        ? { [String(path[0])]: valueAtPath(instance.sent, path.slice(0, 1)) }
        : instance.sent;
    const others = otherValues(node, base, path).filter((each) => each !== null);
    const value = others.find((each) => isOther(each, valueAtPath(base, path)));
    if (value === undefined) continue;
    const wanted = wantedFor(reading, before);
    const target = { search, reading, instance };
    if (!(await demand(trial, { ...target, wanted, item: before, by: "it was made" }, context))) continue;
    const call = await fixtures.call(trial, change, { names: instance.names });
    const body = { type: fixtures.bodies.mediaType(change), value: withValueAt(base, path, value) };
    const headers = await condition(trial, instance, { change, fixtures });
    if (!isSuccess(await trial.call(change, { ...call, body }, { headers }))) continue;
    const item = await readItem(trial, instance, context);
    for (const each of [wanted, wantedFor(reading, item)])
      if (await demand(trial, { ...target, wanted: each, item, by: change.id }, context)) count++;
  }
  return count;
}

/** A deletion of the item. */
async function followDeletion(trial: Trial, following: Following, context: CheckContext): Promise<number> {
  const { search, reading } = following;
  const { resource, list, parameter } = search;
  const { fixtures } = context;
  if (resource.remove === undefined) return 0;
  const instance = await fixtures.make(trial, resource, { isRich: true });
  const wanted = wantedFor(reading, await readItem(trial, instance, context));
  const asked = { search, instance, wanted };
  if (wanted === undefined || (await isFound(trial, asked, context)) !== true) return 0;
  const answer = await fixtures.items.remove(trial, instance);
  if (answer === undefined || !isSuccess(answer)) return 0;
  const { answer: gone } = await getItem(trial, instance, context);
  if (isSuccess(gone)) return 0;
  if ((await isFound(trial, asked, context)) === true)
    violated(
      `the server answers ${list.id} with \`${parameter.name}\` ${wishText(wanted)} with an item that ${resource.remove.id} has deleted`,
    );
  return 1;
}

/** Whether a value has nothing of another one that a filter would still find. */
function isOther(value: unknown, before: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && Array.isArray(before) && !value.includes(before[0]);
  return typeof value !== "string" || !value.includes(String(before));
}

/** Actions on the item that happen to change the member. */
async function followActions(trial: Trial, following: Following, context: CheckContext): Promise<number> {
  const { search, reading, instance } = following;
  const [member = ""] = reading.members;
  let before = await readItem(trial, instance, context);
  let count = 0;
  for (const transition of transitions(search.resource, context).slice(0, mostActions)) {
    if (!(await moved(trial, transition, { names: instance.names, context }))) continue;
    const item = await readItem(trial, instance, context);
    const wanted = wantedFor(reading, before);
    before = item;
    if (isDeepStrictEqual(wanted, wantedFor(reading, item)) || item[member] === undefined) continue;
    const by = transition.action.id;
    for (const each of [wanted, wantedFor(reading, item)])
      if (await demand(trial, { ...following, wanted: each, item, by }, context)) count++;
  }
  return count;
}

const mostActions = 5;

/** A time of the last change, and a filter by it. */
async function followTime(trial: Trial, following: Following, context: CheckContext): Promise<number> {
  const { search, reading, instance } = following;
  const [member = ""] = reading.members;
  const before = await readItem(trial, instance, context);
  const first = position(before[member]);
  if (first === undefined) return 0;
  const isWhole = !String(before[member]).includes(".");
  const step = isWhole ? 1000 : 1;
  const wanted = new Date(first + step).toISOString();
  const isEarly = await isFound(trial, { search, instance, wanted }, context);
  if (isEarly !== false) return 0;
  let count = 0;
  for (const change of changes(search, context)) {
    const earlier = await readItem(trial, instance, context);
    await context.session.options.sleep(2 * step + 10);
    if (!(await change.run(trial, instance))) continue;
    const item = await readItem(trial, instance, context);
    if (!differs(earlier, item, member)) continue;
    const last = position(item[member]) ?? 0;
    count++;
    if (last <= (position(earlier[member]) ?? 0))
      violated(
        `the server leaves \`${member}\` of an item as it was, though ${change.id} has changed the item`,
        {
          level: "should",
        },
      );
    // The bound itself is later than any time that the item had before.
    const bound =
      isWhole || reading.isInclusive !== true ? new Date(last - step).toISOString() : item[member];
    if ((await isFound(trial, { search, instance, wanted: bound }, context)) === false)
      violated(
        `the server answers ${search.list.id} with \`${search.parameter.name}\` ${wishText(bound)} without an item in which \`${member}\` is ${wishText(item[member])} since ${change.id}`,
      );
  }
  return count;
}

interface Change {
  readonly id: string;
  run(trial: Trial, instance: ApiInstance): Promise<boolean>;
}

function changes({ resource }: ListSearch, context: CheckContext): readonly Change[] {
  const { fixtures } = context;
  const { patch } = resource;
  const patching: Change = {
    id: patch?.id ?? "",
    run: async (trial, instance) => {
      if (patch === undefined) return false;
      const headers = await condition(trial, instance, { change: patch, fixtures });
      const { names } = instance;
      return isSuccess((await fixtures.accepted(trial, patch, { names, headers })).answer);
    },
  };
  const actions = transitions(resource, context)
    .slice(0, mostActions)
    .map(
      (transition): Change => ({
        id: transition.action.id,
        run: (trial, { names }) => moved(trial, transition, { names, context }),
      }),
    );
  return [...(patch === undefined ? [] : [patching]), ...actions];
}

/** Whether anything but times and numbers of revisions has changed. */
function differs(one: ListedItem, other: ListedItem, member: string): boolean {
  return Object.keys(other).some(
    (name) =>
      name !== member &&
      !isTimeText(other[name]) &&
      !isRecord(other[name]) &&
      String(one[name]) !== String(other[name]),
  );
}
