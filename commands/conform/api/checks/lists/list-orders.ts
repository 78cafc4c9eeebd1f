import { holds } from "../../../../../reader/validation/synthesis/search.js";
import type { ApiOperation } from "../../contract/api-contract.js";
import { bodyValue, type CallArguments, withBody } from "../../request/call-arguments.js";
import { type ApiInstance, listNames, madeInstance } from "../../run/api-instance.js";
import { isSuccess } from "../../run/api-session.js";
import { isRecord } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { valuePlaces, withValueAt } from "../../values/value-places.js";
import { type ApiCheck, type CheckContext, mustCase, untried, violated } from "../api-check.js";
import { baseCall } from "../base-call.js";
import { moved, transitions } from "../states/transitions.js";
import { position } from "./filter-readings.js";
import { readList } from "./read-lists.js";
import type { ListSearch } from "./searches.js";

const oldestFirst =
  /\b(?:order|time) of (?:their |its )?creation\b|\boldest first\b|\border (?:in which )?they (?:were|are) (?:made|created|added)\b|\bby creation(?: time| date)?\b/i;
const newestFirst =
  /\bnewest first\b|\b(?:latest|most recent(?:ly created)?) first\b|\breverse[- ](?:chronological|order of creation)/i;

/** A list is in the order that the contract says. */
export const listOrders: ApiCheck = {
  name: "list-order",
  rule: "A list that the contract says is in the order of creation, or has the newest first, is in this order, after changes too.",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { list, create } = resource;
      if (list === undefined || create === undefined) continue;
      const { summary, description } = list.declared.place.value as Readonly<Record<string, unknown>>;
      const prose = [summary, description].filter((text) => typeof text === "string").join(" ");
      const isReversed = newestFirst.test(prose);
      if (isReversed === oldestFirst.test(prose)) continue;
      const isByCreation = /\b(?:creat|made|added|insert)/i.test(prose);
      yield mustCase(`list-order/${list.id}`, (trial, context) =>
        compareOrder(trial, { resource, list, isReversed, isByCreation }, context),
      );
    }
  },
};

interface OrderedList extends Omit<ListSearch, "parameter"> {
  readonly isReversed: boolean;
  /** Whether the contract says that the time of creation counts. */
  readonly isByCreation: boolean;
}

/** Items in the order in which their bodies are sent: another than that of their names and dates. */
const shuffled = [2, 0, 3, 1];

async function compareOrder(trial: Trial, ordered: OrderedList, context: CheckContext): Promise<void> {
  const { resource } = ordered;
  const { fixtures, session } = context;
  const { create } = resource;
  if (create === undefined) return;
  const first = await fixtures.make(trial, resource);
  if (!ordered.isByCreation && hasTime(create, first, context))
    return untried(`needs to know which time ${ordered.list.id} is in the order of`);
  const calls: CallArguments[] = [];
  for (const added of shuffled)
    calls.push(numbered(await baseCall(trial, create, fixtures), { create, added, fixtures }));
  const made: ApiInstance[] = [first];
  for (const index of shuffled) {
    const call = calls[index];
    // Times in milliseconds may be what a server sorts by.
    await session.options.sleep(3);
    const answer = call && (await trial.call(create, call));
    const instance = call && answer && isSuccess(answer) ? madeInstance(resource, call, answer) : undefined;
    if (instance !== undefined) made.push(instance);
  }
  if (made.length < 3) return untried(`needs three items of ${create.id}`);
  const names = made.map((each) => String(each.names.at(-1)));
  const parents = listNames(first);
  await demandOrder(trial, { ...ordered, names, parents, when: "" }, context);
  const [, second] = made;
  if (ordered.isReversed || second === undefined || !(await changed(trial, second, context))) return;
  const when = ` after a change of ${String(second.names.at(-1))}`;
  await demandOrder(trial, { ...ordered, names, parents, when }, context);
}

/** Whether clients write a time of an item, by which a list may be in order. */
function hasTime(create: ApiOperation, { sent }: ApiInstance, { fixtures }: CheckContext): boolean {
  const node = fixtures.bodies.node(create);
  if (node === undefined) return false;
  return valuePlaces(node, sent).some(({ nodes }) =>
    nodes.some(({ format }) => format?.name === "date-time" || format?.name === "date"),
  );
}

function numbered(
  call: CallArguments,
  {
    create,
    added,
    fixtures,
  }: {
    readonly create: NonNullable<ListSearch["resource"]["create"]>;
    readonly added: number;
    readonly fixtures: CheckContext["fixtures"];
  },
): CallArguments {
  const node = fixtures.bodies.node(create);
  const body = bodyValue(call);
  if (node === undefined || !isRecord(body)) return call;
  let current: unknown = body;
  for (const [name, value] of Object.entries(body)) {
    if (typeof value !== "number") continue;
    for (const other of [value + added, value - added]) {
      const next = withValueAt(current, [name], other);
      if (!holds(node, next)) continue;
      current = next;
      break;
    }
  }
  return withBody(call, current);
}

async function demandOrder(
  trial: Trial,
  {
    resource,
    list,
    isReversed,
    names,
    parents,
    when,
  }: OrderedList & {
    readonly names: readonly string[];
    readonly parents: readonly unknown[];
    readonly when: string;
  },
  context: CheckContext,
): Promise<void> {
  const read = await readList(trial, { resource, list, parents }, context);
  const shown = read.names.filter((name) => names.includes(name));
  const wanted = names.filter((name) => read.items.has(name));
  if (isReversed) wanted.reverse();
  const times = wanted.map((name) => createdAt(read.items.get(name)));
  const isSameTime = times.some(
    (time, index) => index > 0 && time !== undefined && time === times[index - 1],
  );
  if (isSameTime) return untried(`needs items of ${list.id} that were made at different times`);
  if (shown.join(" ") !== wanted.join(" "))
    violated(
      `the server answers ${list.id}${when} with ${shown.join(", ")} in this order, and they were made in the order ${names.join(", ")}`,
    );
}

function createdAt(item: Readonly<Record<string, unknown>> | undefined): number | undefined {
  const name = Object.keys(item ?? {}).find((key) => /^created(?:_?(?:at|on))?$/i.test(key));
  return name === undefined ? undefined : position(item?.[name]);
}

/** Whether any change or action on an item is accepted; all of them are tried. */
async function changed(trial: Trial, instance: ApiInstance, context: CheckContext): Promise<boolean> {
  const { resource, names } = instance;
  const { fixtures } = context;
  let isChanged = false;
  for (const change of [resource.patch, resource.put]) {
    const candidate = change && fixtures.learned.likeliest(change);
    if (change === undefined || candidate === undefined) continue;
    const call = await fixtures.call(trial, change, { names });
    const value = await fixtures.filled(trial, change, { value: candidate.value, names });
    const body = { type: fixtures.bodies.mediaType(change), value };
    isChanged = isSuccess(await trial.call(change, { ...call, body })) || isChanged;
  }
  for (const transition of transitions(resource, context).slice(0, 1))
    isChanged = (await moved(trial, transition, { names, context })) || isChanged;
  return isChanged;
}
