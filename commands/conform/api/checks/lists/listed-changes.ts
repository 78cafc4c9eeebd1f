import { isDeepStrictEqual } from "node:util";
import { bodyValue } from "../../request/call-arguments.js";
import { listNames } from "../../run/api-instance.js";
import { isSuccess } from "../../run/api-session.js";
import { isRecord } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { type ApiCheck, type CheckContext, mustCase, readItem, untried, violated } from "../api-check.js";
import { creator, differenceText } from "../items/lifecycle.js";
import { settled } from "../items/same-content.js";
import { condition } from "../items/updates.js";
import { moved, transitions } from "../states/transitions.js";
import { listedNames } from "./listed-names.js";
import type { ListedItem } from "./read-lists.js";
import type { ListSearch } from "./searches.js";

/** A list shows what has changed. */
export const listedChanges: ApiCheck = {
  name: "changed-listed",
  rule: "After a change or an action, the list shows an item as it is now.",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { list, get } = resource;
      if (list === undefined || get === undefined || creator(resource) === undefined) continue;
      yield mustCase(`changed-listed/${list.id}`, (trial, context) =>
        compareListed(trial, { resource, list }, context),
      );
    }
  },
};

async function compareListed(
  trial: Trial,
  { resource, list }: Omit<ListSearch, "parameter">,
  context: CheckContext,
): Promise<void> {
  const { fixtures } = context;
  const instance = await fixtures.make(trial, resource, { isRich: true });
  const { names } = instance;
  const forms = async () => {
    const shown = unread(await readItem(trial, instance, context));
    const all = await listedNames(trial, { resource, list, parents: listNames(instance) }, context);
    const listed = all.items.get(String(names.at(-1)));
    if (!isRecord(listed)) return untried(`needs a list of ${list.id} with what was made`);
    return { shown, listed };
  };
  const first = await forms();
  // What a list shows otherwise from the beginning is another form; it may also be what a server remembers later.
  if (differenceText(first.shown, first.listed) !== undefined)
    return untried(`needs a list of ${list.id} that shows items as they are`);
  const isSame = isDeepStrictEqual(first.shown, unread(first.listed));
  const compare = async (by: string): Promise<void> => {
    const { shown, listed } = await forms();
    const change = formDifference(settled(shown), settled(listed), isSame);
    const found = change ?? formDifference(shown, unread(listed), isSame);
    if (found !== undefined)
      violated(
        `the server shows an item in ${list.id} otherwise than alone after ${by}: ${found}`,
        change === undefined ? { level: "should" } : {},
      );
  };
  let count = 0;
  for (const change of [resource.patch, resource.put]) {
    if (change === undefined) continue;
    const headers = await condition(trial, instance, { change, fixtures });
    const { call, answer } = await fixtures.accepted(trial, change, { names, isRich: true, headers });
    if (!isSuccess(answer) || answer.status === 202 || bodyValue(call) === undefined) continue;
    await compare(change.id);
    count++;
  }
  for (const transition of transitions(resource, context).slice(0, 2)) {
    if (!(await moved(trial, transition, { names, context }))) continue;
    await compare(transition.action.id);
    count++;
  }
  if (count === 0) return untried(`needs a change of an item of ${list.id}`);
}

/** How the two forms of an item differ, in words; in what both have, unless they were the same before. */
function formDifference(shown: ListedItem, listed: ListedItem, isSame: boolean): string | undefined {
  const found = differenceText(shown, listed);
  if (found !== undefined || !isSame || isDeepStrictEqual(shown, listed)) return found;
  const name = [...Object.keys(listed), ...Object.keys(shown)].find(
    (key) => !isDeepStrictEqual(shown[key], listed[key]),
  );
  return `\`${name ?? ""}\` is another one`;
}

/** The item without what changes when it is read. */
function unread(item: ListedItem): ListedItem {
  return Object.fromEntries(
    Object.entries(item).filter(([name]) => !/view|access|seen|read|hit|etag/i.test(name)),
  );
}
